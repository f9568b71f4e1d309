// How long the pages of the catalogue at the desk take with 60,000 bottles, as a site answers them.
import { setRole } from "#db/desk/operators.ts";
import { importPerfumes } from "#db/catalogue/import-perfumes.ts";
import { catalogueChanged } from "#db/catalogue/version.ts";
import { canonical, slugify } from "#db/text.ts";
import { addDupe } from "../support/database.ts";
import { openSite } from "../support/site.ts";
import { signedIn } from "../support/sign-in.ts";
import { synthetic } from "./search-synthetic.ts";

const bottles = 60_000;
/** of the bottle that is opened */
const dupes = 100;
const rounds = 20;

const site = await openSite();
const { db } = site;
await fill();
const olga = await signedIn(site, "olga");
await setRole(db, olga.id, "owner", new Date());
await site.services.search.warm();
const rows = [];
for (const path of [
  "/es/desk/perfumes",
  "/es/desk/perfumes?q=aventus",
  "/es/desk/perfumes?q=club+de+nuit&page=2",
  "/es/desk/perfumes/59999",
  "/es/desk/perfumes/1",
]) {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    const { status } = await olga.get(path);
    times.push(performance.now() - began);
    if (status !== 200) throw new Error(`${path}: ${status}`);
  }
  times.sort((a, b) => a - b);
  const ms = (share: number) => Number(times[Math.floor(share * (rounds - 1))]!.toFixed(1));
  rows.push({ path, "median ms": ms(0.5), "slowest ms": ms(1) });
}
console.table(rows);
await site.close();

async function fill() {
  await importPerfumes(db, "db/starter/perfumes.csv");
  const real = await db.selectFrom("perfumes").select(["id", "marca", "nombre"]).execute();
  const entries = real.map((one) => ({
    ...one,
    popularidad: 0,
    isLookalike: false,
    otherNames: [],
  }));
  const made = [...synthetic(entries, bottles)].slice(real.length);
  const now = new Date().toISOString();
  await db.transaction().execute(async (tx) => {
    for (const [at, { marca, nombre }] of made.entries()) {
      const unique = `${nombre} ${at}`;
      await tx
        .insertInto("perfumes")
        .values({
          marca,
          nombre: unique,
          marca_clave: canonical(marca),
          nombre_clave: canonical(unique),
          marca_slug: slugify(marca),
          created_at: now,
          updated_at: now,
        })
        .execute();
    }
    await catalogueChanged(tx);
  });
  for (let n = 0; n < dupes; n++) await addDupe(db, 1, "Zara", `Copy ${n}`);
}
