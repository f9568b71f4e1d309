import { type ComponentProps, type PointerEvent, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import css from "#app/styles/message-box.css?inline";
import { useTranslations } from "#app/i18n/translations.ts";
import { useHydrated } from "./hydrated.ts";
import { Icon } from "./icons.tsx";
import { Sheet } from "./style-sheet.tsx";

/** @param props.stays cannot be closed */
export function MessageBox({
  toast,
  stays = false,
  children,
  ...box
}: ComponentProps<"div"> & { toast: boolean; stays?: boolean }) {
  const { t } = useTranslations();
  const closes = useHydrated() && !stays;
  const [closed, setClosed] = useState(false);
  const held = useHeld();
  if (closed) return null;
  return (
    <div className={toast ? "notice toast" : "notice"} {...held} {...box}>
      <Sheet name="notice" css={css} />
      {children}
      {closes && (
        <button className="dismiss" aria-label={t("form.close")} onClick={() => setClosed(true)}>
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}

/** A pointer holds a message by moving onto it, not by resting where it appeared: browsers report that, too. */
function useHeld() {
  const last = useRef("");
  const [held, setHeld] = useState(false);
  return {
    "data-held": held || undefined,
    onPointerMove({ screenX, screenY }: PointerEvent) {
      const here = `${screenX} ${screenY}`;
      setHeld(held || (last.current !== "" && last.current !== here));
      last.current = here;
    },
    onPointerLeave: () => setHeld(false),
  };
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
