import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import type { Language } from "#app/i18n/languages.ts";
import { useFound } from "./use-found.ts";
import { useRoomBelow } from "./use-room-below.ts";

export const optionId = (listId: string, index: number) => `${listId}-${index}`;

/** An ARIA combobox (w3.org/WAI/ARIA/apg). @param query the one whose results the page shows */
export function useSuggestions(query: string, language: Language, listId: string) {
  const box = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const { answer, active, setActive, search, close } = useFound(field, language);
  const found = answer?.found ?? [];
  const popup = useRoomBelow(box, answer);
  useClosingOutside(box, close);

  useEffect(() => {
    if (field.current && field.current.value !== field.current.defaultValue) search(0);
  }, [search]);

  // After a navigation (submit, back) the box shows the query of the new results.
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
    input: { ref: field, onChange: () => search(), onKeyDown },
    combobox: {
      role: "combobox",
      "aria-autocomplete": "list" as const,
      "aria-expanded": found.length > 0,
      "aria-controls": found.length > 0 ? listId : undefined,
      "aria-activedescendant": active >= 0 ? optionId(listId, active) : undefined,
    },
  };
}

function useClosingOutside(box: RefObject<HTMLElement | null>, close: () => void) {
  useEffect(() => {
    const closeOutside = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) close();
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
    };
  }, [box, close]);
}
