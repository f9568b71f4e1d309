import { honeypot } from "#app/http/forms/honeypot.ts";
import { useTranslations } from "#app/i18n/translations.ts";

/** A field that people can neither see nor reach by Tab, but bots fill in. */
export function Honeypot() {
  const { t } = useTranslations();
  return (
    <p className="unseen" aria-hidden="true">
      <label>
        {t("form.leaveEmpty")}
        <input name={honeypot} tabIndex={-1} autoComplete="off" />
      </label>
    </p>
  );
}
