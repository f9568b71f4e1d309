import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import type { Language } from "#app/i18n/languages.ts";
import { useRoomBelow } from "./use-room-below.ts";

/** ms after the last key, and characters (RULES.md 5.8) */
const debounce = 300;
const minQueryLength = 2;
/** ms after which a search has failed */
const timeout = 10_000;

/** @returns the element id of an option of the list */
export const optionId = (listId: string, index: number) => `${listId}-${index}`;

/** One perfume in the answer of `GET /api/perfumes` (RULES.md 2.4). */
export interface SearchResult {
  id: number;
  marca: string;
  nombre: string;
  foto: string | null;
  dupes: number;
  url: string;
  /** the originals that it is a dupe of, the best first */
  dupe_of: Like[];
  best_dupe: Like | null;
}

interface Like {
  id: number;
  marca: string;
  nombre: string;
  /** null where there is neither a vote nor an estimate */
  porcentaje: number | null;
  url: string;
}

interface Answer {
  text: string;
  /** null when the search failed */
  found: SearchResult[] | null;
}

/**
 * The state of the list below the search box: it searches while typing, arrow keys move in it, and it closes on Escape, on
 * a press or focus outside, and on submit.
 * @param query the query whose results the page shows
 * @param listId the list's element id
 * @returns state, and the props of form, input (`combobox`: what it is with a list) and list; `popup` is the ref of what is shown below the box
 */
export function useSuggestions(query: string, language: Language, listId: string) {
  const box = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const request = useRef<AbortController>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [active, setActive] = useState(-1);
  const found = answer?.found ?? [];
  const popup = useRoomBelow(box, answer);

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
        if (signal.aborted) return;
        const found = await fetchResults(text, language, signal);
        if (!signal.aborted) setAnswer({ text, found });
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

  useEffect(() => {
    if (active >= 0)
      document.getElementById(optionId(listId, active))?.scrollIntoView({ block: "nearest" });
  }, [listId, active]);

  function onKeyDown(event: KeyboardEvent) {
    const { length } = found;
    if (event.key === "ArrowDown" && answer === null) search(0);
    else if (event.key === "ArrowDown" && length > 0) setActive((active + 1) % length);
    else if (event.key === "ArrowUp" && length > 0)
      setActive((Math.max(active, 0) - 1 + length) % length);
    else if (event.key === "Escape" && answer !== null) close();
    else if (event.key === "Enter" && active >= 0)
      document.getElementById(optionId(listId, active))?.click();
    else return;
    event.preventDefault();
  }

  return {
    answer,
    active,
    popup,
    form: { ref: box, onSubmit: close },
    list: { id: listId, role: "listbox" },
    input: { ref: field, onChange: () => search(debounce), onKeyDown },
    combobox: {
      role: "combobox",
      "aria-autocomplete": "list" as const,
      "aria-expanded": found.length > 0,
      "aria-controls": found.length > 0 ? listId : undefined,
      "aria-activedescendant": active >= 0 ? optionId(listId, active) : undefined,
    },
  };
}

/** @returns null when the server says that it failed, or says nothing, e.g. offline */
async function fetchResults(
  query: string,
  lang: Language,
  signal: AbortSignal,
): Promise<SearchResult[] | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, timeout, null));
  try {
    const address = `/api/perfumes?${new URLSearchParams({ q: query, lang })}`;
    const answer = await Promise.race([fetch(address, { signal }), late]);
    return answer?.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
