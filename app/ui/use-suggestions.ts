import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import type { Language } from "../i18n/languages.ts";

/** ms after the last key, and characters, before the list asks (spec.md §9) */
const debounce = 300;
const shortestQuery = 2;
const listId = "found";

export const optionId = (index: number) => `${listId}-${index}`;

/** One perfume in the answer of `GET /api/perfumes` (RULES.md, Addresses). */
export interface SearchResult {
  id: number;
  marca: string;
  nombre: string;
  foto: string | null;
  dupes: number;
  url: string;
}

/** What the list under the search box shows: what was found for what was typed. */
interface Answer {
  text: string;
  found: SearchResult[];
}

/**
 * What the live list under the search box knows: asks while typing, moves by keys, closes on Escape, on a press
 * outside and when the search is sent.
 * @param query what the page shows the results of
 */
export function useSuggestions(query: string, language: Language) {
  const box = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const asking = useRef<AbortController>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [active, setActive] = useState(-1);
  const found = answer?.found ?? [];

  const close = useCallback(() => {
    asking.current?.abort();
    setAnswer(null);
    setActive(-1);
  }, []);

  const look = useCallback(
    (wait: number) => {
      const text = field.current?.value.trim() ?? "";
      asking.current?.abort();
      asking.current = new AbortController();
      const { signal } = asking.current;
      setActive(-1);
      if ([...text].length < shortestQuery) return setAnswer(null);
      setTimeout(async () => {
        const found = signal.aborted ? null : await ask(text, language, signal);
        if (found && !signal.aborted) setAnswer({ text, found });
      }, wait);
    },
    [language],
  );

  useEffect(() => {
    // What was typed while the page was still waking up counts too.
    if (field.current && field.current.value !== field.current.defaultValue) look(debounce);
    const closeOutside = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) close();
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
    };
  }, [look, close]);

  // Other results (a search sent, a step back) bring their own words into the box.
  const shown = useRef(query);
  useEffect(() => {
    if (shown.current === query) return;
    shown.current = query;
    if (field.current) field.current.value = query;
  }, [query]);

  function onKeyDown(event: KeyboardEvent) {
    const { length } = found;
    if (event.key === "ArrowDown" && answer === null) look(0);
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
      onChange: () => look(debounce),
      onKeyDown,
    },
  };
}

async function ask(
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
    // Aborted by the next key, or offline: Enter still searches.
    return null;
  }
}
