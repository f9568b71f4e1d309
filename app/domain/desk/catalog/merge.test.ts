import { beforeEach, expect, test } from "vitest";
import { addAccount } from "../../../../tests/support/accounts.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../../tests/support/database.ts";
import type { Db } from "#db/database.ts";
import { findByAlias } from "#app/domain/catalog/bottles.ts";
import { mergePerfumes } from "./merge.ts";
import { addSource, sourcesOf } from "#app/domain/catalog/sources.ts";
import { similarity } from "#app/domain/catalog/similarity.ts";
import { catalogVersion } from "#app/domain/catalog/catalog-version.ts";
import { outcomeOf } from "../../../../tests/support/outcome-of.ts";

const now = new Date("2026-03-01T00:00:00.000Z");
let db: Db;
let aventus: number;
let old: number;
let into: number;

beforeEach(async () => {
  db = await freshDatabase();
  aventus = await addPerfume(db, "Creed", "Aventus");
  old = await addPerfume(db, "Armaf", "CDNIM", { foto: "https://x.example/old.webp" });
  into = await addPerfume(db, "Armaf", "Club de Nuit Intense Man", { popularidad: 4 });
});

const merge = (from = old, to = into) => mergePerfumes(db, from, to, now);

const dupeOf = (perfumeId: number, dupePerfumeId: number) =>
  db
    .selectFrom("dupes")
    .selectAll()
    .where("perfume_id", "=", perfumeId)
    .where("dupe_perfume_id", "=", dupePerfumeId)
    .executeTakeFirst();

const relate = async (perfumeId: number, bottle: "old" | "into", more = {}) =>
  bottle === "old"
    ? addDupe(db, perfumeId, "Armaf", "CDNIM", more)
    : addDupe(db, perfumeId, "Armaf", "Club de Nuit Intense Man", more);

const vote = (dupe_id: number, user_id: string, voto: 1 | -1, day: string) =>
  db
    .insertInto("user_votes")
    .values({ dupe_id, user_id, voto, created_at: `2026-01-${day}T00:00:00.000Z` })
    .execute();

test("dupes move in both directions and copy their bottle's name, brand and photo", async () => {
  await relate(aventus, "old", { estimacion: 90, enlace: "https://shop.example" });
  await addDupe(db, old, "Zara", "Vibrant", { estimacion: 60 });
  expect(await merge()).toEqual({
    into: "Armaf Club de Nuit Intense Man",
  });
  expect(await dupeOf(aventus, into)).toMatchObject({
    nombre: "Club de Nuit Intense Man",
    estimacion: 90,
    enlace: "https://shop.example",
  });
  expect(await db.selectFrom("dupes").select("perfume_id").orderBy("id").execute()).toEqual([
    { perfume_id: aventus },
    { perfume_id: into },
  ]);
});

test("when two dupes become one, each person's older vote, all reviews and drafts, and fields only one has are kept", async () => {
  const [ana, bea, eva] = [
    await addAccount(db, "ana"),
    await addAccount(db, "bea"),
    await addAccount(db, "eva"),
  ];
  const first = await relate(aventus, "old", { estimacion: 90, enlace: "https://old.example" });
  const kept = await relate(aventus, "into", { enlace: "https://kept.example" });
  await vote(first, ana, 1, "01");
  await vote(kept, ana, -1, "02");
  await vote(first, bea, 1, "09");
  await vote(kept, bea, -1, "08");
  await vote(first, eva, 1, "03");
  const review = { user_id: ana, description: "Igual", created_at: now.toISOString() };
  await db
    .insertInto("dupe_reviews")
    .values({ dupe_id: first, ...review })
    .execute();
  const draft = { token_hash: "x", description: "Casi", expires_at: now.toISOString() };
  await db
    .insertInto("review_drafts")
    .values({ dupe_id: first, ...draft })
    .execute();
  await merge();
  expect(
    await db.selectFrom("user_votes").select(["user_id", "voto"]).orderBy("user_id").execute(),
  ).toEqual([
    { user_id: ana, voto: 1 },
    { user_id: bea, voto: -1 },
    { user_id: eva, voto: 1 },
  ]);
  expect(await dupeOf(aventus, into)).toMatchObject({
    id: kept,
    likes: 2,
    dislikes: 1,
    estimacion: 90,
    porcentaje: similarity(2, 1, 90),
    enlace: "https://kept.example",
  });
  for (const table of ["dupe_reviews", "review_drafts"] as const)
    expect(await db.selectFrom(table).select("dupe_id").execute()).toEqual([{ dupe_id: kept }]);
});

const source = (dupe_id: number, url: string, title = url) =>
  addSource(db, dupe_id, { url, title, stance: "for", kind: "article", said_on: null }, now);

test("sources move to the kept dupe, the same page once, and an estimate keeps where it was published", async () => {
  const published = { estimacion: 90, estimacion_url: "https://list.example/old" };
  const first = await relate(aventus, "old", published);
  const kept = await relate(aventus, "into");
  await source(first, "https://forum.example/1", "Old title");
  await source(first, "https://forum.example/2");
  await source(kept, "https://forum.example/1", "Kept title");
  await merge();
  const found = (await sourcesOf(db, kept)).map(({ url, title }) => [url, title]);
  expect(found).toEqual([
    ["https://forum.example/2", "https://forum.example/2"],
    ["https://forum.example/1", "Kept title"],
  ]);
  expect(await dupeOf(aventus, into)).toMatchObject({ ...published, sources_for: 2 });
});

test("the kept dupe's own estimate does not get the other's address", async () => {
  await relate(aventus, "old", { estimacion: 90, estimacion_url: "https://list.example/old" });
  await relate(aventus, "into", { estimacion: 80 });
  await merge();
  expect(await dupeOf(aventus, into)).toMatchObject({ estimacion: 80, estimacion_url: null });
});

test("a merge gives a dupe at most 50 sources", async () => {
  const first = await relate(aventus, "old");
  const kept = await relate(aventus, "into");
  for (let n = 0; n < 30; n++) {
    await source(first, `https://forum.example/${n}`);
    await source(kept, `https://blog.example/${n}`);
  }
  await merge();
  expect(await dupeOf(aventus, into)).toMatchObject({ sources_for: 50 });
});

test("views, suggestions, photo and popularity of both bottles are combined", async () => {
  for (const [id, views] of [
    [old, 3],
    [into, 4],
  ] as const) {
    await db
      .insertInto("perfume_month_views")
      .values({ month: "2026-01", perfume_id: id, views })
      .execute();
    await db.updateTable("perfumes").set({ vistas: views }).where("id", "=", id).execute();
    await db
      .insertInto("perfume_searches")
      .values({ perfume_id: id, user_id: null, created_at: now.toISOString() })
      .execute();
    await db
      .insertInto("sugerencias_dupes")
      .values({
        perfume_id: id,
        nombre_dupe: "Vibrant",
        marca_dupe: "Zara",
        clave: "zara\nvibrant",
        twin_key: "zara\nvibrant",
        veces: views,
        created_at: now.toISOString(),
        user_id: null,
      })
      .execute();
  }
  await merge();
  expect(await db.selectFrom("perfume_month_views").select("views").execute()).toEqual([
    { views: 7 },
  ]);
  expect(await db.selectFrom("sugerencias_dupes").select("veces").execute()).toEqual([
    { veces: 7 },
  ]);
  expect(await db.selectFrom("perfume_searches").select("perfume_id").execute()).toEqual([
    { perfume_id: into },
    { perfume_id: into },
  ]);
  expect(
    await db.selectFrom("perfumes").selectAll().where("id", "=", into).executeTakeFirst(),
  ).toMatchObject({ vistas: 7, popularidad: 4, foto: "https://x.example/old.webp" });
});

test("the old name and its aliases become aliases, prefixed with the brand if it differs", async () => {
  await db
    .insertInto("perfume_aliases")
    .values({
      perfume_id: old,
      marca_clave: "armaf",
      alias: "A-12",
      alias_clave: "a-12",
      kind: "code",
    })
    .execute();
  const other = await addPerfume(db, "Sterling", "Club de Nuit");
  await merge();
  await merge(other, into);
  expect(
    await db
      .selectFrom("perfume_aliases")
      .select(["alias", "kind", "marca_clave"])
      .orderBy("alias")
      .execute(),
  ).toEqual([
    { alias: "A-12", kind: "code", marca_clave: "armaf" },
    { alias: "CDNIM", kind: "name", marca_clave: "armaf" },
    { alias: "Sterling Club de Nuit", kind: "name", marca_clave: "armaf" },
  ]);
});

test("old addresses lead to the remaining bottle, even after a second merge, and nowhere once it is removed", async () => {
  const last = await addPerfume(db, "Armaf", "Last");
  await merge();
  await merge(into, last);
  const redirects = () =>
    db.selectFrom("perfume_redirects").selectAll().orderBy("old_id").execute();
  expect(await redirects()).toEqual([
    { old_id: old, perfume_id: last },
    { old_id: into, perfume_id: last },
  ]);
  await db.deleteFrom("perfumes").where("id", "=", last).execute();
  expect(await redirects()).toEqual([]);
});

test("a dupe that became another one redirects to it, even after a second merge, and nowhere once it is removed", async () => {
  const last = await addPerfume(db, "Armaf", "Last");
  const first = await relate(aventus, "old");
  const second = await relate(aventus, "into");
  const left = await addDupe(db, aventus, "Armaf", "Last");
  await merge();
  await merge(into, last);
  const redirects = () => db.selectFrom("dupe_redirects").selectAll().orderBy("old_id").execute();
  expect(await redirects()).toEqual([
    { old_id: first, dupe_id: left },
    { old_id: second, dupe_id: left },
  ]);
  await db.deleteFrom("dupes").where("id", "=", left).execute();
  expect(await redirects()).toEqual([]);
});

test("an impossible merge changes nothing", async () => {
  await addDupe(db, old, "Armaf", "Club de Nuit Intense Man");
  const version = await catalogVersion(db);
  expect(await outcomeOf(merge(old, old))).toBe("same-bottle");
  expect(await outcomeOf(merge(999, into))).toBe("no-such-perfume");
  expect(await outcomeOf(merge(into, 999))).toBe("no-such-bottle");
  expect(await outcomeOf(merge(old, into))).toBe("dupe-of-the-other");
  expect(await outcomeOf(merge(into, old))).toBe("dupe-of-the-other");
  expect(await catalogVersion(db)).toBe(version);
});

const aliasesOf = async (id: number) =>
  (
    await db
      .selectFrom("perfume_aliases")
      .select("alias")
      .where("perfume_id", "=", id)
      .orderBy("alias")
      .execute()
  ).map(({ alias }) => alias);

const giveCode = (perfume_id: number, marca_clave: string, code: string) =>
  db
    .insertInto("perfume_aliases")
    .values({ perfume_id, marca_clave, alias: code, alias_clave: code.toLowerCase(), kind: "code" })
    .execute();

test("a merge never creates an alias that is the name of a bottle of the brand", async () => {
  await addPerfume(db, "Armaf", "B12");
  const sterling = await addPerfume(db, "Sterling", "Club de Nuit");
  await giveCode(sterling, "sterling", "B12");
  await giveCode(sterling, "sterling", "Club de Nuit Intense Man");
  await merge(sterling, into);
  expect(await aliasesOf(into)).toEqual(["Sterling Club de Nuit"]);
});

test("after merges across three brands each old name still finds the remaining bottle", async () => {
  const sterling = await addPerfume(db, "Sterling", "Club de Nuit");
  const last = await addPerfume(db, "Creed", "Club");
  await merge(sterling, old);
  await merge(old, last);
  for (const name of [
    { marca: "Sterling", nombre: "Club de Nuit" },
    { marca: "Armaf", nombre: "CDNIM" },
  ])
    expect(await findByAlias(db, name), name.marca).toBe(last);
});

test("a long chain of merges creates at most two aliases of each name", async () => {
  const chain = [old];
  for (let n = 0; n < 8; n++) chain.push(await addPerfume(db, `Brand ${n}`, `Name ${n}`));
  for (let n = 0; n < 8; n++) await merge(chain[n]!, chain[n + 1]!);
  const aliases = await aliasesOf(chain.at(-1)!);
  expect(aliases).toContain("Armaf CDNIM");
  expect(aliases.length).toBeLessThanOrEqual(16);
});

test("an alias of the brand itself wins over one that begins with the brand", async () => {
  const zara = await addPerfume(db, "Zara", "Zed");
  const name = { perfume_id: zara, marca_clave: "a", alias: "Creed Best" };
  await db
    .insertInto("perfume_aliases")
    .values([
      { ...name, alias_clave: "creed best", kind: "name" },
      {
        perfume_id: aventus,
        marca_clave: "creed",
        alias: "Best",
        alias_clave: "best",
        kind: "name",
      },
    ])
    .execute();
  expect(await findByAlias(db, { marca: "Creed", nombre: "Best" })).toBe(aventus);
});
