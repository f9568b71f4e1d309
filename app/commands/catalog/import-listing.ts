// npm run catalog -- import listing: a shop's own export, matched to bottles.
import { z } from "zod";
import { readCsv } from "#app/domain/catalog/csv/read-csv.ts";
import { readCurrency } from "#app/domain/prices/currencies.ts";
import { type ListingRow, readListingRow } from "#app/domain/prices/read-listing.ts";
import { parseAddress } from "#app/domain/catalog/public-addresses.ts";
import { refusedByOperator, refusedImports } from "#app/domain/prices/refused-prices.ts";
import { withoutSize } from "#app/domain/prices/sizes.ts";
import { loadShops } from "#app/domain/prices/shops.ts";
import { type NewPrice, writeSightings } from "#app/domain/prices/write-sighting.ts";
import { matchListing } from "#app/domain/search/match-listing.ts";
import type { Db } from "#db/database.ts";
import { commandTransaction } from "#db/transactions.ts";
import { commandLine, fail, misused, progressOf, requireFile } from "../command-line.ts";
import { runMigrated } from "../run.ts";
import { saysForm } from "./import-file.ts";

const usage = `Usage: npm run catalog -- import listing FILE.csv --shop HOST --columns brand=A,title=B,size=C,price=D[,seen=E][,url=F][,stock=G] [--currency CODE] [--dry-run]
  A to G are columns of the file. The shop must be known. The currency defaults to the shop's.`;

const needed = ["brand", "title", "size", "price"];
const known = [...needed, "seen", "url", "stock"];

export async function importListing(words: string[]): Promise<void> {
  const asked = askedIn(words);
  requireFile(asked.file);
  await runMigrated((db) => run(db, asked, new Date()));
}

function askedIn(args: string[]) {
  const text = { type: "string" } as const;
  const options = {
    shop: text,
    columns: text,
    currency: text,
    "dry-run": { type: "boolean" },
  } as const;
  const { words, values } = commandLine(usage, options, args);
  const { shop, "dry-run": dryRun = false } = values;
  const columns = columnsOf(values.columns);
  const currency = values.currency === undefined ? null : readCurrency(values.currency);
  const [file, ...more] = words;
  if (values.currency !== undefined && currency === null)
    return misused(
      `--currency must be a code of three letters, e.g. EUR, not ${JSON.stringify(values.currency)}.`,
    );
  if (file && more.length === 0 && shop && columns)
    return { file, shop, columns, currency, dryRun };
  return misused(usage);
}

function columnsOf(text = ""): Map<string, string> | null {
  // A column's own name can have a comma.
  const pairs = text
    .split(/,(?=[^,=]*=)/u)
    .map((pair) => pair.split("=").map((part) => part.trim()));
  const names = pairs.map(([name]) => name ?? "");
  const columns = new Map(pairs.map(([name = "", column = ""]) => [name, column]));
  const right =
    pairs.every((pair) => pair.length === 2 && pair[1]) &&
    new Set(names).size === names.length &&
    names.every((name) => known.includes(name)) &&
    needed.every((name) => names.includes(name));
  return right ? columns : null;
}

async function run(
  db: Db,
  { file, shop, columns, currency, dryRun }: ReturnType<typeof askedIn>,
  now: Date,
): Promise<void> {
  const entry = (await loadShops(db)).ofHost(parseAddress(shop)?.host ?? "");
  if (!entry || entry.state === "blocked")
    return fail(`${shop} is not a known shop: import it first (npm run catalog -- import shops).`);
  const money = currency ?? entry.currency;
  if (money === null) return fail(`${shop} has no currency: give it with --currency.`);
  const shape = Object.fromEntries([...columns.values()].map((name) => [name, z.string()]));
  const { rows, bad, readAs } = await readCsv(file, z.object(shape), { others: true });
  for (const { line, reason } of bad) console.error(`line ${line}: ${reason}`);
  if (bad.length > 0) return fail(`${bad.length} bad lines in ${file}; nothing was changed.`);
  const isMl = /ml/iu.test(columns.get("size")!);
  const read = rows.map(({ line, value }) => {
    const row = rowOf(value, columns);
    return { line, row, ...readListingRow(row, { shop: entry, currency: money, isMl, now }) };
  });
  const products = read.map(({ row: { brand, title }, ...one }) => ({
    brand,
    title,
    ...("price" in one && { sizeless: withoutSize(title, one.price.size_ml) }),
  }));
  const matches = await matchListing(db, products, progressOf(20, " products"));
  const isRefused = await refusedImports(db, now);
  const prices: NewPrice[] = [];
  for (const [at, one] of read.entries()) {
    const price = priceOf(one, matches[at]!, isRefused);
    if (typeof price !== "string") prices.push(price);
    else console.log(`line ${one.line}: ${one.row.brand} · ${one.row.title}: ${price}`);
  }
  const added = dryRun
    ? 0
    : await commandTransaction(db, (tx) => writeSightings(tx, prices, now), "read committed");
  console.log(
    `listing: ${prices.length} of ${read.length} lines matched a bottle, ${added} prices added, ${read.length - prices.length} lines left out.${saysForm(readAs)}`,
  );
}

function rowOf(value: Record<string, string>, columns: Map<string, string>): ListingRow {
  const named: Partial<Record<string, string>> = Object.fromEntries(
    [...columns].map(([name, column]) => [name, value[column]!.replace(/\s+/gu, " ").trim()]),
  );
  const { brand = "", title = "", size = "", price = "", ...optional } = named;
  return { brand, title, size, price, ...optional };
}

/** @returns why not, where it is left out */
function priceOf(
  one: ReturnType<typeof readListingRow>,
  match: Awaited<ReturnType<typeof matchListing>>[number],
  isRefused: (price: NewPrice) => boolean,
): NewPrice | string {
  if ("out" in one) return one.out;
  if (match.outcome !== "matched") return unsure(match.nearest);
  const price = { ...one.price, perfume_id: match.bottle.id };
  return isRefused(price) ? refusedByOperator : price;
}

function unsure(nearest: { marca: string; nombre: string } | null): string {
  return nearest
    ? `unsure; the nearest is ${nearest.marca} · ${nearest.nombre}`
    : "no similar bottle";
}
