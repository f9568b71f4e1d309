import { Form } from "react-router";
import { useTranslations } from "#app/i18n/translations.ts";
import css from "#app/styles/sightings.css?inline";
import { Sheet } from "#app/ui/style-sheet.tsx";
import { useKindNames } from "./kind-names.ts";
import type { PageAddress } from "../page-address.ts";
import type { openPrices } from "./open-prices.ts";
import { Offer, Shop, Tell } from "./price-line.tsx";

type OpenPrices = NonNullable<Awaited<ReturnType<typeof openPrices>>> & {
  /** the two prices that the card's saving compares */
  compared?: string;
};

/** All prices of a bottle, with buttons to report one as gone (RULES.md 4.5, 4.6). */
export function Sightings({
  open,
  page,
  shop = null,
}: {
  open: OpenPrices;
  page: PageAddress;
  shop?: string | null;
}) {
  const { t } = useTranslations();
  const { bottle, sightings, compared } = open;
  const title = t("price.seen", { nombre: bottle.nombre });
  return (
    <section className="sightings" id="prices" aria-label={title} tabIndex={-1}>
      <Sheet name="sightings" css={css} />
      {sightings.length === 0 && <p className="small soft">{t("price.none")}</p>}
      {compared !== undefined && <p className="small soft">{compared}</p>}
      {sightings.length > 0 && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="price-gone" />
          <table>
            <caption className="unseen">{title}</caption>
            <thead className="small soft">
              <tr>
                <th scope="col">{t("price.priceAndSize")}</th>
                <th scope="col">{t("price.shopAndCountry")}</th>
                <th scope="col">{t("price.day")}</th>
              </tr>
            </thead>
            <tbody>
              {sightings.map((one) => (
                <Row key={one.id} sighting={one} />
              ))}
            </tbody>
          </table>
        </Form>
      )}
      {shop !== null && (
        <div className="row cost">
          <Offer link={shop} />
        </div>
      )}
      <Tell bottle={bottle} page={page} />
    </section>
  );
}

function Row({ sighting }: { sighting: OpenPrices["sightings"][number] }) {
  const { t } = useTranslations();
  const { id, amount, size, per, kind, country, date, waiting } = sighting;
  const kinds = useKindNames();
  return (
    <tr>
      <td>
        <b>{amount}</b>
        <span className="small soft">
          {size} · {kinds[kind]}
        </span>
        <span className="small soft">{per}</span>
      </td>
      <td>
        <Shop {...sighting} />
        {country !== undefined && <span className="small soft">{country}</span>}
      </td>
      <td>
        <span className="small">{date}</span>
        {waiting === undefined ? (
          <button className="small" name="price_id" value={id}>
            {t("price.gone")}
            <span className="unseen">{` (${amount}, ${size})`}</span>
          </button>
        ) : (
          <span className="small soft">{waiting}</span>
        )}
      </td>
    </tr>
  );
}
