import { useTranslations } from "../i18n/translations.ts";

/** Heading and film (RULES.md 1.7); the size is for pages without styles. @param props.film false with `Save-Data` */
export function Hero({ film }: { film: boolean }) {
  const { t } = useTranslations();
  const where = "(min-width: 60em) and (prefers-reduced-motion: no-preference)";
  return (
    <section className="hero">
      <div className="wrap">
        <div className="copy">
          <h1>
            {t("home.heroStart")}
            <br />
            <em>{t("home.heroEnd")}</em>
          </h1>
          <p>{t("home.lead")}</p>
          <a className="button main" href="#explore">
            {t("home.cta")}
          </a>
        </div>
        {film && (
          <video
            className="film"
            width="320"
            height="200"
            muted
            autoPlay
            loop
            playsInline
            controls
            preload="none"
            aria-label={t("home.film")}
          >
            <source src="/hero.webm" type="video/webm" media={where} />
            <source src="/hero.mp4" type="video/mp4" media={where} />
          </video>
        )}
      </div>
    </section>
  );
}
