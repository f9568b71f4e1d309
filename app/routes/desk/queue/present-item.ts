import type { RouterContextProvider } from "react-router";
import type { FactColumn } from "#app/domain/catalog/facts.ts";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { type Changed, factChanges } from "#app/domain/desk/log/shown-log.ts";
import type { QueueItem } from "#app/domain/desk/queue/queue-page.ts";
import { ago, formatIn } from "#app/i18n/format.ts";
import { pageText } from "#app/i18n/page-text.server.ts";
import { factsInLanguage, factsToType } from "#app/http/forms/typed-facts.ts";
import { config, language } from "#app/http/middleware/context.ts";
import { writeAmount } from "#app/domain/prices/write-amount.ts";

export interface LinkedBottle {
  marca: string;
  nombre: string;
  /** without language */
  path: string;
}

export type Shown =
  | { kind: "perfume" | "dupe"; marca: string; nombre: string; pages: string[] }
  | { kind: "facts"; changes: Changed[]; typed: Record<FactColumn, string> }
  | {
      kind: "price";
      amount: string;
      size: string;
      of: "bottle" | "tester" | "decant";
      shop: string;
      url: string | null;
      seen: string;
      /** price of 100 ml there and the usual one; null if unknown */
      per100: string;
      usual: string | null;
      saidGone: { people: string } | null;
    }
  | {
      kind: "review";
      author: string | null;
      text: string;
      lang: string | null;
      hidden: boolean;
      reports: { reason: string; note: string | null }[];
      dupe: LinkedBottle;
    };

export interface ItemData {
  /** e.g. "perfume:12" */
  name: string;
  kind: Shown["kind"];
  version: number;
  times: number;
  /** ISO 8601 */
  since: string;
  ago: string;
  askers: { userId: string; username: string | null }[];
  others: number;
  perfume: LinkedBottle | null;
  /** similar bottles in the catalogue */
  alike: (LinkedBottle & { id: number })[];
  shown: Shown;
}

/** An item as its card shows it, in the page's language. */
export function present(
  context: Readonly<RouterContextProvider>,
  item: QueueItem,
  now: Date,
): ItemData {
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
          : details.kind === "facts"
            ? {
                kind: "facts",
                changes: factChanges({
                  before: factsInLanguage(lang, details.before),
                  after: factsInLanguage(lang, details.after),
                }),
                typed: factsToType(lang, details.facts),
              }
            : details,
  };
}

const linked = ({ id, marca, nombre }: { id: number; marca: string; nombre: string }) => ({
  marca,
  nombre,
  path: perfumePath({ id, marca, nombre }),
});

function presentPrice(
  context: Readonly<RouterContextProvider>,
  price: Extract<QueueItem["details"], { kind: "price" }>,
): Shown {
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
    saidGone: price.saidGone && {
      people: format.number(price.saidGone.people),
    },
  };
}

function presentReview(
  context: Readonly<RouterContextProvider>,
  review: Extract<QueueItem["details"], { kind: "review" }>,
): Shown {
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
