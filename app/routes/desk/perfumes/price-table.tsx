import { Link } from "#app/ui/link.tsx";
import { useDeskText } from "../use-desk-text.ts";

interface Row {
  id: number;
  kind: "bottle" | "tester" | "decant";
  shop: string;
  state: "held" | "shown";
  amount: string;
  size: string;
  seen: string;
}

export function PricesSection({
  prices,
  sightings,
  bottle: { id, path },
}: {
  prices: { shown: number; held: number; refused: number };
  sightings: Row[];
  /** the bottle on whose page people can report a price as gone */
  bottle: { id: number; path: string };
}) {
  const { texts, t } = useDeskText("catalogue");
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
            {sightings.map(({ id: price, kind, shop, state, amount, size, seen }) => (
              <tr key={price}>
                <td>
                  <b>{amount}</b> <span className="small soft">{`${size} · ${of[kind]}`}</span>
                </td>
                <td>
                  {shop} <span className="small soft">{seen}</span>
                </td>
                <td>
                  {state === "held" ? (
                    <Link to={`/desk/queue?item=price:${price}`}>
                      {texts.decide} <span className="unseen">{`${amount}, ${size}, ${shop}`}</span>
                    </Link>
                  ) : (
                    values[state]
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {prices.shown > 0 && (
        <p>
          <Link className="desk-link" to={`${path}?prices=${id}#prices`}>
            {texts.pricesPage}
          </Link>
        </p>
      )}
    </section>
  );
}
