import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { addAccount } from "../../../tests/support/accounts.ts";
import { addOwner } from "../../../tests/support/accounts.ts";
import { addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { addPrice, addShop, confirmedPerson } from "../../../tests/support/prices.ts";
import type { Db } from "#db/database.ts";
import { addDays, dayOf } from "#app/domain/catalog/days.ts";
import { removePerfume } from "#app/domain/catalog/rename-and-remove.ts";
import { catalogExports, exportToFile } from "#app/domain/catalog/csv/export-csv.ts";
import { sayGone } from "./gone.ts";
import { decideSighting } from "./decide-sighting.ts";
import { priceExports } from "./export-prices.ts";
import { importPerfumes } from "#app/domain/catalog/csv/import-perfumes.ts";
import { importPrices } from "./import-prices.ts";
import { importShops, setShopState } from "./import-shops.ts";
import { mergePerfumes } from "#app/domain/desk/catalog/merge.ts";
import { catalogVersion } from "#app/domain/catalog/catalog-version.ts";
import { addSighting } from "./add-sighting.ts";
import { bestOffers } from "./bottle-prices.ts";

const now = new Date();
const today = dayOf(now);
let db: Db;
let bottle: number;
let folder: string;

beforeEach(async () => {
  db = await freshDatabase();
  bottle = await addPerfume(db, "Armaf", "Club de Nuit");
  folder = mkdtempSync(join(tmpdir(), "sosia-prices-"));
});

function file(content: string, name = "file"): string {
  const path = join(folder, `${name}.csv`);
  writeFileSync(path, content);
  return path;
}

const prices = () => db.selectFrom("prices").selectAll().orderBy("id").execute();
const summaries = () =>
  db
    .selectFrom("price_summaries")
    .selectAll()
    .where("kind", "!=", "vouched")
    .orderBy("kind")
    .orderBy("currency")
    .execute();
const header = "marca,nombre,importe,moneda,ml,tienda,url,pais,tipo,fecha";
const csv = (...lines: string[]) => file([header, ...lines].join("\n"));

test("prices are imported as seen, and shown immediately", async () => {
  await addShop(db, "druni.es", { name: "Druni" });
  const path = csv(
    `armaf,club de nuit,"24,90",EUR,105,Druni,https://www.druni.es/club,,,${today}`,
    `Armaf,Club de Nuit,3200,jpy,3.4 oz,https://shop.example/x,,jp,tester,2026-01-02`,
    `Armaf,Club de Nuit,"1.299,00 €",EUR,1 l,"Ana, Madrid",,,,`,
  );
  expect(await importPrices(db, path)).toEqual({ done: true, added: 3, changed: 0, unchanged: 0 });
  expect(await prices()).toMatchObject([
    { amount_cents: 2490, shop: "druni.es", url: "https://www.druni.es/club", country: "ES" },
    { amount_cents: 3200, currency: "JPY", size_ml: 100, shop: "shop.example", kind: "tester" },
    { amount_cents: 129_900, size_ml: 1000, shop: "Ana, Madrid", country: null, seen_on: today },
  ]);
  expect((await prices())[1]).toMatchObject({ url: "https://shop.example/x", country: "JP" });
  for (const { state, user_id } of await prices())
    expect([state, user_id]).toEqual(["shown", null]);
  expect(await summaries()).toContainEqual(
    expect.objectContaining({ kind: "bottle", currency: "EUR", count: 2, cheapest_id: 1 }),
  );
});

test("reimporting a file, or equal sightings within the week, changes nothing", async () => {
  await importPrices(db, csv(`Armaf,Club de Nuit,24.90,EUR,105,Druni,,,,${today}`));
  const before = [await prices(), await summaries(), await catalogVersion(db)];
  const again = csv(
    `Armaf,Club de Nuit,"24,90",EUR,105 ml,DRUNI,,,,${addDays(today, -7)}`,
    `Armaf,Club de Nuit,24.90,EUR,105,Druni,,,,${today}`,
  );
  expect(await importPrices(db, again)).toMatchObject({ added: 0, unchanged: 2 });
  expect([await prices(), await summaries(), await catalogVersion(db)]).toEqual(before);
  const later = csv(`Armaf,Club de Nuit,24.90,EUR,105,Druni,,,,${addDays(today, -8)}`);
  expect(await importPrices(db, later)).toMatchObject({ added: 1 });
});

test("a held sighting does not hide an imported price", async () => {
  const held = await addPrice(db, bottle, 2490, now, { size_ml: 105, state: "held" });
  await addShop(db, "druni.es", { name: "Druni" });
  const path = csv(`Armaf,Club de Nuit,24.90,EUR,105,Druni,,,,${today}`);
  expect(await importPrices(db, path)).toMatchObject({ added: 1 });
  expect(await prices()).toMatchObject([{ id: held, state: "held" }, { state: "shown" }]);
  expect(await importPrices(db, path)).toMatchObject({ added: 0, unchanged: 1 });
});

test("of two equal sightings of merged bottles, the shown one stays", async () => {
  const old = await addPerfume(db, "Armaf", "CDNIM");
  await addPrice(db, bottle, 2490, now, { state: "held" });
  const shown = await addPrice(db, old, 2490, now);
  await mergePerfumes(db, old, bottle, now);
  expect((await prices()).filter(({ state }) => state !== "refused")).toMatchObject([
    { id: shown, perfume_id: bottle, state: "shown" },
  ]);
  expect(await summaries()).toMatchObject([{ count: 1 }]);
});

test("bad lines are reported by number, and nothing changes", async () => {
  await addShop(db, "fakes.example", { state: "blocked" });
  const bad: [string, RegExp][] = [
    ["Nobody,Nothing,24,EUR,100,Druni,,,,", /no perfume Nothing of Nobody/],
    ["Armaf,Club de Nuit,-24,EUR,100,Druni,,,,", /importe/],
    ["Armaf,Club de Nuit,1e9,EUR,100,Druni,,,,", /importe/],
    ["Armaf,Club de Nuit,24.5,JPY,100,Druni,,,,", /importe/],
    ["Armaf,Club de Nuit,24,ABC,100,Druni,,,,", /moneda/],
    ["Armaf,Club de Nuit,24,EUR,none,Druni,,,,", /ml/],
    ["Armaf,Club de Nuit,24,EUR,100,,,,,", /tienda: is empty/],
    ["Armaf,Club de Nuit,24,EUR,100,javascript:alert(1),,,,", /tienda/],
    ["Armaf,Club de Nuit,24,EUR,100,127.0.0.1,,,,", /tienda/],
    ["Armaf,Club de Nuit,24,EUR,100,m.fakes.example,,,,", /blocked/],
    ["Armaf,Club de Nuit,24,EUR,100,=1+1,,,,", /tienda/],
    [`Armaf,Club de Nuit,24,EUR,100,"'=HYPERLINK(""x"")",,,,`, /tienda/],
    ["Armaf,Club de Nuit,24,EUR,100,123,,,,", /tienda/],
    [`Armaf,Club de Nuit,24,EUR,100,${"a".repeat(101)},,,,`, /tienda/],
    ["Armaf,Club de Nuit,24,EUR,100,xn--drni-rra.es,,,,", /tienda/],
    ["Armaf,Club de Nuit,24,EUR,100,https://drúnі.es/,,,,", /tienda/],
    ["Armaf,Club de Nuit,24,EUR,-100 ml,Druni,,,,", /ml/],
    ["Armaf,Club de Nuit,24,EUR,100,Druni,http://druni.es/p,,,", /url/],
    ["Armaf,Club de Nuit,24,EUR,100,Druni,https://a@druni.es/p,,,", /url/],
    ["Armaf,Club de Nuit,24,EUR,100,Druni,,Spain,,", /pais/],
    ["Armaf,Club de Nuit,24,EUR,100,Druni,,,barrel,", /tipo/],
    [`Armaf,Club de Nuit,24,EUR,100,Druni,,,,${addDays(today, 2)}`, /fecha/],
    ["Armaf,Club de Nuit,24,EUR,100,Druni,,,,1999-12-31", /fecha/],
    ["Armaf,Club de Nuit,24,EUR,100,Druni,,,,1.2.2026", /fecha/],
  ];
  const good = `Armaf,Club de Nuit,24,EUR,100,Druni,,,,${today}`;
  for (const [line, reason] of bad)
    expect(await importPrices(db, csv(good, line))).toEqual({
      done: false,
      bad: [{ line: 3, reason: expect.stringMatching(reason) }],
    });
  expect(await importPrices(db, csv(good, good))).toMatchObject({
    bad: [{ line: 3, reason: "names the same as line 2" }],
  });
  expect(await prices()).toEqual([]);
});

test("aliases resolve to their bottle", async () => {
  await mergePerfumes(db, await addPerfume(db, "Armaf", "CDNIM"), bottle, now);
  await importPrices(db, csv("Armaf,cdnim,24,EUR,100,Druni,,,,"));
  expect(await prices()).toMatchObject([{ perfume_id: bottle }]);
});

test("shops are imported by host, and existing ones are updated in the file's columns", async () => {
  const first = file(
    "host,nombre,pais,moneda,plantilla\nhttps://www.DRUNI.es/,Druni,es,eur,https://go.example/?to={url}\nfoo.example,Foo,,EUR,\n",
  );
  expect(await importShops(db, first)).toMatchObject({ added: 2 });
  expect(await importShops(db, first)).toMatchObject({ unchanged: 2 });
  expect(
    await importShops(db, file("host,nombre,pais,moneda\ndruni.es,DRUNI,ES,EUR\n")),
  ).toMatchObject({ changed: 1 });
  expect(await db.selectFrom("shops").selectAll().orderBy("host").execute()).toEqual([
    {
      host: "druni.es",
      name: "DRUNI",
      country: "ES",
      currency: "EUR",
      affiliate_template: "https://go.example/?to={url}",
      search_template: null,
      state: "known",
    },
    expect.objectContaining({ host: "foo.example", country: null, affiliate_template: null }),
  ]);
});

test("a shop's own search is imported, exported, kept by a file without its column and removed by an empty cell", async () => {
  const head = "host,nombre,pais,moneda";
  const search = async () =>
    (await db.selectFrom("shops").select("search_template").executeTakeFirstOrThrow())
      .search_template;
  const busqueda = "https://www.druni.es/buscar?q={q}";
  await importShops(db, file(`${head},busqueda\ndruni.es,Druni,ES,EUR,${busqueda}\n`));
  expect(await search()).toBe(busqueda);
  const out = join(folder, "shops.csv");
  await exportToFile(db, priceExports.shops, out);
  expect(readFileSync(out, "utf8")).toContain(busqueda);
  expect(await importShops(db, out)).toMatchObject({ unchanged: 1 });
  await importShops(db, file(`${head}\ndruni.es,Druni,ES,EUR\n`));
  expect(await search()).toBe(busqueda);
  await importShops(db, file(`${head},busqueda\ndruni.es,Druni,ES,EUR,\n`));
  expect(await search()).toBeNull();
});

test("the United Kingdom, which many write UK, is GB", async () => {
  await importShops(db, file("host,nombre,pais,moneda\na.example,A,uk,GBP\n"));
  const shop = await db.selectFrom("shops").select("country").where("host", "=", "a.example");
  expect(await shop.executeTakeFirst()).toEqual({ country: "GB" });
});

test.each([
  ["localhost,A,ES,EUR,,", /host/],
  ["https://a@b.example,A,ES,EUR,,", /host/],
  ["a.example,,ES,EUR,,", /nombre/],
  ["a.example,A,ESP,EUR,,", /pais: is not a country's code, as ES/],
  ["a.example,A,EN,EUR,,", /pais/],
  ["a.example,A,ES,EURO,,", /moneda: is not a currency's code, as EUR/],
  ["a.example,A,ES,EUR,,https://b.example/{q}", /busqueda/],
  ["a.example,A,ES,EUR,,https://a.example/", /busqueda/],
  ["a.example,A,ES,EUR,http://x.example/{url},", /plantilla/],
  ["a.example,A,ES,EUR,https://x.example/,", /plantilla/],
  ["a.example,A,ES,EUR,https://{url}/x,", /plantilla/],
  ["a.example,A,ES,EUR,javascript:{url},", /plantilla/],
])("the shop %s is refused", async (line, reason) => {
  const outcome = await importShops(
    db,
    file(`host,nombre,pais,moneda,plantilla,busqueda\n${line}\n`),
  );
  expect(outcome).toEqual({
    done: false,
    bad: [{ line: 2, reason: expect.stringMatching(reason) }],
  });
});

test("a price that operators refused does not come back when its file is imported again, a visitor's may", async () => {
  await addOwner(db);
  await addShop(db, "druni.es", { name: "Druni" });
  const refuse = (id: number) =>
    decideSighting(db, id, { state: "refused", actor: "olga", reason: null }, now);
  await refuse(await addPrice(db, bottle, 2490, now, { state: "held", vouched: 0 }));
  const path = csv(`Armaf,Club de Nuit,24.90,EUR,100,Druni,,,,${today}`);
  expect(await importPrices(db, path)).toMatchObject({ added: 1 });
  await refuse((await prices()).at(-1)!.id);
  expect(await importPrices(db, path)).toMatchObject({ added: 0, unchanged: 1 });
});

test("exports recreate the same prices and shops in another database, and no spreadsheet runs any", async () => {
  await addShop(db, "druni.es", { name: "=Druni", affiliate_template: "https://go.example/{url}" });
  await addShop(db, "fakes.example", { state: "blocked" });
  const ana = await addAccount(db, "ana");
  await addPrice(db, bottle, 2490, now, { size_ml: 7.5, user_id: ana, url: "https://druni.es/x" });
  await addPrice(db, bottle, 3200, now, { currency: "JPY", shop: 'Ana, "Madrid"', kind: "decant" });
  await addPrice(db, bottle, 12_500, now, { currency: "KWD", shop: "X y", country: null });
  await addPrice(db, bottle, 100, now, { state: "held" });
  await addPrice(db, bottle, 200, now, { state: "refused" });
  await addPrice(db, bottle, 300, now, { shop: "fakes.example" });

  const parts = ["perfumes", "shops", "prices"] as const;
  const exportAll = async (from: Db) => {
    for (const part of parts)
      await exportToFile(
        from,
        { ...catalogExports, ...priceExports }[part],
        join(folder, `${part}.csv`),
      );
    return parts.map((part) => readFileSync(join(folder, `${part}.csv`), "utf8"));
  };
  const first = await exportAll(db);
  const copy = await freshDatabase();
  const path = (part: string) => join(folder, `${part}.csv`);
  expect(await importPerfumes(copy, path("perfumes"))).toMatchObject({ done: true });
  expect(await importShops(copy, path("shops"))).toMatchObject({ added: 1 });
  expect(await importPrices(copy, path("prices"))).toMatchObject({ added: 3 });
  expect(await exportAll(copy)).toEqual(first);
  expect(first.join("\n")).not.toMatch(/(^|,)"?[=+\-@]/m);
  expect(first[2]).toContain("24.90,EUR,7.5,druni.es,https://druni.es/x,ES,bottle");
  const columns = [
    "amount_cents",
    "currency",
    "size_ml",
    "kind",
    "shop",
    "url",
    "seen_on",
  ] as const;
  expect(await copy.selectFrom("prices").select(columns).orderBy("id").execute()).toEqual(
    (await db.selectFrom("prices").select(columns).orderBy("id").execute()).slice(0, 3),
  );
});

test("a merge moves sightings and joins equal ones", async () => {
  const old = await addPerfume(db, "Armaf", "CDNIM");
  await addPrice(db, bottle, 2490, now);
  await addPrice(db, old, 2490, now, { seen_on: addDays(today, -3) });
  await addPrice(db, old, 1990, now);
  await addPrice(db, old, 990, now, { state: "held" });
  await addPrice(db, old, 5000, now, { currency: "USD" });
  await mergePerfumes(db, old, bottle, now);
  expect((await prices()).map((one) => [one.perfume_id, one.amount_cents])).toEqual([
    [bottle, 2490],
    [bottle, 1990],
    [bottle, 990],
    [bottle, 5000],
  ]);
  expect(await summaries()).toMatchObject([
    { perfume_id: bottle, currency: "EUR", count: 2, cheapest_id: 3 },
    { perfume_id: bottle, currency: "USD", count: 1 },
  ]);
});

test("removing a bottle deletes and reports its sightings", async () => {
  const price = await addPrice(db, bottle, 2490, now);
  await db
    .insertInto("price_gone")
    .values({ price_id: price, user_id: null, created_at: now.toISOString() })
    .execute();
  expect(await removePerfume(db, bottle)).toMatchObject({ prices: 1 });
  for (const table of ["prices", "price_gone", "price_summaries"] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
});

test("sightings under a shop's subdomain or name are assigned to it once operators know or block it", async () => {
  await importPrices(
    db,
    csv(
      "Armaf,Club de Nuit,24,EUR,100,m.fakes.example,,,,",
      "Armaf,Club de Nuit,25,EUR,100,ana's shop,,,,",
      "Armaf,Club de Nuit,26,EUR,100,fakes.example.org,,,,",
      "Armaf,Club de Nuit,27,EUR,100,notfakes.example,,,,",
    ),
  );
  await setShopState(db, "fakes.example", "blocked", now);
  await importShops(db, file("host,nombre,pais,moneda\nana.example,Ana's Shop,ES,EUR\n", "shops"));
  expect((await prices()).map(({ shop }) => shop)).toEqual([
    "fakes.example",
    "ana.example",
    "fakes.example.org",
    "notfakes.example",
  ]);
  expect(await summaries()).toMatchObject([{ count: 3, cheapest_id: 2, highest: 2700 }]);
  const out = join(folder, "out.csv");
  await exportToFile(db, priceExports.prices, out);
  expect(readFileSync(out, "utf8")).not.toContain("m.fakes");
});

test("an unknown host can be blocked, but not an invalid one", async () => {
  const before = await catalogVersion(db);
  expect(await setShopState(db, "https://www.fakes.example/x", "blocked", now)).toBe("changed");
  expect(await setShopState(db, "fakes.example", "blocked", now)).toBe("unchanged");
  expect(await setShopState(db, "localhost", "blocked", now)).toBe("no-shop");
  expect(await db.selectFrom("shops").selectAll().execute()).toMatchObject([
    { host: "fakes.example", name: "fakes.example", state: "blocked" },
  ]);
  // So that running sites drop their pages.
  expect(await catalogVersion(db)).toBe(before + 1);
});

test("importing an export makes no operator's price of what one person said (RULES.md 1.11)", async () => {
  await addShop(db, "druni.es");
  const sighting = { amount: 2490, currency: "EUR", size: 100, shop: "druni.es" };
  const seen = { ...sighting, kind: "bottle" as const, seenOn: today };
  await addSighting(db, bottle, seen, await confirmedPerson(db, "ana"), now);
  const path = join(folder, "export.csv");
  await exportToFile(db, priceExports.prices, path);
  await importPrices(db, path);
  expect((await bestOffers(db, [bottle], { now, only: "vouched" })).size).toBe(0);
});

test("a price that operators refused does not come back with the next week's file", async () => {
  await addOwner(db);
  await addShop(db, "druni.es", { name: "Druni" });
  const file = (day: string) => csv(`Armaf,Club de Nuit,0.99,EUR,100,Druni,,,,${day}`);
  await importPrices(db, file(addDays(today, -8)));
  const refused = { state: "refused" as const, actor: "olga", reason: null };
  await decideSighting(db, (await prices())[0]!.id, refused, now);
  const leftOut = [{ line: 2, reason: "refused by an operator" }];
  expect(await importPrices(db, file(today))).toMatchObject({ unchanged: 1, leftOut });
  expect((await prices()).filter(({ state }) => state === "shown")).toEqual([]);
});

test("what two people vouch for is one line of an export; imported, an operator's word stands beside theirs, once, and stays when they take theirs back", async () => {
  await addShop(db, "druni.es");
  const sighting = { amount: 2490, currency: "EUR", size: 100, shop: "druni.es" };
  const seen = { ...sighting, kind: "bottle" as const, seenOn: today };
  const people = [await confirmedPerson(db, "ana"), await confirmedPerson(db, "bea")];
  const ids: number[] = [];
  for (const one of people) ids.push((await addSighting(db, bottle, seen, one, now)).id);
  const path = join(folder, "export.csv");
  await exportToFile(db, priceExports.prices, path);
  expect(await importPrices(db, path)).toMatchObject({ added: 1, unchanged: 0 });
  await exportToFile(db, priceExports.prices, path);
  expect(await importPrices(db, path)).toMatchObject({ added: 0, unchanged: 1 });
  for (const [n, one] of people.entries())
    expect(await sayGone(db, ids[n]!, one, now)).toBe("withdrawn");
  expect((await bestOffers(db, [bottle], { now })).get(bottle)!.get("EUR")!.isOfficial).toBe(true);
});
