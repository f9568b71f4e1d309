import { honeypot } from "#app/http/forms/honeypot.ts";
import { useTranslations } from "#app/i18n/translations.ts";

/** A field that people neither see nor reach by Tab; programs fill it in. */
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
