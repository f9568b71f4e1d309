import { Fragment, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type CardProps, DupeCard } from "./dupe-card.tsx";
import type { PresentedRelation } from "./present-relations.ts";

/**
 * Groups get headings of their own (RULES.md 1.7), but stay in the same list: a card that moved to another
 * list would lose its typed text.
 */
export function DupeList({ dupes, ...card }: { dupes: PresentedRelation[] } & CardProps) {
  const list = useRef<HTMLOListElement>(null);
  const [shown, setShown] = useState(dupes);
  useEffect(() => {
    if (dupes === shown) return;
    const moves = dupes.some((dupe, at) => dupe.id !== shown[at]?.id);
    if (!moves || !list.current) return setShown(dupes);
    const voted = dupes.find(({ id, voto }) => voto !== shown.find((one) => one.id === id)?.voto);
    animate(list.current, () => inPlace(voted?.id, () => flushSync(() => setShown(dupes))));
  }, [dupes, shown]);
  return (
    <ol className="dupes" ref={list}>
      {shown.map((dupe) => (
        <Fragment key={dupe.id}>
          {dupe.heading && (
            <li className="others">
              <h3>{dupe.heading}</h3>
            </li>
          )}
          <DupeCard dupe={dupe} {...card} />
        </Fragment>
      ))}
    </ol>
  );
}

/** Scrolls by as much as the change moves the dupe's card. */
function inPlace(dupeId: number | undefined, change: () => void) {
  const top = () => document.getElementById(`dupe-${dupeId}`)?.getBoundingClientRect().top ?? 0;
  const before = top();
  change();
  scrollBy({ top: top() - before, behavior: "instant" });
}

/** Changes the list in a view transition. A script names the cards, because the CSP forbids style attributes. */
function animate(list: HTMLElement, change: () => void) {
  if (!document.startViewTransition || matchMedia("(prefers-reduced-motion: reduce)").matches)
    return change();
  const name = (named: boolean) => {
    for (const card of list.querySelectorAll<HTMLElement>(".dupe"))
      card.style.viewTransitionName = named ? card.id : "";
  };
  name(true);
  const { finished } = document.startViewTransition(change);
  void finished.finally(() => name(false));
  return undefined;
}
