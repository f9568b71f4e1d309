import { type RefObject, useLayoutEffect, useRef } from "react";

/** px: the gap between box and popup with its border, and a popup's minimum height */
const gap = 8;
const least = 96;

/** Keeps a popup below a box visible, even above a phone's keyboard. @param shown null while there is no popup */
export function useRoomBelow(box: RefObject<HTMLElement | null>, shown: object | null) {
  const popup = useRef<HTMLDivElement & HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    if (shown === null) return;
    const fit = () => {
      const { current: list } = popup;
      if (box.current && list)
        list.style.maxHeight = `${Math.max(roomBelow(box.current), least)}px`;
    };
    const makeRoom = () => {
      const { current: list } = popup;
      if (
        box.current &&
        list &&
        roomBelow(box.current) < Math.min(list.scrollHeight, seen().height / 2)
      )
        box.current.scrollIntoView({ block: "start", behavior: "instant" });
      fit();
    };
    makeRoom();
    const view = window.visualViewport;
    view?.addEventListener("resize", makeRoom);
    view?.addEventListener("scroll", fit);
    return () => {
      view?.removeEventListener("resize", makeRoom);
      view?.removeEventListener("scroll", fit);
    };
  }, [box, shown]);
  return popup;
}

/** The part of the window that the keyboard leaves visible, in layout px. */
function seen(): { top: number; height: number } {
  const view = window.visualViewport;
  return view
    ? { top: view.offsetTop, height: view.height }
    : { top: 0, height: window.innerHeight };
}

function roomBelow(box: HTMLElement): number {
  const { top, height } = seen();
  return top + height - box.getBoundingClientRect().bottom - gap;
}
