import { useTranslations } from "#app/i18n/translations.ts";
import { Icon } from "#app/ui/icons.tsx";
import { Link } from "#app/ui/link.tsx";
import { PerfumePicture } from "#app/ui/perfume-picture.tsx";
import { KeepButton } from "./keep-button.tsx";
import type { PageData } from "./load-page.ts";
import { Answers } from "./prices/price-bar.tsx";
import { Amount, Shop, Tell } from "./prices/price-line.tsx";

export function Masthead({ page }: { page: PageData }) {
  const { t } = useTranslations();
  const { perfume, texts, inIt, related, list, price, bar } = page;
  const links = { bottle: perfume, page };
  return (
    <>
      <div className="row way">
        <Link className="small back" to="/#explore">
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
          <div className="facts">
            <Link to={related.brand}>{perfume.marca}</Link>
            {price ? (
              <>
                <span>
                  <Amount {...links} price={price} anchor="#prices" />
                  <span className="small soft">{` ${price.size}`}</span>
                </span>
                <Shop {...price} />
              </>
            ) : (
              <Tell {...links} />
            )}
          </div>
        </div>
        {inIt && <p className="small intro">{inIt}</p>}
        <p className="small soft intro">{texts.intro}</p>
        {bar && bar.answers.length > 0 && <Answers bar={bar} page={page} />}
      </div>
    </>
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
