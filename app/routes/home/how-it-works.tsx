import { useTranslations } from "#app/i18n/translations.ts";

export function HowItWorks() {
  const { t } = useTranslations();
  return (
    <section className="how" id="how" aria-labelledby="how-title">
      <div className="wrap">
        <h2 id="how-title">{t("home.how.title")}</h2>
        <ol>
          <li>
            <h3>{t("home.how.step1")}</h3>
            <p className="soft">{t("home.how.step1Text")}</p>
          </li>
          <li>
            <h3>{t("home.how.step2")}</h3>
            <p className="soft">{t("home.how.step2Text")}</p>
          </li>
          <li>
            <h3>{t("home.how.step3")}</h3>
            <p className="soft">{t("home.how.step3Text")}</p>
          </li>
        </ol>
      </div>
    </section>
  );
}
