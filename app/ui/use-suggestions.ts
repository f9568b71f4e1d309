import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import type { Suggestion } from "../routes/api-perfumes.ts";
import type { Language } from "../i18n/languages.ts";

/** ms after the last key, and characters, before the list asks (spec.md §9) */
const debounce = 300;
const shortestQuery = 2;
const listId = "found";

export const optionId = (index: number) => `${listId}-${index}`;

/** What the live list under the search box knows: asks while typing, moves by keys, closes on Escape and outside clicks. */
export function useSuggestions(language: Language) {
  const box = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const asking = useRef<AbortController>(null);
  const [found, setFound] = useState<Suggestion[]>([]);
  const [active, setActive] = useState(-1);

  const onChange = useCallback(() => {
    const text = field.current?.value.trim() ?? "";
    asking.current?.abort();
    asking.current = new AbortController();
    const { signal } = asking.current;
    setActive(-1);
    if ([...text].length < shortestQuery) return setFound([]);
    setTimeout(async () => {
      const answer = signal.aborted ? null : await ask(text, language, signal);
      if (answer && !signal.aborted) setFound(answer);
    }, debounce);
  }, [language]);

  const close = useCallback(() => {
    asking.current?.abort();
    setFound([]);
  }, []);

  useEffect(() => {
    // What was typed while the page was still waking up counts too.
    if (field.current && field.current.value !== field.current.defaultValue) onChange();
    const closeOutside = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) close();
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
    };
  }, [onChange, close]);

  function onKeyDown(event: KeyboardEvent) {
    if (found.length === 0) return;
    if (event.key === "ArrowDown") setActive((active + 1) % found.length);
    else if (event.key === "ArrowUp")
      setActive((Math.max(active, 0) - 1 + found.length) % found.length);
    else if (event.key === "Escape") close();
    else if (event.key === "Enter" && active >= 0)
      document.getElementById(optionId(active))?.querySelector("a")?.click();
    else return;
    event.preventDefault();
  }

  return {
    box,
    found,
    active,
    list: { id: listId, role: "listbox" },
    input: {
      ref: field,
      role: "combobox",
      "aria-autocomplete": "list" as const,
      "aria-expanded": found.length > 0,
      "aria-controls": found.length > 0 ? listId : undefined,
      "aria-activedescendant": active >= 0 ? optionId(active) : undefined,
      onChange,
      onKeyDown,
    },
  };
}

async function ask(
  query: string,
  lang: Language,
  signal: AbortSignal,
): Promise<Suggestion[] | null> {
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
