import { findDupeBetween } from "#app/domain/catalog/dupes.ts";
import { z } from "zod";
import { hasSecondFactor } from "#app/domain/accounts/second-factor-codes.ts";
import { bottlesAround } from "#app/domain/catalog/relations.ts";
import { parseId } from "#app/domain/catalog/ids.ts";
import { Refused } from "#app/domain/refused-act.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { admitPerson } from "#app/http/forms/gate.ts";
import { hiddenField } from "#app/http/forms/form-fields.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import {
  config,
  currentUser,
  database,
  language,
  operatorRole,
  type RequestContext,
} from "#app/http/middleware/context.ts";
import { speakerIn } from "#app/http/middleware/client-hash.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { refuse as refuseItem } from "#app/domain/desk/queue/decide.ts";
import { bottleOfPrice, type GoneOutcome, sayGone } from "#app/domain/prices/gone.ts";
import type { Db } from "#db/database.ts";
import { withQuery } from "../page-address.ts";
import { dropPagesAround } from "../drop-pages.ts";
import type { Place } from "../place.ts";

const goneForm = defineForm("price-gone", z.object({ price_id: hiddenField() }));

const thanks: Record<GoneOutcome, MessageKey> = {
  withdrawn: "prices.gone",
  held: "prices.goneHeld",
  noted: "prices.goneNoted",
  "said-already": "prices.goneAlready",
};

export async function reportPriceGone(context: RequestContext, form: FormData, place: Place) {
  const sent = goneForm.parse(form, context.get(language));
  const isVisitor = context.get(currentUser) === null;
  const gate = {
    failure: "prices.errorSave",
    limit: "price-gone",
    signIn: { message: isVisitor ? "prices.goneMustLogin" : "auth.signInAgain", back: place.path },
  } as const;
  return admitPerson(context, sent, gate, async ({ price_id }, { userId }, forgive) => {
    const db = context.get(database);
    const priceId = parseId(price_id);
    if (priceId === null) throw new Refused("no-such-price");
    const onPage = (await bottlesAround(db, place.perfumeId)).map(({ id }) => id);
    const bottleId = await bottleOfPrice(db, priceId, onPage);
    const outcome = (await decides(context, userId))
      ? await takeAway(db, priceId, userId)
      : await sayGone(db, priceId, { ...(await speakerIn(context)), userId }, new Date());
    if (outcome === "said-already") await forgive();
    if (outcome === "withdrawn" || outcome === "held") await dropPagesAround(context, bottleId);
    const dupeId = await findDupeBetween(db, place.perfumeId, bottleId);
    const anchor = dupeId === undefined ? "prices" : `dupe-${dupeId}`;
    const back = withQuery(place, `prices=${bottleId}`, `#${anchor}`);
    return redirectWithMessage(context, back, thanks[outcome]);
  });
}

/** Where the desk requires a second factor, operators without one are readers here (RULES.md 10.19). */
async function decides(context: RequestContext, userId: string) {
  if (context.get(operatorRole) === null) return false;
  if (!context.get(config).deskSecondFactor) return true;
  return hasSecondFactor(context.get(database), userId);
}

/** An operator's word is a decision (RULES.md 4.6). */
async function takeAway(db: Db, priceId: number, operator: string): Promise<"withdrawn"> {
  const item = { kind: "price", id: priceId, version: null } as const;
  try {
    await refuseItem(db, item, "", operator, new Date());
  } catch (error) {
    throw error instanceof Refused ? new Refused("no-such-price") : error;
  }
  return "withdrawn";
}
