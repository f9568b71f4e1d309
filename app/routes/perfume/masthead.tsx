import { useTranslations } from "#app/i18n/translations.ts";
import { Icon } from "#app/ui/icons.tsx";
import { Link } from "#app/ui/link.tsx";
import { PerfumePicture } from "#app/ui/perfume-picture.tsx";
import { KeepButton } from "./keep-button.tsx";
import type { PageData } from "./load-page.ts";
import { type PageAddress, sortedBy } from "./page-address.ts";
import type { PriceAnswer } from "./prices/price-bar.tsx";
import { PriceLine, Tell } from "./prices/price-line.tsx";
import { Share } from "./share-button.tsx";

export function Masthead({ page }: { page: PageData }) {
  const { t } = useTranslations();
  const { perfume, texts, related, list, price, prices, path, bar } = page;
  const links = { bottle: perfume, page };
  return (
    <>
      <div className="way">
        <Link className="small back" to="/#explore">
          <Icon name="arrow-left" size={16} />
          {t("perfume.back")}
        </Link>
        <Share title={texts.title} path={path} />
      </div>
      <div className="head" id="bottle">
        <PerfumePicture {...perfume} eager />
        <div>
          <h1>{texts.heading}</h1>
          <div className="by">
            <p className="brand">
              <Link to={related.brand}>{perfume.marca}</Link>
            </p>
            <p className="price small">
              {price ? (
                <PriceLine
                  {...links}
                  price={price}
                  anchor="#prices"
                  open={prices?.bottle.id === perfume.id}
                />
              ) : (
                <Tell {...links}>{t("price.tellShort")}</Tell>
              )}
            </p>
          </div>
        </div>
        <KeepButton id={perfume.id} list={list} />
        {bar && bar.answers.length > 0 && <Answers answers={bar.answers} page={page} />}
        <p className="small soft intro">{texts.intro}</p>
      </div>
    </>
  );
}

/** Each sorts the list. */
function Answers({ answers, page }: { answers: PriceAnswer[]; page: PageAddress }) {
  const { t } = useTranslations();
  const names = {
    closest: t("price.closest"),
    cheapest: t("price.cheapest"),
    bestValue: t("price.bestValue"),
  };
  return (
    <p className="answers">
      {answers.map(({ of, sort, figure }) => (
        <Link key={of} to={sortedBy(page, sort)}>
          <span className="soft">{names[of]}</span>
          <b>{figure}</b>
        </Link>
      ))}
    </p>
  );
}
