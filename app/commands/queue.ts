// npm run queue: lists items that wait for operators (RULES.md 10.5), and emails them (RULES.md 10.28).
import { cleanLine } from "#app/i18n/clean-text.ts";
import { commandLine, idOf, misused } from "./command-line.ts";
import { runOnExisting } from "./run.ts";
import type { Db } from "#db/database.ts";
import { decimalAmount } from "#app/domain/prices/amounts.ts";
import type { Config } from "#app/config.ts";
import { createPerfumeSearch } from "#app/domain/search/perfume-search.ts";
import { type BuiltSite, onSite } from "./on-site.ts";
import { type ItemKind, itemKinds } from "#app/domain/desk/queue/items.ts";
import { listQueue, type QueueItem } from "#app/domain/desk/queue/queue-page.ts";

const usage = `Usage: npm run queue -- list [--kind ${itemKinds.join("|")}] [--page N]
       npm run queue -- digest     (emails operators the waiting items, at most once a day)`;

const work = command();
await (work === "digest" ? onSite(digest) : runOnExisting(work));

function command(): "digest" | ((db: Db) => Promise<void>) {
  const text = { type: "string" } as const;
  const { words, values } = commandLine(usage, { kind: text, page: text });
  const { kind, page } = values;
  const [verb] = words;
  if (words.length !== 1) misused(usage);
  if (verb === "list") {
    const asked = { kind: kindOf(kind), page: page === undefined ? 1 : idOf(page, usage) };
    return (db) => list(db, asked);
  }
  if (verb === "digest" && kind === undefined && page === undefined) return "digest";
  return misused(usage);
}

async function digest(site: BuiltSite, { deskDigest }: Config): Promise<string> {
  if (!deskDigest) return "DESK_DIGEST is off: no emails are sent.";
  const queued = await site.writeDeskDigest(new Date());
  if (queued === null) return "Today's emails are already queued.";
  return queued === 1 ? "1 email queued." : `${queued} emails queued.`;
}

function kindOf(word: string | undefined): ItemKind | null {
  if (word === undefined) return null;
  const kind = itemKinds.find((one) => one === word);
  return kind ?? misused(usage);
}

async function list(db: Db, asked: { kind: ItemKind | null; page: number }): Promise<void> {
  const { items, total, pages } = await listQueue(db, createPerfumeSearch(db), asked);
  for (const item of items) console.log(lineOf(item));
  console.log(`${total} waiting${pages > 1 ? `, page ${asked.page} of ${pages}` : ""}.`);
}

function lineOf({
  name,
  times,
  since,
  people,
  askers,
  perfume,
  details,
  alike,
}: QueueItem): string {
  const who = askers.map(({ username }) => username ?? "somebody").join(", ");
  const others = people > askers.length ? ` and ${people - askers.length} others` : "";
  const like = alike.map(({ id, marca, nombre }) => `${id} ${marca} · ${nombre}`).join("; ");
  return [
    name,
    what(details) + (perfume ? ` for ${perfume.id} ${perfume.marca} · ${perfume.nombre}` : ""),
    times === 0
      ? "reported by people whose accounts are deleted"
      : `${times}×${who && ` by ${who}${others}`} since ${since.slice(0, 10)}`,
    ...(like ? [`like ${like}`] : []),
  ].join("  ");
}

function what(details: QueueItem["details"]): string {
  if (details.kind === "review")
    return `“${cleanLine(details.description)}” by ${details.author ?? "somebody"}, reported as ${details.reports.map(({ reason }) => reason).join(", ")}, on ${details.dupe.marca} · ${details.dupe.nombre}`;
  if (details.kind === "facts") {
    const { before, after } = details;
    const one = (facts: object, name: string) => String(Object(facts)[name] ?? "nothing");
    const changes = Object.keys(after).map(
      (name) => `${name} ${one(before, name)} → ${one(after, name)}`,
    );
    return `facts: ${changes.join(", ") || "as they are by now"}`;
  }
  if (details.kind === "source")
    return `${details.url} ${details.stance} ${details.dupe.marca} · ${details.dupe.nombre}`;
  if (details.kind !== "price")
    return `${details.marca} · ${details.nombre}${details.pages.length > 0 ? ` (${details.pages.join(" ")})` : ""}`;
  const { amount_cents, currency, size_ml, kind, shop, url, seen_on } = details.price;
  return `${decimalAmount(amount_cents, currency)} ${currency} for a ${kind} of ${size_ml} ml at ${url ?? shop} on ${seen_on}`;
}
