import { findDupeBetween } from "#app/domain/catalog/dupes.ts";
import { parseId } from "#app/domain/catalog/ids.ts";
import { Refused } from "#app/domain/refused-act.ts";
import { admit } from "#app/http/forms/gate.ts";
import { isFromProgram } from "#app/http/forms/honeypot.ts";
import { textOf } from "#app/http/forms/read-form.ts";
import type { Language } from "#app/i18n/languages.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import {
  database,
  language,
  openPrice,
  type RequestContext,
} from "#app/http/middleware/context.ts";
import { speakerIn } from "#app/http/middleware/client-hash.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { addSighting, bottleNow, type HeldBecause } from "#app/domain/prices/add-sighting.ts";
import { readSighting } from "#app/domain/prices/read-sighting.ts";
import type { Db } from "#db/database.ts";
import { readCurrency } from "#app/domain/prices/currencies.ts";
import { dropPagesAround } from "../drop-pages.ts";
import { withQuery } from "../page-address.ts";
import type { Place } from "../place.ts";
import { priceForm } from "./price-form-fields.ts";

const held: Record<HeldBecause, MessageKey> = {
  "signed-out": "prices.heldSignedOut",
  unconfirmed: "prices.heldUnconfirmed",
  "unknown-shop": "prices.heldUnknownShop",
  "unusual-price": "prices.heldUnusualPrice",
  "unusual-first-price": "prices.heldUnusualPrice",
  disputed: "prices.heldDisputed",
};

const thanked = { shown: "prices.shown", same: "prices.same", waiting: "prices.waits" } as const;

/** The readers' likely country, for shops with the same name in several countries (RULES.md 4.3). */
const countries: Record<Language, string | null> = {
  es: "ES",
  en: null,
  fr: "FR",
  de: "DE",
  it: "IT",
  pt: "PT",
};

/** Stores a price that somebody saw in a shop, for a bottle on the page (RULES.md 4.4). */
export async function addPrice(context: RequestContext, form: FormData, place: Place) {
  const asked = parseId(form.get("perfume_id"));
  context.set(openPrice, asked);
  const lang = context.get(language);
  const sent = priceForm(readCurrency(textOf(form, "currency")) ?? "EUR").parse(form, lang);
  const gate = {
    failure: "prices.errorSave",
    limit: "price",
    words: { "no-such-perfume": "prices.errorPerfume" },
  } as const;
  return admit(context, sent, gate, async (fields, forgive) => {
    if (isFromProgram(form))
      return redirectWithMessage(context, place.path, "prices.heldSignedOut");
    const now = new Date();
    const read = readSighting(fields, now);
    // Only possible when the clock is set back between the two checks.
    if ("wrong" in read) throw new Refused("not-understood");
    if (asked === null) throw new Refused("no-such-perfume");
    const db = context.get(database);
    const { bottleId, anchor } = await cardOnPage(db, place.perfumeId, asked);
    const by = await speakerIn(context);
    const result = await addSighting(db, bottleId, read.sighting, by, now, countries[lang]);
    if (result.outcome === "same") await forgive();
    if (result.outcome !== "held") await dropPagesAround(context, result.perfumeId);
    const thanks = result.outcome === "held" ? held[result.because] : thanked[result.outcome];
    const open = withQuery(place, `prices=${bottleId}`, `#${anchor}`);
    return redirectWithMessage(context, open, thanks);
  });
}

interface Card {
  bottleId: number;
  /** id of the element that its prices open in */
  anchor: string;
}

/** @returns the card on the page of a bottle, or of the one it was merged into @throws Refused "no-such-perfume", "removed-perfume" */
async function cardOnPage(db: Db, perfumeId: number, asked: number): Promise<Card> {
  const bottleId = await bottleNow(db, asked);
  if (bottleId === perfumeId) return { bottleId, anchor: "prices" };
  const dupeId = await findDupeBetween(db, perfumeId, bottleId);
  if (dupeId === undefined) throw new Refused("no-such-perfume");
  return { bottleId, anchor: `dupe-${dupeId}` };
}
