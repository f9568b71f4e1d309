import { type RefObject, useCallback, useRef, useState } from "react";
import type { Language } from "#app/i18n/languages.ts";

/** ms after the last key; minimum characters (RULES.md 2.1) */
const debounce = 300;
const minQueryLength = 2;
/** ms after which a search counts as failed */
const timeout = 10_000;

/** One perfume in the answer of `GET /api/perfumes` (RULES.md 11.7). */
export interface SearchResult {
  id: number;
  marca: string;
  nombre: string;
  foto: string | null;
  dupes: number;
  url: string;
  dupe_of: Like[];
  best_dupe: Like | null;
  /** "edp"; absent where unknown, as its year */
  concentracion?: string;
  anio?: number;
  /** for which it was found, in the asked language */
  notes?: string;
  /** not what was typed */
  near?: true;
  /** the id of the original that this row compares it with */
  pair_of?: number;
}

interface Like {
  id: number;
  marca: string;
  nombre: string;
  /** null without votes or an estimate */
  porcentaje: number | null;
  url: string;
}

interface Answer {
  text: string;
  found: SearchResult[] | null;
}

/** Searches as the person types; `active` is -1 if no result is active. */
export function useFound(field: RefObject<HTMLInputElement | null>, language: Language) {
  const request = useRef<AbortController>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [active, setActive] = useState(-1);

  const close = useCallback(() => {
    request.current?.abort();
    setAnswer(null);
    setActive(-1);
  }, []);

  const search = useCallback(
    (wait = debounce) => {
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
    [field, language],
  );

  return { answer, active, setActive, search, close };
}

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
