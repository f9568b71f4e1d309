import { useTranslations } from "#app/i18n/translations.ts";
import { Icon } from "#app/ui/icons.tsx";
import { Link } from "#app/ui/link.tsx";
import { PerfumePicture } from "#app/ui/perfume-picture.tsx";
import { KeepButton } from "./keep-button.tsx";
import type { PageData } from "./load-page.ts";
import { Answers } from "./prices/price-bar.tsx";
import { Amount } from "./prices/price-line.tsx";

export function Masthead({ page }: { page: PageData }) {
  const { t } = useTranslations();
  const { perfume, texts, related, list, price, bar } = page;
  return (
    <div className="masthead">
      <div className="row way">
        <Link className="back" to="/#explore">
          <Icon name="arrow-left" size={16} />
          {t("perfume.back")}
        </Link>
        <Share />
        <KeepButton id={perfume.id} nombre={perfume.nombre} list={list} />
      </div>
      <div className="head" id="bottle">
        <PerfumePicture {...perfume} eager />
        <div>
          <h1>{texts.heading}</h1>
          <p className="facts soft">
            <Link to={related.brand}>{perfume.marca}</Link>
            {price && (
              <span>
                <Amount bottle={perfume} page={page} price={price} anchor="#prices" />
                {` ${price.size}`}
              </span>
            )}
          </p>
        </div>
      </div>
      <FactList page={page} />
      <p className="intro">{texts.intro}</p>
      {bar && bar.answers.length > 0 && <Answers bar={bar} page={page} />}
    </div>
  );
}

function FactList({ page: { inIt, facts = [] } }: { page: PageData }) {
  if (!inIt) return null;
  return (
    <details className="in-it">
      <summary>{inIt}</summary>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="soft">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** browser/share.js shows it, and copies the address where the device has no dialog for sharing. */
function Share() {
  const { t } = useTranslations();
  return (
    <button id="share" aria-label={t("perfume.share")} hidden>
      <Icon name="share" />
    </button>
  );
}
