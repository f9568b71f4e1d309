// How much a larger catalogue slows down pages: the same perfumes' pages among 1,000 and among 1,000,000 perfumes.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { perfumePath } from "../../app/domain/catalog/slugs.ts";
import { newBottle, withStarter } from "./databases.ts";
import { percentile, timeEach } from "./measure.ts";
import { synthetic } from "./search-synthetic.ts";
import { serve } from "./server.ts";

const then = "2026-01-01T00:00:00.000Z";
const folder = mkdtempSync(join(tmpdir(), "sosia-size-"));

/** Creates a database with the starter catalogue and synthetic perfumes, `count` before duplicates are dropped. */
async function build(count: number) {
  const url = `file:${join(folder, `${count}.db`)}`;
  const db = await withStarter(url);
  const known = await db
    .selectFrom("perfumes")
    .select(["id", "marca", "nombre", "popularidad"])
    .orderBy("id")
    .execute();
  let rows: (ReturnType<typeof newBottle> & { popularidad: number })[] = [];
  const write = async () => {
    await db.transaction().execute(async (tx) => {
      for (let at = 0; at < rows.length; at += 500)
        await tx
          .insertInto("perfumes")
          .values(rows.slice(at, at + 500))
          .onConflict((same) => same.doNothing())
          .execute();
    });
    rows = [];
  };
  for (const { marca, nombre, popularidad } of synthetic(known, count)) {
    rows.push({ ...newBottle(marca, nombre, then), popularidad });
    if (rows.length === 20_000) await write();
  }
  await write();
  const { n } = await db
    .selectFrom("perfumes")
    .select((row) => row.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  await db.destroy();
  return { url, known, n };
}

async function start(count: number, port: number) {
  const { url, known, n } = await build(count);
  const site = await serve("app/start.ts", port, { DATABASE_URL: url });
  const pages = (language: string) =>
    known.map((perfume) => `${site.origin}/${language}${perfumePath(perfume)}`);
  // Waits for the search index, so that building it does not disturb the measurement.
  await (await fetch(`${site.origin}/api/perfumes?q=aventus`)).arrayBuffer();
  for (const language of ["en", "fr", "de", "it"]) await timeEach(pages(language));
  return { site, n, pages };
}

// 1,150,000, because some of the synthetic names are duplicates.
const small = await start(1000, 3463);
const large = await start(1_150_000, 3464);
// Alternating, because a machine's speed varies.
const times = { small: [] as number[], large: [] as number[] };
const largePages = large.pages("es");
for (const [at, page] of small.pages("es").entries()) {
  times.small.push(...(await timeEach([page])));
  times.large.push(...(await timeEach([largePages[at]!])));
}
await Promise.all([small.site.stop(), large.site.stop()]);
const row = (n: number, ms: number[]) => ({
  perfumes: n,
  "median ms": percentile(ms, 50),
  "p99 ms": percentile(ms, 99),
});
console.table([row(small.n, times.small), row(large.n, times.large)]);
const ratio = percentile(times.large, 50) / percentile(times.small, 50);
console.log(`ratio of the medians: ${ratio.toFixed(2)} (limit 1.5)`);
