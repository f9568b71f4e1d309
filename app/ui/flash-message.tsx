import { useState } from "react";
import { useLocation } from "react-router";
import { InFront } from "./in-front.tsx";
import { NoticeSheet } from "./notice-sheet.tsx";
import { useRoot } from "#app/http/root-data.ts";

/** The message of the last action (RULES.md 4.1): a notice in the page that was loaded with it, a toast of 8 s in another. */
export function Notices() {
  const flash = useRoot()?.flash ?? null;
  const { key } = useLocation();
  const [first] = useState(flash);
  if (!flash) return null;
  return (
    <InFront key={key}>
      <div className={flash === first ? "notice" : "notice toast"} role={flash.kind}>
        <NoticeSheet />
        <p>{flash.text}</p>
      </div>
    </InFront>
  );
}
