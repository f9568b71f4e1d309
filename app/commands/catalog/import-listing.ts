// npm run catalog -- import listing: a shop's own export, matched to bottles.
import { statSync } from "node:fs";
import { parseArgs } from "node:util";
import { z } from "zod";
import { readCsv } from "#app/domain/catalog/csv/read-csv.ts";
import { type NewPrice, writeSightings } from "#app/domain/prices/write-sighting.ts";
import { runMigrated } from "../run.ts";
import type { Db } from "#db/database.ts";
import { commandTransaction } from "#db/transactions.ts";
import { parseAmount } from "#app/domain/prices/amounts.ts";
import { canBeSeenOn } from "#app/domain/prices/bounds.ts";
import { parseAddress } from "#app/domain/prices/shop-addresses.ts";
import { readCurrency } from "#app/domain/prices/currencies.ts";
import { dayOf } from "#app/domain/prices/days.ts";
import { loadShops, type Shop } from "#app/domain/prices/shops.ts";
import { parseSize } from "#app/domain/prices/sizes.ts";
import { matchListing } from "#app/domain/search/match-listing.ts";

const usage = `Usage: npm run catalog -- import listing FILE.csv --shop HOST --columns brand=A,title=B,size=C,price=D[,seen=E][,url=F][,stock=G] [--currency CODE] [--dry-run]
  A to G are columns of the file. The shop is a known one; the currency is the shop's unless it is given.`;

const needed = ["brand", "title", "size", "price"];
const known = [...needed, "seen", "url", "stock"];

type Row = Record<string, string>;
/** Why a line is left out, or what is stored of it once its bottle is known. */
type Read = { out: string } | { price: Omit<NewPrice, "perfume_id"> };

const now = new Date();
const { file, shop, columns, currency, dryRun } = commandLine();
await runMigrated((db) => run(db));

function commandLine() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        shop: { type: "string" },
        columns: { type: "string" },
        currency: { type: "string" },
        "dry-run": { type: "boolean" },
      },
    });
    const columns = columnsOf(values.columns);
    const currency = values.currency === undefined ? null : readCurrency(values.currency);
    const [, , file, ...more] = positionals;
    if (!file || more.length > 0 || !values.shop || !columns) return misused();
    if (values.currency !== undefined && currency === null) return misused();
    if (!statSync(file, { throwIfNoEntry: false })?.isFile())
      return stop(`There is no file ${file}.`);
    return { file, shop: values.shop, columns, currency, dryRun: values["dry-run"] === true };
  } catch {
    return misused();
  }
}

/** @returns our names of columns by the file's, or null */
function columnsOf(text = ""): Map<string, string> | null {
  const pairs = text.split(",").map((pair) => pair.split("=").map((part) => part.trim()));
  const names = pairs.map(([name]) => name ?? "");
  const columns = new Map(pairs.map(([name = "", column = ""]) => [name, column]));
  const right =
    pairs.every((pair) => pair.length === 2 && pair[1]) &&
    new Set(names).size === names.length &&
    names.every((name) => known.includes(name)) &&
    needed.every((name) => names.includes(name));
  return right ? columns : null;
}

function misused(): never {
  return stop(usage);
}

function stop(text: string): never {
  console.error(text);
  process.exit(2);
}

async function run(db: Db): Promise<void> {
  const entry = (await loadShops(db)).ofHost(parseAddress(shop)?.host ?? "");
  if (!entry || entry.state === "blocked")
    return fail(`${shop} is not a known shop: import it first (npm run catalog -- import shops).`);
  const money = currency ?? entry.currency;
  if (money === null) return fail(`${shop} has no currency: give it with --currency.`);
  const shape = z.object(
    Object.fromEntries([...columns.values()].map((name) => [name, z.string()])),
  );
  const { rows, bad } = await readCsv(file, shape, { others: true });
  for (const { line, reason } of bad) console.error(`line ${line}: ${reason}`);
  if (bad.length > 0) return fail(`${bad.length} bad lines in ${file}; nothing was changed.`);
  const read = rows.map(({ line, value }) => {
    const row = Object.fromEntries(
      [...columns].map(([name, column]) => [name, value[column]!.replace(/\s+/gu, " ").trim()]),
    );
    return { line, row, ...readRow(row, entry, money) };
  });
  const progress = process.stderr.isTTY ? showProgress : undefined;
  const products = read.map(({ row }) => ({ brand: row.brand!, title: row.title! }));
  const matches = await matchListing(db, products, progress);
  const prices: NewPrice[] = [];
  for (const [at, one] of read.entries()) {
    const match = matches[at]!;
    const out = "out" in one ? one.out : match.outcome === "matched" ? null : unsure(match.nearest);
    if (out !== null) console.log(`line ${one.line}: ${one.row.brand} · ${one.row.title}: ${out}`);
    else if ("price" in one && match.outcome === "matched")
      prices.push({ ...one.price, perfume_id: match.bottle.id });
  }
  const added = dryRun
    ? 0
    : await commandTransaction(db, (tx) => writeSightings(tx, prices, now), "read committed");
  console.log(
    `listing: ${prices.length} of ${read.length} lines matched a bottle, ${added} prices added, ${read.length - prices.length} lines left out.`,
  );
}

function unsure(nearest: { marca: string; nombre: string } | null): string {
  return nearest
    ? `not sure that it is ${nearest.marca} · ${nearest.nombre}`
    : "no bottle is like it";
}

function readRow(row: Row, entry: Shop, money: string): Read {
  const amount = parseAmount(row.price!, money);
  // A number alone may be ounces, unless the column says that it is ml.
  const unclear = /^[\d.,]+$/u.test(row.size!) && !/ml/iu.test(columns.get("size")!);
  const size = unclear ? null : parseSize(row.size!);
  const seenOn = row.seen || dayOf(now);
  const url = row.url ? parseAddress(row.url)?.url : null;
  if (/^(?:false|no|0|out.*)$/iu.test(row.stock ?? "")) return { out: "out of stock" };
  if (amount === null) return { out: `no price: ${JSON.stringify(row.price)}` };
  if (size === null) return { out: `no size: ${JSON.stringify(row.size)}` };
  if (!canBeSeenOn(seenOn, now)) return { out: `no date: ${JSON.stringify(row.seen)}` };
  return {
    price: {
      amount_cents: amount,
      currency: money,
      size_ml: size,
      kind: /\btester\b/iu.test(row.title!) ? "tester" : "bottle",
      shop: entry.host,
      url: url ?? null,
      country: entry.country,
      seen_on: seenOn,
      user_id: null,
      state: "shown",
      created_at: now.toISOString(),
    },
  };
}

function showProgress(done: number, total: number) {
  if (done % 20 === 0 || done === total)
    process.stderr.write(`\r${done} of ${total} products${done === total ? "\n" : ""}`);
}

function fail(text: string): void {
  console.error(text);
  process.exitCode = 1;
}
