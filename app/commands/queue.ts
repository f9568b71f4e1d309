// npm run queue: lists items that wait for operators, and decides on them (RULES.md 10.5).
import { parseArgs } from "node:util";
import { cleanLine } from "#app/i18n/clean-text.ts";
import { fail, idOf, Misused, orMisused } from "./command-line.ts";
import { runOnExisting } from "./run.ts";
import type { Db } from "#db/database.ts";
import { commandTransaction } from "#db/transactions.ts";
import type { LogEntry } from "#app/domain/desk/log/audit.ts";
import { decimalAmount } from "#app/domain/prices/amounts.ts";
import type { Config } from "#app/config.ts";
import { createPerfumeSearch } from "#app/domain/search/perfume-search.ts";
import { accept, type Outcome, refuse, same } from "#app/domain/desk/queue/decide.ts";
import { itemName, parseItem, type SeenItem } from "#app/domain/desk/queue/items.ts";
import { type BuiltSite, onSite } from "./on-site.ts";
import { cleanCorrections, correctionsOf } from "./queue/corrections.ts";
import {
  listQueue,
  type QueueItem,
  type WaitingKind,
  waitingKinds,
} from "#app/domain/desk/queue/queue-page.ts";

const usage = `Usage: npm run queue -- list [--kind ${waitingKinds.join("|")}] [--page N]
       npm run queue -- accept ITEM [--marca BRAND] [--nombre NAME]   (adds the suggestion, or shows the price)
                        for a dupe also [--fuente URL], empty for none; for facts [--${correctionsOf.facts.join("|--")} VALUE]
       npm run queue -- refuse ITEM --why REASON
       npm run queue -- same ITEM ID                                  (it already exists, as bottle ID)
       npm run queue -- digest                                        (emails operators the waiting items, at most once a day)
ITEM is as in the list, e.g. perfume:12, dupe:5, facts:4, price:7 or review:3 (accept removes a review, refuse shows it again).`;

await orMisused(async () => {
  const work = command();
  await (work === "digest" ? onSite(digest) : runOnExisting(work));
});

function command(): "digest" | ((db: Db) => Promise<void>) {
  const { verb, words, options } = commandLine();
  const { kind, page, why, ...corrections } = options;
  const given = Object.keys(options);
  const only = (...allowed: string[]) => given.every((one) => allowed.includes(one));
  if (verb === "list" && words.length === 0 && only("kind", "page")) {
    const asked = { kind: kindOf(kind), page: page === undefined ? 1 : idOf(page, usage) };
    return (db) => list(db, asked);
  }
  if (verb === "accept" && words.length === 1) {
    const item = itemOf(words[0]!);
    if (!only(...correctionsOf[item.kind])) throw new Misused(usage);
    const corrected = cleanCorrections(corrections);
    return (db) => decide(db, item, (tx) => accept(tx, item, corrected, null, new Date()));
  }
  if (verb === "refuse" && words.length === 1 && why?.trim() && only("why")) {
    const item = itemOf(words[0]!);
    return (db) => decide(db, item, (tx) => refuse(tx, item, why, null, new Date()));
  }
  if (verb === "same" && words.length === 2 && only()) {
    const [item, bottle] = [itemOf(words[0]!), idOf(words[1]!, usage)];
    return (db) => decide(db, item, (tx) => same(tx, item, bottle, null, new Date()));
  }
  if (verb === "digest" && words.length === 0 && only()) return "digest";
  throw new Misused(usage);
}

async function digest(site: BuiltSite, { deskDigest }: Config): Promise<string> {
  if (!deskDigest) return "DESK_DIGEST is off: no emails are sent.";
  const queued = await site.writeDeskDigest(new Date());
  if (queued === null) return "Today's emails are already queued.";
  return queued === 1 ? "1 email queued." : `${queued} emails queued.`;
}

function commandLine() {
  const text = { type: "string" } as const;
  const corrections = Object.values(correctionsOf).flatMap((names) =>
    names.map((one) => [one, text] as const),
  );
  const options = { kind: text, page: text, why: text, ...Object.fromEntries(corrections) };
  try {
    const { positionals, values } = parseArgs({ options, allowPositionals: true });
    const [verb, ...words] = positionals;
    return { verb, words, options: { ...values } };
  } catch {
    throw new Misused(usage);
  }
}

function kindOf(word: string | undefined): WaitingKind | null {
  if (word === undefined) return null;
  const kind = waitingKinds.find((one) => one === word);
  if (!kind) throw new Misused(usage);
  return kind;
}

function itemOf(word: string): SeenItem {
  const item = parseItem(word);
  if (!item) throw new Misused(usage);
  return { ...item, version: null };
}

async function list(db: Db, asked: { kind: WaitingKind | null; page: number }): Promise<void> {
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
    return `“${cleanLine(details.text)}” by ${details.author ?? "somebody"}, reported as ${details.reports.map(({ reason }) => reason).join(", ")}, on ${details.dupe.marca} · ${details.dupe.nombre}`;
  if (details.kind === "facts") {
    const { before, after } = details;
    const one = (facts: object, name: string) => String(Object(facts)[name] ?? "nothing");
    const changes = Object.keys(after).map(
      (name) => `${name} ${one(before, name)} → ${one(after, name)}`,
    );
    return `facts: ${changes.join(", ") || "as they are by now"}`;
  }
  if (details.kind !== "price")
    return `${details.marca} · ${details.nombre}${details.pages.length > 0 ? ` (${details.pages.join(" ")})` : ""}`;
  const { amount, currency, size, of, shop, url, seenOn } = details;
  return `${decimalAmount(amount, currency)} ${currency} for a ${of} of ${size} ml at ${url ?? shop} on ${seenOn}`;
}

async function decide(db: Db, item: SeenItem, work: (tx: Db) => Promise<Outcome>): Promise<void> {
  const done = await commandTransaction(db, work);
  const name = itemName(item);
  switch (done.outcome) {
    case "decided":
      return console.log(`${name}: ${saying(done)}`);
    case "stale":
      return fail(`${name} is no longer waiting${done.did ? `: ${told(done.did)}` : ""}.`);
    case "dupe-of-itself":
      return fail(`${name}: the bottle would be its own dupe.`);
    case "no-such-perfume":
      return fail(`${name}: no such bottle.`);
    case "blocked-shop":
      return fail(`${name}: the shop is blocked.`);
    case "not-possible":
      return fail(`${name}: not possible for a ${item.kind}.`);
    default:
      return fail(`No such item: ${name}.`);
  }
}

function saying({ after, along }: Extract<Outcome, { outcome: "decided" }>): string {
  const { state, bottle, madeBottle, madeDupe } = after;
  const made = [...(madeBottle ? ["bottle made"] : []), ...(madeDupe ? ["dupe made"] : [])];
  return [
    String(state) + (bottle === undefined ? "" : ` as ${String(bottle)}`),
    ...made,
    ...(along.length > 0 ? [`with ${along.map(itemName).join(", ")}`] : []),
  ].join(", ");
}

function told({ action, at, actorName, via, reason }: LogEntry): string {
  const who = via === "command" ? "a command" : (actorName ?? "somebody");
  return `${action} by ${who} at ${at}${reason ? ` (${cleanLine(reason)})` : ""}`;
}
