import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import type { Language } from "../i18n/languages.ts";

/** ms after the last key, and characters (RULES.md 5.8) */
const debounce = 300;
const minQueryLength = 2;
const listId = "found";

/** @returns the element id of an option of the list */
export const optionId = (index: number) => `${listId}-${index}`;

/** One perfume in the answer of `GET /api/perfumes` (RULES.md 2.4). */
export interface SearchResult {
  id: number;
  marca: string;
  nombre: string;
  foto: string | null;
  dupes: number;
  url: string;
}

interface Answer {
  text: string;
  found: SearchResult[];
}

/**
 * The state of the list below the search box: it searches while typing, arrow keys move in it, and it closes on Escape, on
 * a press or focus outside, and on submit.
 * @param query the query whose results the page shows
 * @returns state, and the props of form, input and list
 */
export function useSuggestions(query: string, language: Language) {
  const box = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const request = useRef<AbortController>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [active, setActive] = useState(-1);
  const found = answer?.found ?? [];

  const close = useCallback(() => {
    request.current?.abort();
    setAnswer(null);
    setActive(-1);
  }, []);

  const search = useCallback(
    (wait: number) => {
      const text = field.current?.value.trim() ?? "";
      request.current?.abort();
      request.current = new AbortController();
      const { signal } = request.current;
      setActive(-1);
      if ([...text].length < minQueryLength) return setAnswer(null);
      setTimeout(async () => {
        const found = signal.aborted ? null : await fetchResults(text, language, signal);
        if (found && !signal.aborted) setAnswer({ text, found });
      }, wait);
    },
    [language],
  );

  useEffect(() => {
    // For what was typed before hydration.
    if (field.current && field.current.value !== field.current.defaultValue) search(debounce);
    const closeOutside = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) close();
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
    };
  }, [search, close]);

  // After navigation (submit, back) the box shows the query of the new results.
  const shown = useRef(query);
  useEffect(() => {
    if (shown.current === query) return;
    shown.current = query;
    if (field.current) field.current.value = query;
  }, [query]);

  function onKeyDown(event: KeyboardEvent) {
    const { length } = found;
    if (event.key === "ArrowDown" && answer === null) search(0);
    else if (event.key === "ArrowDown" && length > 0) setActive((active + 1) % length);
    else if (event.key === "ArrowUp" && length > 0)
      setActive((Math.max(active, 0) - 1 + length) % length);
    else if (event.key === "Escape" && answer !== null) close();
    else if (event.key === "Enter" && active >= 0)
      document.getElementById(optionId(active))?.querySelector("a")?.click();
    else return;
    event.preventDefault();
  }

  return {
    answer,
    active,
    form: { ref: box, onSubmit: close },
    list: { id: listId, role: "listbox" },
    input: {
      ref: field,
      role: "combobox",
      "aria-autocomplete": "list" as const,
      "aria-expanded": found.length > 0,
      "aria-controls": found.length > 0 ? listId : undefined,
      "aria-activedescendant": active >= 0 ? optionId(active) : undefined,
      onChange: () => search(debounce),
      onKeyDown,
    },
  };
}

async function fetchResults(
  query: string,
  lang: Language,
  signal: AbortSignal,
): Promise<SearchResult[] | null> {
  try {
    const answer = await fetch(`/api/perfumes?${new URLSearchParams({ q: query, lang })}`, {
      signal,
    });
    return answer.ok ? await answer.json() : null;
  } catch {
    // Aborted by the next key, or offline; Enter still searches.
    return null;
  }
}
