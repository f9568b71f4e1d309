import type { RouterContextProvider } from "react-router";
import { findDupeBetween } from "#app/domain/catalog/dupes.ts";
import { z } from "zod";
import { hasSecondFactor } from "#app/domain/accounts/second-factor-codes.ts";
import { bottlesAround } from "#app/domain/catalog/relations.ts";
import { parseId } from "#app/domain/catalog/ids.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { hiddenField } from "#app/http/forms/form-fields.ts";
import { refuse, refuseTooMany } from "#app/http/forms/refusal.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import {
  config,
  currentUser,
  database,
  language,
  operatorRole,
} from "#app/http/middleware/context.ts";
import { speakerIn } from "#app/http/middleware/client-hash.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { limitOf } from "#app/http/middleware/rate-limits.ts";
import { refuse as refuseItem } from "#app/domain/desk/queue/decide.ts";
import { bottleOfSighting, type GoneOutcome, sayGone } from "#app/domain/prices/gone.ts";
import { withQuery } from "../page-address.ts";
import { dropPagesAround } from "../drop-pages.ts";
import type { Place } from "../place.ts";
import { signInLinks } from "#app/http/forms/sign-in-links.ts";

const goneForm = defineForm("price-gone", z.object({ price_id: hiddenField() }), { labels: {} });

const thanks: Record<Exclude<GoneOutcome, "no-such-price" | "no-such-person">, MessageKey> = {
  withdrawn: "prices.gone",
  held: "prices.goneHeld",
  noted: "prices.goneNoted",
  "said-already": "prices.goneAlready",
};

export async function reportPriceGone(
  context: Readonly<RouterContextProvider>,
  form: FormData,
  place: Place,
) {
  const sent = goneForm.parse(form, context.get(language));
  const limit = limitOf(context, "price-gone");
  const options = { failureMessage: "prices.errorSave", limit } as const;
  return attempt(context, sent, options, async ({ price_id }) => {
    const missing = () => refuse(context, sent, 404, { message: "prices.errorGone" });
    const db = context.get(database);
    const priceId = parseId(price_id);
    if (priceId === null) return missing();
    const user = context.get(currentUser);
    if (!user)
      return refuse(context, sent, 401, {
        message: "prices.goneMustLogin",
        links: signInLinks(context, place.path),
      });
    if (!user.confirmed) return refuse(context, sent, 403, { message: "perfume.errorUnconfirmed" });
    const wait = await limit.take();
    if (wait !== null) return refuseTooMany(context, sent, wait);
    const onPage = (await bottlesAround(db, place.perfumeId)).map(({ id }) => id);
    const by = { ...(await speakerIn(context)), userId: user.userId };
    const outcome = (await decides(context, user.userId))
      ? await takeAway(context, priceId, onPage, user.userId)
      : await sayGone(db, priceId, onPage, by, new Date());
    if (outcome.startsWith("no-such-") || outcome === "said-already") await limit.forgive();
    if (outcome === "no-such-person")
      return refuse(context, sent, 401, {
        message: "auth.signInAgain",
        links: signInLinks(context, place.path),
      });
    const bottleId = await bottleOfSighting(db, priceId);
    if (outcome === "no-such-price" || bottleId === null) return missing();
    if (outcome === "withdrawn" || outcome === "held") await dropPagesAround(context, bottleId);
    const dupeId = await findDupeBetween(db, place.perfumeId, bottleId);
    const anchor = dupeId === undefined ? "prices" : `dupe-${dupeId}`;
    const back = withQuery(place, `prices=${bottleId}`, `#${anchor}`);
    return redirectWithMessage(context, back, thanks[outcome]);
  });
}

/** Where the desk requires a second factor, operators without one are readers here (RULES.md 10.19). */
async function decides(context: Readonly<RouterContextProvider>, userId: string) {
  if (context.get(operatorRole) === null) return false;
  if (!context.get(config).deskSecondFactor) return true;
  return hasSecondFactor(context.get(database), userId);
}

/** An operator's word is a decision (RULES.md 4.6). */
async function takeAway(
  context: Readonly<RouterContextProvider>,
  priceId: number,
  onPage: readonly number[],
  operator: string,
): Promise<GoneOutcome> {
  const db = context.get(database);
  const bottleId = await bottleOfSighting(db, priceId);
  if (bottleId === null || !onPage.includes(bottleId)) return "no-such-price";
  const item = { kind: "price", id: priceId, version: null } as const;
  const { outcome } = await refuseItem(db, item, "", operator, new Date());
  return outcome === "decided" ? "withdrawn" : "no-such-price";
}
