/** Searches the starter catalogue for 300 names that shoppers of six languages look up, written down without seeing it: `node tests/bench/first-visit.ts [--misses]`. Prints, by market and kind, how many are found and have a dupe or an original. */
import { createPerfumeSearch, type FoundPerfume } from "../../app/domain/search/perfume-search.ts";
import { fold } from "../../app/domain/search/text/fold.ts";
import { seed } from "#app/commands/load-starter.ts";
import type { Db } from "#db/database.ts";
import { connect } from "#db/open/open.ts";
import { migrate } from "#db/migrate.ts";
import { readTabs } from "./search-tables.ts";

type Tally = Record<"names" | "first" | "five" | "relation" | "two", number>;

const showMisses = process.argv.includes("--misses");
const db = connect(":memory:");
await migrate(db);
await seed(db);
const search = createPerfumeSearch(db);
const tallies = new Map<string, Tally>();

for (const name of readTabs(new URL("first-visit.tsv", import.meta.url).pathname)) {
  const { market = "", query = "", kind = "" } = name;
  const { perfumes } = await search.find(query);
  const place = perfumes.slice(0, 5).findIndex((found) => isWanted(found, name));
  const sources = place === 0 ? await sourcesOf(db, perfumes[0]!) : [];
  for (const key of [market, kind, "all"]) {
    const tally = tallies.get(key) ?? { names: 0, first: 0, five: 0, relation: 0, two: 0 };
    tallies.set(key, tally);
    tally.names++;
    if (place === 0) tally.first++;
    if (place >= 0) tally.five++;
    if (sources.length > 0) tally.relation++;
    if (sources.some((count) => count > 1)) tally.two++;
  }
  if (showMisses && place !== 0)
    console.log(`  ${place < 0 ? "✗" : place + 1} [${query}] ${perfumes[0]?.nombre ?? ""}`);
}

const percent = ({ names, ...counts }: Tally) => ({
  names,
  ...Object.fromEntries(
    Object.entries(counts).map(([key, count]) => [`${key} %`, Math.round((100 * count) / names)]),
  ),
});
console.table(Object.fromEntries([...tallies].map(([key, tally]) => [key, percent(tally)])));
await db.destroy();

/** Without a name, any bottle of the brand will do; slashes separate spellings. */
function isWanted(
  found: FoundPerfume,
  { marca = "", nombre = "" }: Record<string, string>,
): boolean {
  const among = (list: string, one: string) =>
    list.split("/").some((each) => fold(each) === fold(one));
  return among(marca, found.marca) && (nombre === "" || among(nombre, found.nombre));
}

/** @returns for each of its dupes and originals, how many sources speak of them */
async function sourcesOf(db: Db, { id, marca, nombre }: FoundPerfume): Promise<number[]> {
  const rows = await db
    .selectFrom("dupes")
    .select(["sources_for", "sources_against"])
    .where((eb) =>
      eb.or([
        eb("perfume_id", "=", id),
        eb.and([eb("marca", "=", marca), eb("nombre", "=", nombre)]),
      ]),
    )
    .execute();
  return rows.map((row) => row.sources_for + row.sources_against);
}
