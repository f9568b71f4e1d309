import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { writeAmount } from "#app/domain/prices/write-amount.ts";
import { formatIn } from "#app/i18n/format.ts";
import { Link } from "#app/ui/link.tsx";
import { FoldedForm } from "../desk-form.tsx";
import { formId, refuseForm } from "../queue/queue-forms.ts";
import { useDeskTranslations } from "../use-desk-translations.ts";
import type { Bottle } from "./load-bottle.ts";

export function PricesSection({ bottle }: { bottle: Bottle }) {
  const { language, t } = useDeskTranslations();
  const { id, prices, sightings } = bottle;
  const format = formatIn(language);

  return (
    <section className="form label" id="prices">
      <h2>{t("desk:catalogue.prices")}</h2>
      <p className="small soft">{t("desk:catalogue.pricesText", prices)}</p>
      {sightings.length > 0 && (
        <table className="desk-prices">
          <thead className="small soft">
            <tr>
              <th scope="col">{t("desk:catalogue.price")}</th>
              <th scope="col">{t("desk:catalogue.shop")}</th>
              <th scope="col">{t("desk:catalogue.state")}</th>
            </tr>
          </thead>
          <tbody>
            {sightings.map(({ id: price, kind, state, version, ...seen }) => {
              const amount = writeAmount(format, seen.amount, seen.currency);
              const size = format.millilitres(seen.size);
              const told = `${amount}, ${size}, ${seen.shop}`;
              return (
                <tr key={price}>
                  <td>
                    <b>{amount}</b>{" "}
                    <span className="small soft">{`${size} · ${t(`desk:queue.of.${kind}`)}`}</span>
                  </td>
                  <td>
                    {seen.shop} <span className="small soft">{format.date(seen.seenOn)}</span>
                  </td>
                  <td>
                    {state === "held" ? (
                      <Link to={`/desk/queue?item=price:${price}`}>
                        {t("desk:catalogue.decide")} <span className="unseen">{told}</span>
                      </Link>
                    ) : (
                      <>
                        {t(`desk:log.values.${state}`)}
                        <RefusePrice name={`price:${price}`} version={version} told={told} />
                      </>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {prices.shown > 0 && (
        <p>
          <Link className="desk-link" to={`${perfumePath(bottle)}?prices=${id}#prices`}>
            {t("desk:catalogue.pricesPage")}
          </Link>
        </p>
      )}
    </section>
  );
}

function RefusePrice({ name, version, told }: { name: string; version: number; told: string }) {
  const { t } = useDeskTranslations();
  return (
    <FoldedForm
      form={refuseForm}
      id={formId("refuse", name)}
      summary={
        <>
          {t("desk:queue.refuse")} <span className="unseen">{told}</span>
        </>
      }
      submit={t("desk:queue.refuse")}
    >
      <input type="hidden" name="item" value={name} />
      <input type="hidden" name="version" value={version} />
    </FoldedForm>
  );
}
