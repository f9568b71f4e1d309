import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useAddedLater } from "#app/ui/hydrated.ts";

/** Links that open the form, one of which gets the focus back. */
const opener = ".amount, .tell";

export function usePanelFocus(): RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null);
  const isOpenedHere = useAddedLater();
  useEffect(() => {
    // After a page load the browser jumps to the card itself.
    if (isOpenedHere) section.current?.focus({ preventScroll: true });
  }, [isOpenedHere]);
  // A layout effect runs before the panel is removed, which would lose the focus.
  useLayoutEffect(() => {
    const [own, card] = [section.current, section.current?.closest("li, .perfume")];
    return () => {
      if (own?.contains(document.activeElement))
        card?.querySelector<HTMLElement>(opener)?.focus({ preventScroll: true });
    };
  }, []);
  return section;
}
