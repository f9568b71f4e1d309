import type { RouterContextProvider } from "react-router";
import { findDupeBetween } from "#app/domain/catalog/dupes.ts";
import { z } from "zod";
import { parseId } from "#app/domain/catalog/ids.ts";
import { wasRemoved } from "#app/domain/catalog/removed-perfumes.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { filledLine, hiddenField } from "#app/http/forms/form-fields.ts";
import { isFromProgram } from "#app/http/forms/honeypot.ts";
import { textOf } from "#app/http/forms/read-form.ts";
import { refuse, refuseTooMany } from "#app/http/forms/refusal.ts";
import type { Language } from "#app/i18n/languages.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { database, language, openPrice } from "#app/http/middleware/context.ts";
import { voterOf } from "#app/http/middleware/client-hash.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { limitOf } from "#app/http/middleware/rate-limits.ts";
import { addSighting, type HeldBecause } from "#app/domain/prices/add-sighting.ts";
import { isRight, readSighting, type SightingFields } from "#app/domain/prices/read-sighting.ts";
import { currentPerfumeId } from "#app/domain/catalog/redirects.ts";
import type { Db } from "#db/database.ts";
import { readCurrency } from "#app/domain/prices/currencies.ts";
import { withQuery } from "./panel-address.ts";
import { dropPagesAround, type Place } from "./place.ts";

/** characters; what is longer is wrong (RULES.md 19.2, 19.3) */
const [maxShort, maxShop] = [40, 500];

const wrong: Record<keyof SightingFields, MessageKey> = {
  amount: "prices.errorAmount",
  currency: "prices.errorCurrency",
  size_ml: "prices.errorSize",
  shop: "prices.errorShop",
  kind: "prices.errorKind",
  seen_on: "prices.errorSeenOn",
};

/** The form to tell a price. @param currency in which the amount is read: each has decimals and a sign of its own */
export function priceForm(currency: string) {
  const checked = (name: keyof SightingFields) => (text: string) => isRight(name, text, currency);
  const filled = (name: keyof SightingFields, max = maxShort) =>
    filledLine(wrong[name], max, wrong[name]).pipe(z.string().refine(checked(name), wrong[name]));
  const optional = (name: keyof SightingFields) =>
    z
      .string()
      .trim()
      .max(maxShort, { error: wrong[name], abort: true })
      .refine(checked(name), wrong[name])
      .default("");
  return defineForm(
    "add-price",
    z.object({
      perfume_id: hiddenField(),
      amount: filled("amount"),
      currency: filled("currency"),
      size_ml: filled("size_ml"),
      shop: filled("shop", maxShop),
      kind: optional("kind"),
      seen_on: optional("seen_on"),
    }),
    {
      labels: {
        amount: "price.amount",
        currency: "price.currency",
        size_ml: "price.size",
        shop: "price.shop",
        kind: "price.kind",
        seen_on: "price.seenOn",
      },
      constraints: { amount: { maxLength: maxShort }, size_ml: { maxLength: maxShort } },
    },
  );
}

const held: Record<HeldBecause, MessageKey> = {
  "signed-out": "prices.heldSignedOut",
  unconfirmed: "prices.heldUnconfirmed",
  "unknown-shop": "prices.heldUnknownShop",
  "unusual-price": "prices.heldUnusualPrice",
};

const thanked = { shown: "prices.shown", same: "prices.same" } as const;

/** Where the readers of a page may be, for shops that have one name in several countries (RULES.md 19.3). */
const countries: Record<Language, string | null> = {
  es: "ES",
  en: null,
  fr: "FR",
  de: "DE",
  it: "IT",
  pt: "PT",
};

/** Stores what somebody saw in a shop, of a bottle that is on the page (RULES.md 19.4). */
export async function addPrice(
  context: Readonly<RouterContextProvider>,
  form: FormData,
  { perfumeId, path, query }: Place,
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
    // Only for a day that ends between the two looks at it.
    if ("wrong" in read)
      return refuseWith(422, wrong[read.wrong[0]!], { fields: pick(read.wrong) });
    const db = context.get(database);
    const card = asked === null ? "no-such-perfume" : await cardOnPage(db, perfumeId, asked);
    const wait = await limit.take();
    if (wait !== null) return refuseTooMany(context, sent, wait);
    if (isFromProgram(form)) return redirectWithMessage(context, path, "prices.heldSignedOut");
    const by = voterOf(context);
    const result =
      typeof card === "string"
        ? { outcome: card }
        : await addSighting(db, card.bottleId, read.sighting, by, now, countries[lang]);
    if (result.outcome !== "shown" && result.outcome !== "held") await limit.forgive();
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
    if (result.outcome === "shown") await dropPagesAround(context, result.perfumeId);
    const thanks = result.outcome === "held" ? held[result.because] : thanked[result.outcome];
    return redirectWithMessage(
      context,
      `${withQuery(path, query, "")}#${(card as Card).anchor}`,
      thanks,
    );
  });
}

const pick = (fields: (keyof SightingFields)[]) =>
  Object.fromEntries(fields.map((name) => [name, wrong[name]]));

interface Card {
  bottleId: number;
  /** the id of its element on the page */
  anchor: string;
}

/** @returns the card of a bottle, or of that which it was merged into, on a bottle's page; or why there is none */
async function cardOnPage(
  db: Db,
  perfumeId: number,
  asked: number,
): Promise<Card | "no-such-perfume" | "removed"> {
  const bottleId = (await currentPerfumeId(db, asked)) ?? asked;
  if (bottleId === perfumeId) return { bottleId, anchor: "bottle" };
  const dupeId = await findDupeBetween(db, perfumeId, bottleId);
  if (dupeId !== undefined) return { bottleId, anchor: `dupe-${dupeId}` };
  return (await wasRemoved(db, asked)) ? "removed" : "no-such-perfume";
}
