import type { RouterContextProvider } from "react-router";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import type { QueueItem } from "#app/domain/desk/queue/queue-page.ts";
import { ago } from "#app/i18n/ago.ts";
import { formatIn } from "#app/i18n/format.ts";
import { pageText } from "#app/i18n/page-text.server.ts";
import { config, language } from "#app/http/middleware/context.ts";
import { writeAmount } from "#app/domain/prices/write-amount.ts";
import type { ItemData, Shown } from "./item-data.ts";

type Context = Readonly<RouterContextProvider>;

type Price = Extract<QueueItem["details"], { kind: "price" }>;
type Review = Extract<QueueItem["details"], { kind: "review" }>;

/** @returns an item of the queue as its card shows it, in the page's language */
export function present(context: Context, item: QueueItem, now: Date): ItemData {
  const lang = context.get(language);
  const { name, kind, version, times, since, askers, people, perfume, details } = item;
  return {
    name,
    kind,
    version,
    times,
    since,
    ago: ago(lang, since, now),
    askers: askers.map(({ userId, username }) => ({ userId, username })),
    others: people - askers.length,
    perfume: perfume && linked(perfume),
    alike: item.alike.map(({ id, ...bottle }) => ({ id, ...linked({ id, ...bottle }) })),
    shown:
      details.kind === "price"
        ? presentPrice(context, details)
        : details.kind === "review"
          ? presentReview(context, details)
          : details,
  };
}

const linked = ({ id, marca, nombre }: { id: number; marca: string; nombre: string }) => ({
  marca,
  nombre,
  path: perfumePath({ id, marca, nombre }),
});

function presentPrice(context: Context, price: Price): Shown {
  const format = formatIn(context.get(language));
  const write = (amount: number) => writeAmount(format, Math.round(amount), price.currency);
  return {
    kind: "price",
    amount: write(price.amount),
    size: format.millilitres(price.size),
    of: price.of,
    shop: price.shop,
    url: price.url,
    seen: format.date(price.seenOn),
    per100: write((price.amount * 100) / price.size),
    usual: price.usualPer100ml === null ? null : write(price.usualPer100ml),
  };
}

function presentReview(context: Context, review: Review): Shown {
  const lang = context.get(language);
  const { reasons } = pageText(context.get(config), lang, "report");
  return {
    kind: "review",
    author: review.author,
    text: review.text,
    lang: review.language,
    hidden: review.hidden,
    reports: review.reports.map(({ reason, note }) => ({ reason: reasons[reason], note })),
    dupe: linked(review.dupe),
  };
}
