import { type ReactNode, useState } from "react";
import { useLocation } from "react-router";
import { useRoot } from "#app/http/root-data.ts";
import { Link } from "./link.tsx";
import { InFront, MessageBox } from "./message-box.tsx";

/** The message of the last action (RULES.md 12.5): a notice if it came with the document, otherwise a toast for 8 s. */
export function FlashMessage({ children }: { children: ReactNode }) {
  const flash = useRoot()?.flash;
  const { key } = useLocation();
  const [first] = useState(flash);
  if (!flash) return null;
  return (
    <InFront key={key}>
      <MessageBox toast={flash !== first} role={flash.kind}>
        <p>{flash.to ? <Link to={flash.to}>{flash.text}</Link> : flash.text}</p>
        {children}
      </MessageBox>
    </InFront>
  );
}
