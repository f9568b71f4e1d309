import type { Refusal } from "#app/http/forms/refusal.ts";
import type { Constraints } from "#app/http/forms/sent-form.ts";
import { Link } from "#app/ui/link.tsx";
import { useSiteForm } from "#app/ui/site-form.ts";
import { PostForm } from "../post-form.tsx";
import { formId } from "../queue/queue-forms.ts";
import { Reason } from "../reason.tsx";
import { useDeskText } from "../use-desk-text.ts";

interface Row {
  id: number;
  kind: "bottle" | "tester" | "decant";
  shop: string;
  state: "waiting" | "held" | "shown";
  amount: string;
  size: string;
  seen: string;
  version: number;
}

interface Forms {
  constraints: Constraints;
  refusal: Refusal | undefined;
}

export function PricesSection({
  prices,
  sightings,
  bottle: { id, path },
  ...forms
}: Forms & {
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
            {sightings.map(({ id: price, kind, shop, state, amount, size, seen, version }) => (
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
                    <>
                      {values[state]}
                      <RefuseForm {...{ price, version, ...forms }}>
                        {`${amount}, ${size}, ${shop}`}
                      </RefuseForm>
                    </>
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

function RefuseForm({
  price,
  version,
  children,
  ...forms
}: Forms & { price: number; version: number; children: string }) {
  const { texts } = useDeskText("queue");
  const form = formId("refuse", `price:${price}`);
  const { formProps, fields } = useSiteForm<"reason">(form, forms);
  return (
    <details open={forms.refusal?.form === form}>
      <summary>
        {texts.refuse} <span className="unseen">{children}</span>
      </summary>
      <PostForm {...formProps}>
        <input type="hidden" name="intent" value="refuse" />
        <input type="hidden" name="item" value={`price:${price}`} />
        <input type="hidden" name="version" value={version} />
        <Reason field={fields.reason} />
        <button className="button">{texts.refuse}</button>
      </PostForm>
    </details>
  );
}
