import { z } from "zod";
import { parseId } from "#app/domain/catalog/ids.ts";
import { dayOf, lastDay } from "#app/domain/catalog/days.ts";
import { otherCurrencyIn } from "#app/domain/prices/amounts.ts";
import { isRight, type SightingFields } from "#app/domain/prices/read-sighting.ts";
import { lastSize } from "#app/domain/prices/sightings.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { filledLine, hiddenField } from "#app/http/forms/form-fields.ts";
import {
  database,
  language,
  openPrice,
  type RequestContext,
} from "#app/http/middleware/context.ts";
import { formatIn } from "#app/i18n/format.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";

/** characters; longer values are wrong (RULES.md 4.2, 4.3) */
const [maxShort, maxShop] = [40, 500];

type Name = keyof SightingFields;

const wrongField: Record<Name, MessageKey> = {
  amount: "prices.errorAmount",
  currency: "prices.errorCurrency",
  size_ml: "prices.errorSize",
  shop: "prices.errorShop",
  kind: "prices.errorKind",
  seen_on: "prices.errorSeenOn",
};

/** @param currency for parsing the amount: decimals and sign differ */
export function priceForm(currency: string) {
  const checked = (name: Name) => (text: string) => isRight(name, text, currency);
  const filled = (name: Name, max = maxShort) =>
    filledLine(wrongField[name], max, wrongField[name]).pipe(
      z.string().refine(checked(name), wrongField[name]),
    );
  const optional = (name: Name) =>
    z
      .string()
      .trim()
      .max(maxShort, { error: wrongField[name], abort: true })
      .refine(checked(name), wrongField[name])
      .default("");
  return defineForm(
    "add-price",
    z.object({
      perfume_id: hiddenField(),
      amount: filledLine(wrongField.amount, maxShort, wrongField.amount).pipe(
        z.string().superRefine((text, found) => {
          const sign = otherCurrencyIn(text, currency);
          if (sign !== null)
            found.addIssue({
              code: "custom",
              message: "prices.errorOtherCurrency",
              params: { sign, currency },
            });
          else if (!checked("amount")(text)) found.addIssue(wrongField.amount);
        }),
      ),
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

/** The form for `?price=` or a refused price, with known values filled in. */
export async function pricing(
  context: RequestContext,
  query: URLSearchParams,
  currency: string,
  bottles: { id: number; marca: string; nombre: string }[],
) {
  const asked = context.get(openPrice) ?? parseId(query.get("price"));
  const bottle = bottles.find(({ id }) => id === asked);
  if (!bottle) return null;
  const now = new Date();
  const size = await lastSize(context.get(database), bottle.id, now);
  return {
    bottle,
    currency,
    /** of the bottle's last price, in ml */
    ...(size !== null && { size: formatIn(context.get(language)).decimal(size) }),
    today: dayOf(now),
    lastDay: lastDay(now),
    constraints: priceForm(currency).constraints,
  };
}
