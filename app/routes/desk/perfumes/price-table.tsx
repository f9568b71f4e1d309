import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { writeAmount } from "#app/domain/prices/write-amount.ts";
import { formatIn } from "#app/i18n/format.ts";
import { Link } from "#app/ui/link.tsx";
import { FoldedForm } from "../desk-form.tsx";
import { formId, refuseForm } from "../queue/queue-forms.ts";
import { useDeskText } from "../use-desk-text.ts";
import type { Bottle } from "./load-bottle.ts";

export function PricesSection({ bottle }: { bottle: Bottle }) {
  const { language, texts, t } = useDeskText("catalogue");
  const { id, prices, sightings } = bottle;
  const format = formatIn(language);
  const { of } = useDeskText("queue").texts;
  const { values } = useDeskText("log").texts;
  return (
    <section className="form label" id="prices">
      <h2>{texts.prices}</h2>
      <p className="small soft">{t("pricesText", prices)}</p>
      {sightings.length > 0 && (
        <table className="desk-prices">
          <thead className="small soft">
            <tr>
              <th scope="col">{texts.price}</th>
              <th scope="col">{texts.shop}</th>
              <th scope="col">{texts.state}</th>
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
                    <b>{amount}</b> <span className="small soft">{`${size} · ${of[kind]}`}</span>
                  </td>
                  <td>
                    {seen.shop} <span className="small soft">{format.date(seen.seenOn)}</span>
                  </td>
                  <td>
                    {state === "held" ? (
                      <Link to={`/desk/queue?item=price:${price}`}>
                        {texts.decide} <span className="unseen">{told}</span>
                      </Link>
                    ) : (
                      <>
                        {values[state]}
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
            {texts.pricesPage}
          </Link>
        </p>
      )}
    </section>
  );
}

function RefusePrice({ name, version, told }: { name: string; version: number; told: string }) {
  const { texts } = useDeskText("queue");
  return (
    <FoldedForm
      form={refuseForm}
      id={formId("refuse", name)}
      summary={
        <>
          {texts.refuse} <span className="unseen">{told}</span>
        </>
      }
      submit={texts.refuse}
    >
      <input type="hidden" name="item" value={name} />
      <input type="hidden" name="version" value={version} />
    </FoldedForm>
  );
}
