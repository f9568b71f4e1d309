import type { RouterContextProvider } from "react-router";
import { findDupeBetween } from "#db/catalogue/dupes.ts";
import { z } from "zod";
import { bottlesAround } from "../../catalog/dupes.ts";
import { parseId } from "../../catalog/ids.ts";
import { attempt } from "../../forms/attempt.ts";
import { defineForm } from "../../forms/define-form.ts";
import { hiddenField } from "../../forms/fields.ts";
import { refuse, refuseTooMany } from "../../forms/refusal.ts";
import type { MessageKey } from "../../i18n/messages.server.ts";
import { database, language } from "../../middleware/context.ts";
import { voterOf } from "../../middleware/current-user.ts";
import { redirectWithMessage } from "../../middleware/flash.ts";
import { limitOf } from "../../middleware/rate-limits.ts";
import { bottleOfSighting, type GoneOutcome, sayGone } from "../../prices/votes.ts";
import { withQuery } from "../../ui/perfume/address.ts";
import { dropPagesAround, type Place, signInLink } from "./place.ts";

const goneForm = defineForm("price-gone", z.object({ price_id: hiddenField() }), { labels: {} });

const thanks: Record<Exclude<GoneOutcome, "no-such-price" | "no-such-person">, MessageKey> = {
  "no-longer-shown": "prices.gone",
  noted: "prices.goneNoted",
  "said-already": "prices.goneAlready",
};

/** Notes that a price on the page is no longer true (RULES.md 19.6). */
export async function priceGone(
  context: Readonly<RouterContextProvider>,
  form: FormData,
  { perfumeId, path, query }: Place,
) {
  const sent = goneForm.parse(form, context.get(language));
  const limit = limitOf(context, "price-gone");
  const options = { failureMessage: "prices.errorSave", limit } as const;
  return attempt(context, sent, options, async ({ price_id }) => {
    const missing = () => refuse(context, sent, 404, { message: "prices.errorGone" });
    const db = context.get(database);
    const priceId = parseId(price_id);
    if (priceId === null) return missing();
    const wait = await limit.take();
    if (wait !== null) return refuseTooMany(context, sent, wait);
    const onPage = (await bottlesAround(db, perfumeId)).map(({ id }) => id);
    const outcome = await sayGone(db, priceId, onPage, voterOf(context), new Date());
    if (outcome.startsWith("no-such-") || outcome === "said-already") await limit.forgive();
    if (outcome === "no-such-person")
      return refuse(context, sent, 401, {
        message: "auth.signInAgain",
        link: signInLink(context, path),
      });
    const bottleId = await bottleOfSighting(db, priceId);
    if (outcome === "no-such-price" || bottleId === null) return missing();
    if (outcome === "no-longer-shown") await dropPagesAround(context, bottleId);
    const dupeId = await findDupeBetween(db, perfumeId, bottleId);
    const anchor = dupeId === undefined ? "prices" : `dupe-${dupeId}`;
    const back = `${withQuery(path, query, `prices=${bottleId}`)}#${anchor}`;
    return redirectWithMessage(context, back, thanks[outcome]);
  });
}
