import { inLanguage } from "#app/i18n/paths.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { Link } from "#app/ui/link.tsx";
import type { ShelfTexts } from "./shelf-texts.ts";

interface AlertsProps {
  alerts: { id: number; marca: string; nombre: string; path: string }[];
  texts: ShelfTexts;
}

export function Alerts({ alerts, texts }: AlertsProps) {
  const { t, language } = useTranslations();
  return (
    <section id="alerts" aria-labelledby="alerts-title">
      <h2 id="alerts-title">{texts.alerts}</h2>
      <ul className="words">
        {alerts.map((bottle) => (
          <li key={bottle.id} className="line">
            <p>
              <Link to={bottle.path}>{bottle.nombre}</Link>{" "}
              <span className="small soft">{bottle.marca}</span>
            </p>
            <form method="post" action={inLanguage(language, "/shelf")}>
              <input type="hidden" name="intent" value="tell-me-not" />
              <input type="hidden" name="perfume_id" value={bottle.id} />
              <button className="quiet">
                {t("tellMe.stop")}
                <span className="unseen">{`: ${bottle.nombre}`}</span>
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}
