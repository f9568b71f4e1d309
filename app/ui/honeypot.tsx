import { honeypot } from "../forms/honeypot.ts";
import { useWords } from "../i18n/words.ts";

/** Out of sight and of the order of tabbing, but there: programs fill it in. */
export function Honeypot() {
  const { t } = useWords();
  return (
    <p className="unseen" aria-hidden="true">
      <label>
        {t("form.leaveEmpty")}
        <input name={honeypot} tabIndex={-1} autoComplete="off" />
      </label>
    </p>
  );
}
