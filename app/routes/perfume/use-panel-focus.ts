import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { isHydrated } from "#app/ui/hydrated.ts";

/** @param opener what gets the focus back, as a selector within the card or the page */
export function usePanelFocus(opener: string): RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // Opened on a page that is hydrated: after a load of the page the browser goes to the card itself.
    if (isHydrated()) section.current?.focus({ preventScroll: true });
  }, []);
  // Before it leaves the page, or the browser would give the focus to nothing.
  useLayoutEffect(() => {
    const [own, card] = [section.current, section.current?.closest("li, .perfume")];
    return () => {
      if (own?.contains(document.activeElement))
        card?.querySelector<HTMLElement>(opener)?.focus({ preventScroll: true });
    };
  }, [opener]);
  return section;
}
