import { type ComponentProps, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import css from "#app/styles/message-box.css?inline";
import { useTranslations } from "#app/i18n/translations.ts";
import { useHydrated } from "./hydrated.ts";
import { Sheet } from "./style-sheet.tsx";

export function MessageBox({
  toast,
  stays = false,
  children,
  ...box
}: ComponentProps<"div"> & { toast: boolean; stays?: boolean }) {
  const { t } = useTranslations();
  const closes = useHydrated() && !stays;
  const [closed, setClosed] = useState(false);
  const [held, setHeld] = useState(false);
  if (closed) return null;
  return (
    <div
      className={toast ? "notice toast" : "notice"}
      data-held={held || undefined}
      // Browsers also report a pointer that rests where the message appeared.
      onPointerMove={(at) => (at.movementX || at.movementY) && setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      {...box}
    >
      <Sheet name="notice" css={css} />
      {children}
      {closes && (
        <button className="dismiss" aria-label={t("form.close")} onClick={() => setClosed(true)} />
      )}
    </div>
  );
}

/** Shows its content at the top of an open modal dialog, because everything outside it is inert. */
export function InFront({ children }: { children: React.ReactNode }) {
  const [modal, setModal] = useState<Element | null>(null);
  useEffect(() => {
    // A dialog that opens or closes at the same time is done by the next frame.
    const look = () => setModal(document.querySelector("dialog:modal .front"));
    const frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, []);
  return modal?.isConnected ? createPortal(children, modal) : children;
}
