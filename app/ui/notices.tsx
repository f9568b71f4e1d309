import { useState } from "react";
import { useLocation } from "react-router";
import { InFront } from "./in-front.tsx";
import { NoticeSheet } from "./notice-sheet.tsx";
import { useRoot } from "./root-data.ts";

/**
 * What the last action has to say, once: in the page's flow when the page came with it, so that nothing moves or hurries
 * without scripts; as a toast of 8 s (spec.md §9) when it comes to a page that is hydrated.
 */
export function Notices() {
  const said = useRoot()?.flash ?? null;
  const { key } = useLocation();
  const [first] = useState(said);
  if (!said) return null;
  return (
    <InFront key={key}>
      <div className={said === first ? "notice" : "notice toast"} role={said.kind}>
        <NoticeSheet />
        <p>{said.text}</p>
      </div>
    </InFront>
  );
}
