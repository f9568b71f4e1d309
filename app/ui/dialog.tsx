import { useEffect, useRef } from "react";
import { useTranslations } from "#app/i18n/translations.ts";
import { useAddedLater } from "./hydrated.ts";
import { Icon } from "./icons.tsx";
import css from "#app/styles/dialog.css?inline";
import fieldsCss from "#app/styles/fields.css?inline";
import { Link } from "./link.tsx";
import { Sheet } from "./style-sheet.tsx";

/** A modal dialog (https://w3.org/WAI/ARIA/apg/patterns/dialog-modal) if opened on a hydrated page, otherwise a section of the page. */
export function Dialog({
  id,
  title,
  closeTo,
  children,
}: {
  id: string;
  title: string;
  closeTo: string;
  children: React.ReactNode;
}) {
  const { t } = useTranslations();
  const box = useRef<HTMLDialogElement>(null);
  const close = useRef<HTMLAnchorElement>(null);
  const isModal = useAddedLater();
  useEffect(() => {
    const dialog = box.current;
    if (!dialog || !isModal) return undefined;
    const opener = document.activeElement;
    dialog.close();
    dialog.showModal();
    const press = (event: Event) => {
      if (event.type === "pointerdown" && event.target !== dialog) return;
      event.preventDefault();
      close.current?.click();
    };
    dialog.addEventListener("cancel", press);
    dialog.addEventListener("pointerdown", press);
    return () => {
      dialog.removeEventListener("cancel", press);
      dialog.removeEventListener("pointerdown", press);
      dialog.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [isModal]);
  return (
    <>
      <Sheet name="fields" css={fieldsCss} />
      <Sheet name="dialog" css={css} />
      <dialog className="label dialog" id={id} aria-labelledby={`${id}-title`} open ref={box}>
        <div className="dialog-head">
          <h2 id={`${id}-title`} tabIndex={-1}>
            {title}
          </h2>
          <Link className="close" to={closeTo} inPlace ref={close}>
            <Icon name="close" />
            <span className="unseen">{t("form.close")}</span>
          </Link>
        </div>
        {/* For messages that appear while this is modal (message-box.tsx). */}
        <div className="front" />
        {children}
      </dialog>
    </>
  );
}
