// Requests per second, response times and memory of the built site, compared with an empty handler.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { perfumePath } from "../../app/domain/catalog/slugs.ts";
import { withAllPerfumes } from "./databases.ts";
import { alternate, load, percentile, timeEach } from "./measure.ts";
import { serve } from "./server.ts";

const folder = mkdtempSync(join(tmpdir(), "sosia-bench-"));
const database = `file:${join(folder, "bench.db")}`;

const db = await withAllPerfumes(database);
const perfumes = await db.selectFrom("perfumes").select(["id", "marca", "nombre"]).execute();
const listed = await db
  .selectFrom("dupes")
  .select((row) => ["perfume_id", row.fn.countAll().as("n")])
  .groupBy("perfume_id")
  .orderBy("n", "desc")
  .execute();
const pageOf = ({ perfume_id }: { perfume_id: number }) =>
  `/es${perfumePath(perfumes.find(({ id }) => id === perfume_id)!)}`;
const full = pageOf(listed[0]!);
const usual = listed[listed.length >> 1]!;
await db.destroy();

const site = await serve("app/start.ts", 3460, { DATABASE_URL: database });
const page = Buffer.from(await (await fetch(site.origin + full)).arrayBuffer());
const bodyFile = join(folder, "page.br");
const { brotliCompressSync } = await import("node:zlib");
writeFileSync(bodyFile, brotliCompressSync(page, { params: { 1: 9 } }));
const empty = await serve("tests/bench/empty.ts", 3461, { BENCH_BODY: bodyFile });

const br = { "accept-encoding": "br" };
await load(empty.origin + full, br, 4);
await load(site.origin + full, br, 4);
const [bare, warm] = await alternate(
  () => load(empty.origin + full, br, 3),
  () => load(site.origin + full, br, 3),
);
await empty.stop();

// Requests with a session cookie, even of an ended session, bypass the cache.
const uncached = { cookie: "auth_token=over" };
await load(site.origin + full, { ...br, ...uncached }, 8);
const [cold, coldUsual, uncompressed] = await alternate(
  () => load(site.origin + full, { ...br, ...uncached }, 4),
  () => load(site.origin + pageOf(usual), { ...br, ...uncached }, 4),
  () => load(site.origin + full, uncached, 4),
);
const home = await load(`${site.origin}/es`, br);
const search = await load(`${site.origin}/es?q=bacarat+rouge`, br);
console.log(
  `\nOne core, ${perfumes.length} perfumes, a perfume with 20 dupes unless said otherwise`,
);
console.table({
  "empty handler, same bytes": { "requests/s": bare.rate, "p99 ms": bare.p99, limit: "" },
  "warm page, from the cache": {
    "requests/s": warm.rate,
    "p99 ms": warm.p99,
    limit: `≥ ${Math.round(bare.rate * 0.6)} (60 %): ${Math.round((100 * warm.rate) / bare.rate)} %`,
  },
  "cold page, rendered and compressed": {
    "requests/s": cold.rate,
    "p99 ms": cold.p99,
    limit: "≥ 300",
  },
  [`the same of a perfume with ${usual.n} dupes, as many as half have`]: {
    "requests/s": coldUsual.rate,
    "p99 ms": coldUsual.p99,
    limit: "≥ 300",
  },
  "cold page, rendered, not compressed": {
    "requests/s": uncompressed.rate,
    "p99 ms": uncompressed.p99,
    limit: "",
  },
  "home, from the cache": { "requests/s": home.rate, "p99 ms": home.p99, limit: "" },
  "search results, never cached": { "requests/s": search.rate, "p99 ms": search.p99, limit: "" },
});

const step = Math.max(1, Math.floor(perfumes.length / 500));
const distinct = perfumes.filter((_, i) => i % step === 0).slice(0, 500);
const pagesIn = (language: string) =>
  distinct.map((perfume) => `${site.origin}/${language}${perfumePath(perfume)}`);
// Warms the server up with other pages than the measured ones.
await timeEach(pagesIn("en"));
const pages = await timeEach(pagesIn("de"));
const words = distinct.map(({ marca, nombre }, i) =>
  (i % 2 ? nombre : `${marca} ${nombre}`).slice(0, 6 + (i % 20)),
);
const answers = await timeEach(
  words.map((word) => `${site.origin}/api/perfumes?lang=es&q=${encodeURIComponent(word)}`),
);
console.table({
  "500 distinct perfume pages in series": {
    "median ms": percentile(pages, 50),
    "p99 ms": percentile(pages, 99),
    limit: "median 5, p99 30",
  },
  "500 searches by /api/perfumes in series": {
    "median ms": percentile(answers, 50),
    "p99 ms": percentile(answers, 99),
    limit: "p99 20",
  },
});

const before = site.memory();
const half = await load(site.origin + full, br, 0, 50_000).then(() => site.memory());
await load(site.origin + full, br, 0, 50_000);
console.table({
  "resident memory, MB": {
    "so far": Math.round(before),
    "50,000 requests on": Math.round(half),
    "100,000 on": Math.round(site.memory()),
    limit: 350,
  },
});

await site.stop();
