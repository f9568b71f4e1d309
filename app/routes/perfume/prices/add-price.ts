import type { RouterContextProvider } from "react-router";
import { findDupeBetween } from "#app/domain/catalog/dupes.ts";
import { parseId } from "#app/domain/catalog/ids.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { isFromProgram } from "#app/http/forms/honeypot.ts";
import { textOf } from "#app/http/forms/read-form.ts";
import { refuse, refuseTooMany } from "#app/http/forms/refusal.ts";
import type { Language } from "#app/i18n/languages.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { database, language, openPrice } from "#app/http/middleware/context.ts";
import { speakerIn } from "#app/http/middleware/client-hash.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { limitOf } from "#app/http/middleware/rate-limits.ts";
import { addSighting } from "#app/domain/prices/add-sighting.ts";
import type { HeldBecause } from "#app/domain/prices/judge.ts";
import { readSighting, type SightingFields } from "#app/domain/prices/read-sighting.ts";
import { currentPerfumeId, wasRemoved } from "#app/domain/catalog/redirects.ts";
import type { Db } from "#db/database.ts";
import { readCurrency } from "#app/domain/prices/currencies.ts";
import { dropPagesAround } from "../drop-pages.ts";
import { withQuery } from "../page-address.ts";
import type { Place } from "../place.ts";
import { priceForm, wrongField } from "./price-form-fields.ts";

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
export async function addPrice(
  context: Readonly<RouterContextProvider>,
  form: FormData,
  place: Place,
) {
  const asked = parseId(form.get("perfume_id"));
  context.set(openPrice, asked);
  const lang = context.get(language);
  const sent = priceForm(readCurrency(textOf(form, "currency")) ?? "EUR").parse(form, lang);
  const limit = limitOf(context, "price");
  const options = { failureMessage: "prices.errorSave", limit } as const;
  return attempt(context, sent, options, async (fields) => {
    const refuseWith = (status: number, message: MessageKey, more = {}) =>
      refuse(context, sent, status, { message, ...more });
    const now = new Date();
    const read = readSighting(fields, now);
    // Only possible when midnight falls between the two checks.
    if ("wrong" in read)
      return refuseWith(422, wrongField[read.wrong[0]!], { fields: pick(read.wrong) });
    const db = context.get(database);
    const card = asked === null ? "no-such-perfume" : await cardOnPage(db, place.perfumeId, asked);
    const wait = await limit.take();
    if (wait !== null) return refuseTooMany(context, sent, wait);
    if (isFromProgram(form))
      return redirectWithMessage(context, place.path, "prices.heldSignedOut");
    const by = await speakerIn(context);
    const result =
      typeof card === "string"
        ? { outcome: card }
        : await addSighting(db, card.bottleId, read.sighting, by, now, countries[lang]);
    if (!["shown", "waiting", "held"].includes(result.outcome)) await limit.forgive();
    switch (result.outcome) {
      case "no-such-perfume":
        return refuseWith(404, "prices.errorPerfume");
      case "removed":
        return refuseWith(410, "prices.errorRemoved");
      case "no-such-shop":
        return refuseWith(422, "prices.errorNoShop", { fields: { shop: "prices.errorNoShop" } });
      case "blocked-shop":
        return refuseWith(422, "prices.errorBlocked", { fields: { shop: "prices.errorBlocked" } });
    }
    if (result.outcome !== "held") await dropPagesAround(context, result.perfumeId);
    const thanks = result.outcome === "held" ? held[result.because] : thanked[result.outcome];
    const { bottleId, anchor } = card as Card;
    const open = withQuery(place, `prices=${bottleId}`, `#${anchor}`);
    return redirectWithMessage(context, open, thanks);
  });
}

const pick = (fields: (keyof SightingFields)[]) =>
  Object.fromEntries(fields.map((name) => [name, wrongField[name]]));

interface Card {
  bottleId: number;
  /** id of the element that its prices open in */
  anchor: string;
}

/** @returns the card on the page of a bottle, or of the one it was merged into; otherwise why there is none */
async function cardOnPage(
  db: Db,
  perfumeId: number,
  asked: number,
): Promise<Card | "no-such-perfume" | "removed"> {
  const bottleId = (await currentPerfumeId(db, asked)) ?? asked;
  if (bottleId === perfumeId) return { bottleId, anchor: "prices" };
  const dupeId = await findDupeBetween(db, perfumeId, bottleId);
  if (dupeId !== undefined) return { bottleId, anchor: `dupe-${dupeId}` };
  return (await wasRemoved(db, asked)) ? "removed" : "no-such-perfume";
}
