import { beforeEach, describe, expect, test } from "vitest";
import { findByAlias } from "#app/domain/catalog/bottles.ts";
import { addDupe as relateBottles } from "#app/domain/catalog/dupes.ts";
import { recountVotes } from "#app/domain/catalog/recount.ts";
import { currentPerfumeId } from "#app/domain/catalog/redirects.ts";
import { catalogVersion } from "#app/domain/catalog/catalog-version.ts";
import { foldNewViews } from "#app/domain/views/new-views.ts";
import type { Db } from "#db/database.ts";
import { findEntry } from "../log/audit.ts";
import { deleteOldChangedRows } from "../undo/changed-rows.ts";
import { addAccount } from "../../../../tests/support/accounts.ts";
import {
  addDupe as stored,
  addPerfume,
  freshDatabase,
  revisionOf,
} from "../../../../tests/support/database.ts";
import { addSpeakers, everyRow, fillBottle } from "../../../../tests/support/full-bottle.ts";
import { addPrice } from "../../../../tests/support/prices.ts";
import { undo } from "../undo/undo.ts";
import { addDupe, addSource, removeDupe, removeSource, saveDupe } from "./edit-dupes.ts";
import { addAlias, editPerfume, remove, removeAlias } from "./edit-perfume.ts";
import { merge } from "./merge.ts";
import { outcomeOf } from "../../../../tests/support/outcome-of.ts";

const now = new Date("2026-12-02T10:00:00Z");
const later = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60 * 1000);

let db: Db;
let by: { actor: string; now: Date };
let aventus: number;

beforeEach(async () => {
  db = await freshDatabase();
  by = { actor: await addAccount(db, "olga"), now };
  const since = now.toISOString();
  await db.insertInto("operators").values({ user_id: "olga", role: "moderator", since }).execute();
  aventus = await addPerfume(db, "Creed", "Aventus", { popularidad: 7 });
});

const bottle = (id: number) =>
  db.selectFrom("perfumes").selectAll().where("id", "=", id).executeTakeFirst();

async function vote(user: string, dupe: number, voto: 1 | -1, at = now.toISOString()) {
  await db
    .insertInto("user_votes")
    .values({ user_id: user, dupe_id: dupe, voto, created_at: at })
    .execute();
  await recountVotes(db, [dupe]);
}

const edited = { marca: "Creed", nombre: "Aventus Cologne", popularidad: 9 };

const facts = { concentracion: "edp", anio: 2010, genero: "men", familia: null } as const;

describe("an edit", () => {
  test("of facts is logged with what it changed, makes an open form outdated, and can be undone", async () => {
    await db.updateTable("perfumes").set({ genero: "men", familia: "woody" }).execute();
    const { marca, nombre, popularidad, revision } = (await bottle(aventus))!;
    const same = { marca, nombre, popularidad };
    const wanted = { ...same, ...facts, notas: "birch|musk" };
    const done = await editPerfume(db, aventus, wanted, revision, by);
    expect(await bottle(aventus)).toMatchObject({ ...facts, notas: "birch|musk" });
    const { entry } = done;
    expect(await findEntry(db, entry)).toMatchObject({
      before: { ...same, concentracion: null, anio: null, familia: "woody", notas: null },
      after: { ...same, concentracion: "edp", anio: 2010, familia: null, notas: "birch|musk" },
    });
    const late = editPerfume(db, aventus, { ...same, anio: 2011 }, revision, by);
    await expect(late).rejects.toMatchObject({ code: "stale", did: { id: entry } });
    expect(
      await outcomeOf(editPerfume(db, aventus, wanted, await revisionOf(db, aventus), by)),
    ).toBe("unchanged");
    await undo(db, entry, by.actor, later(1));
    expect(await bottle(aventus)).toMatchObject({ familia: "woody", anio: null, notas: null });
  });

  test("changes names and popularity, increments both versions and is logged", async () => {
    const before = await catalogVersion(db);
    const done = await editPerfume(db, aventus, edited, 1, by);
    expect(done).toEqual({ entry: expect.any(Number), perfumeId: aventus });
    expect(await bottle(aventus)).toMatchObject({ ...edited, nombre_clave: "aventus cologne" });
    expect((await bottle(aventus))!.revision).toBeGreaterThan(1);
    expect(await catalogVersion(db)).toBeGreaterThan(before);
    expect(await findEntry(db, done.entry)).toMatchObject({
      actorName: "olga",
      action: "edit",
      subject: `perfume:${aventus}`,
      perfumeId: aventus,
      before: { marca: "Creed", nombre: "Aventus", popularidad: 7 },
      after: edited,
    });
  });

  test("of an outdated version changes nothing and says who edited first", async () => {
    await editPerfume(db, aventus, edited, 1, by);
    const late = editPerfume(db, aventus, { ...edited, nombre: "Other" }, 1, by);
    await expect(late).rejects.toMatchObject({ code: "stale", did: { actorName: "olga" } });
    expect(await bottle(aventus)).toMatchObject(edited);
  });

  test("by someone who is not an operator, or of a missing bottle, changes nothing", async () => {
    const eva = { actor: await addAccount(db, "eva"), now };
    const before = await everyRow(db);
    expect(await outcomeOf(editPerfume(db, aventus, edited, 1, eva))).toBe("not-allowed");
    expect(await outcomeOf(remove(db, aventus, eva))).toBe("not-allowed");
    expect(await outcomeOf(editPerfume(db, 999, edited, 1, by))).toBe("no-such-perfume");
    const same = { marca: "Creed", nombre: "Aventus", popularidad: 7 };
    expect(await outcomeOf(editPerfume(db, aventus, same, 1, by))).toBe("unchanged");
    expect(await everyRow(db)).toEqual(before);
    expect(await db.selectFrom("audit_log").selectAll().execute()).toEqual([]);
  });

  test("to another bottle's name or alias is refused", async () => {
    const himalaya = await addPerfume(db, "Creed", "Himalaya");
    await addAlias(db, himalaya, "HML", "code", by);
    const to = (nombre: string) => editPerfume(db, aventus, { ...edited, nombre }, 1, by);
    const namesake = { id: himalaya };
    await expect(to("HIMALAYA")).rejects.toMatchObject({
      code: "taken-name",
      details: { namesake },
    });
    await expect(to("hml")).rejects.toMatchObject({ code: "taken-alias", details: { namesake } });
  });

  test("can be undone, unless another bottle took the name or it was edited again", async () => {
    const first = await editPerfume(db, aventus, edited, 1, by);
    const entry = first.entry;
    const other = await addPerfume(db, "Creed", "Aventus");
    expect(await outcomeOf(undo(db, entry, "olga", now))).toBe("changed-since");
    expect(await bottle(aventus)).toMatchObject(edited);
    await remove(db, other, by);
    await undo(db, entry, "olga", now);
    expect(await bottle(aventus)).toMatchObject({ nombre: "Aventus", popularidad: 7 });
    expect(await outcomeOf(undo(db, entry, "olga", now))).toBe("undone-already");
    const second = await editPerfume(db, aventus, edited, await revisionOf(db, aventus), by);
    await editPerfume(
      db,
      aventus,
      { ...edited, nombre: "Absolu" },
      await revisionOf(db, aventus),
      by,
    );
    expect(await outcomeOf(undo(db, second.entry, "olga", now))).toBe("changed-since");
  });
});

test("an alias is added, corrected, removed and restored", async () => {
  const before = await everyRow(db);
  const added = await addAlias(db, aventus, "Aventus Pour Homme", "name", by);
  expect(await findByAlias(db, { marca: "Creed", nombre: "aventus pour homme" })).toBe(aventus);
  const full = await everyRow(db);
  const gone = await removeAlias(db, aventus, "AVENTUS pour homme", by);
  expect(await everyRow(db)).toEqual(before);
  expect(await outcomeOf(removeAlias(db, aventus, "nothing", by))).toBe("no-such-alias");
  await undo(db, gone.entry, "olga", now);
  expect(await everyRow(db)).toEqual(full);
  await undo(db, added.entry, "olga", now);
  expect(await everyRow(db)).toEqual(before);
  await expect(addAlias(db, aventus, "aventus", "name", by)).rejects.toMatchObject({
    code: "taken-other-name",
    details: { namesake: { id: aventus } },
  });
});

describe("a source", () => {
  const values = {
    url: "https://forum.example/1",
    title: "Side by side",
    stance: "for",
    kind: "discussion",
    said_on: "2026-01-02",
  } as const;
  let dupe: number;

  beforeEach(async () => {
    dupe = await stored(db, aventus, "Armaf", "Club de Nuit");
  });

  const counts = () =>
    db.selectFrom("dupes").select(["sources_for", "sources_against"]).executeTakeFirstOrThrow();
  const add = async (more: object = {}) =>
    await addSource(db, aventus, dupe, { ...values, ...more }, by);
  const idOf = async () =>
    (await db.selectFrom("dupe_sources").select("id").executeTakeFirstOrThrow()).id;

  test("is added and removed, logged, and each can be undone", async () => {
    const before = await everyRow(db);
    const version = await catalogVersion(db);
    const added = await add();
    expect(await catalogVersion(db)).toBeGreaterThan(version);
    expect(await findEntry(db, added.entry)).toMatchObject({
      action: "source-add",
      subject: `dupe:${dupe}`,
      perfumeId: aventus,
      after: values,
    });
    const there = await everyRow(db);
    const removed = await removeSource(db, aventus, await idOf(), by);
    expect(await findEntry(db, removed.entry)).toMatchObject({
      action: "source-remove",
      before: values,
    });
    expect(await everyRow(db)).toEqual(before);
    await undo(db, removed.entry, "olga", now);
    expect(await everyRow(db)).toEqual(there);
    expect(await counts()).toEqual({ sources_for: 1, sources_against: 0 });
    await undo(db, added.entry, "olga", now);
    expect(await everyRow(db)).toEqual(before);
  });

  test("comes once for each page, at most 50 times, and only for a dupe of this bottle", async () => {
    await add();
    expect(await outcomeOf(add({ title: "Other" }))).toBe("source-there");
    for (let n = 2; n <= 50; n++) await add({ url: `https://forum.example/${n}` });
    expect(await outcomeOf(add({ url: "https://forum.example/51" }))).toBe("no-room-for-sources");
    const elsewhere = dupe + 90;
    expect(await outcomeOf(addSource(db, elsewhere, dupe, values, by))).toBe("no-such-dupe");
    expect(await outcomeOf(removeSource(db, elsewhere, await idOf(), by))).toBe("no-such-dupe");
    expect(await outcomeOf(removeSource(db, aventus, 999, by))).toBe("no-such-source");
    const eva = { actor: await addAccount(db, "eva"), now };
    expect(await outcomeOf(addSource(db, aventus, dupe, values, eva))).toBe("not-allowed");
    expect(await outcomeOf(removeSource(db, aventus, await idOf(), eva))).toBe("not-allowed");
  });

  test("is added once, and as the 50th once, when two operators press at the same time", async () => {
    const outcomes = async (...urls: string[]) =>
      (await Promise.all(urls.map((url) => outcomeOf(add({ url })))))
        .map((one) => (typeof one === "string" ? one : "done"))
        .toSorted();
    const page = (n: number) => `https://forum.example/${n}`;
    expect(await outcomes(page(1), page(1))).toEqual(["done", "source-there"]);
    for (let n = 2; n < 50; n++) await add({ url: page(n) });
    expect(await outcomes(page(50), page(51))).toEqual(["done", "no-room-for-sources"]);
    expect(await counts()).toEqual({ sources_for: 50, sources_against: 0 });
  });

  test("does not come back to a dupe that has 50 by now, until there is room again", async () => {
    await add();
    const { entry } = await removeSource(db, aventus, await idOf(), by);
    for (let n = 2; n <= 51; n++) await add({ url: `https://forum.example/${n}` });
    const full = await everyRow(db);
    expect(await outcomeOf(undo(db, entry, "olga", now))).toBe("changed-since");
    expect(await everyRow(db)).toEqual(full);
    await removeSource(db, aventus, await idOf(), by);
    await undo(db, entry, "olga", now);
    expect(await counts()).toEqual({ sources_for: 50, sources_against: 0 });
  });

  test("added since keeps a new dupe from being undone", async () => {
    const name = { marca: "Zara", nombre: "Vibrant" };
    const nothing = { estimacion: null, enlace: null };
    const { entry } = await addDupe(db, aventus, name, nothing, by);
    await addSource(db, aventus, dupe + 1, values, by);
    expect(await outcomeOf(undo(db, entry, "olga", now))).toBe("changed-since");
  });
});

describe("a dupe", () => {
  const values = {
    estimacion: 90,
    estimacion_url: "https://list.example/a",
    enlace: "https://shop.example/x",
  };

  test("is added with a new bottle, or with the existing one, once", async () => {
    const name = { marca: "Armaf", nombre: "Club de Nuit" };
    await addDupe(db, aventus, name, values, by);
    expect(await outcomeOf(addDupe(db, aventus, { ...name, marca: "ARMAF" }, values, by))).toBe(
      "dupe-there",
    );
    expect(
      await outcomeOf(addDupe(db, aventus, { marca: "Creed", nombre: "Aventus" }, values, by)),
    ).toBe("dupe-of-itself");
    const { dupe_perfume_id: club } = await db
      .selectFrom("dupes")
      .select("dupe_perfume_id")
      .executeTakeFirstOrThrow();
    expect(
      await outcomeOf(addDupe(db, club, { marca: "Creed", nombre: "Aventus" }, values, by)),
    ).toBe("dupe-there");
    expect(await db.selectFrom("dupes").selectAll().execute()).toMatchObject([
      { perfume_id: aventus, ...name, ...values, porcentaje: 90 },
    ]);
  });

  test("just added can be undone until somebody votes on it; its bottle stays", async () => {
    const name = { marca: "Armaf", nombre: "Club de Nuit" };
    const { entry } = await addDupe(db, aventus, name, values, by);
    const dupe = await db.selectFrom("dupes").select("id").executeTakeFirstOrThrow();
    await addAccount(db, "eva");
    await vote("eva", dupe.id, 1);
    expect(await outcomeOf(undo(db, entry, "olga", now))).toBe("changed-since");
    await db.deleteFrom("user_votes").execute();
    await undo(db, entry, "olga", now);
    expect(await db.selectFrom("dupes").selectAll().execute()).toEqual([]);
    expect(await db.selectFrom("perfumes").select("nombre").execute()).toHaveLength(2);
  });

  test("gets a new estimate and link, which weigh nothing beside a vote; both can be undone", async () => {
    const dupe = await stored(db, aventus, "Armaf", "Club de Nuit", { estimacion: 70 });
    await addAccount(db, "eva");
    await vote("eva", dupe, 1);
    const before = await everyRow(db);
    const { entry } = await saveDupe(db, aventus, dupe, values, by);
    expect(await db.selectFrom("dupes").selectAll().execute()).toMatchObject([
      { ...values, porcentaje: 67, likes: 1 },
    ]);
    await undo(db, entry, "olga", now);
    expect(await everyRow(db)).toEqual(before);
    expect(await outcomeOf(saveDupe(db, dupe + 90, dupe, values, by))).toBe("no-such-dupe");
  });

  test("that was removed is restored with all that people said of it, within 30 days", async () => {
    const dupe = await stored(db, aventus, "Armaf", "Club de Nuit", { estimacion: 70 });
    await addSpeakers(db);
    await fillBottle(db, aventus, dupe, now);
    const before = await everyRow(db);
    const { entry } = await removeDupe(db, aventus, dupe, by);
    expect((await everyRow(db)).user_votes).toEqual([]);
    await deleteOldChangedRows(db, later(29));
    await undo(db, entry, "olga", later(29));
    expect(await everyRow(db)).toEqual(before);

    const again = await removeDupe(db, aventus, dupe, by);
    expect(await outcomeOf(undo(db, again.entry, "olga", later(31)))).toBe("cannot-be-undone");
    await deleteOldChangedRows(db, later(31));
    expect(await db.selectFrom("changed_rows").selectAll().execute()).toEqual([]);
  });
});

describe("a merge", () => {
  let old: number;
  let into: number;
  let kept: number;

  beforeEach(async () => {
    const known = { anio: 2015, genero: "men" } as const;
    into = await addPerfume(db, "Armaf", "Club de Nuit Intense", { popularidad: 3, ...known });
    old = await addPerfume(db, "ARMAF Sterling", "CDNIM", {
      popularidad: 5,
      anio: 2014,
      notas: "birch|musk",
    });
    await addSpeakers(db);
    const relate = (original: number, bottle: number, estimacion: number | null) =>
      relateBottles(db, original, bottle, { estimacion }, now.toISOString());
    kept = await relate(aventus, into, null);
    const joined = await relate(aventus, old, 80);
    await relate(await addPerfume(db, "Creed", "Himalaya"), old, 60);
    await fillBottle(db, old, joined, later(-9));
    await fillBottle(db, into, kept, later(-8));
    await db
      .insertInto("perfume_month_views")
      .values({ month: "2026-10", perfume_id: old, views: 2 })
      .execute();
  });

  test("is undone with every row of every table as before", async () => {
    const before = await everyRow(db);
    const { entry } = await merge(db, old, into, by);
    expect(await currentPerfumeId(db, old)).toBe(into);
    expect(await everyRow(db)).not.toEqual(before);
    await undo(db, entry, "olga", later(29));
    const after = await everyRow(db);
    for (const table of Object.keys(before))
      expect([table, after[table]]).toEqual([table, before[table]]);
    expect(await currentPerfumeId(db, old)).toBe(old);
  });

  test("keeps the bottle's own facts, and takes missing ones from the merged bottle", async () => {
    await merge(db, old, into, by);
    const expected = { anio: 2015, genero: "men", notas: "birch|musk", familia: null };
    expect(await bottle(into)).toMatchObject(expected);
  });

  test("moves suggested facts, of one person only the newer", async () => {
    const suggested = { anio: 2016, changes: "anio", created_at: now.toISOString() };
    await db
      .insertInto("fact_suggestions")
      .values([
        { ...suggested, user_id: "leo", perfume_id: old },
        { ...suggested, user_id: null, perfume_id: old },
        { ...suggested, user_id: null, perfume_id: into },
      ])
      .execute();
    await merge(db, old, into, by);
    const moved = db.selectFrom("fact_suggestions").selectAll().orderBy("id");
    expect(await moved.execute()).toMatchObject([
      { user_id: "ana", perfume_id: into, created_at: later(-8).toISOString() },
      { user_id: "leo", perfume_id: into },
      { user_id: null, perfume_id: into },
      { user_id: null, perfume_id: into },
    ]);
  });

  test("is undone with every price at its own bottle, when only the merged one had any", async () => {
    const old = await addPerfume(db, "Armaf", "Nuit");
    const into = await addPerfume(db, "Armaf", "Club de Nuit");
    await addPrice(db, old, 1620, now);
    const before = await everyRow(db);
    const { entry } = await merge(db, old, into, by);
    await undo(db, entry, "olga", now);
    expect(await everyRow(db)).toEqual(before);
  });

  test("is undone without touching what people did since", async () => {
    const { entry } = await merge(db, old, into, by);
    // Eva changes her vote and takes the bottle off her list, somebody views it, and Leo votes on the remaining dupe.
    await db.updateTable("user_votes").set({ voto: -1 }).where("user_id", "=", "eva").execute();
    await db.deleteFrom("shelf").execute();
    await db.updateTable("perfumes").set({ vistas: 1 }).where("id", "=", into).execute();
    const seen = db
      .updateTable("perfume_month_views")
      .set((row) => ({ views: row("views", "+", 1) }));
    await seen.where("perfume_id", "=", into).execute();
    await vote("leo", kept, 1);
    await undo(db, entry, "olga", now);
    expect(await bottle(into)).toMatchObject({ vistas: 1, popularidad: 3 });
    expect(await db.selectFrom("shelf").selectAll().execute()).toEqual([]);
    const dupes = db.selectFrom("dupes").select(["id", "likes", "dislikes"]).orderBy("id").limit(2);
    expect(await dupes.execute()).toEqual([
      { id: kept, likes: 2, dislikes: 1 },
      { id: kept + 1, likes: 0, dislikes: 2 },
    ]);
    const views = db.selectFrom("perfume_month_views").select(["month", "views"]).orderBy("month");
    expect(await views.where("perfume_id", "=", into).execute()).toEqual([
      { month: "2026-10", views: 1 },
      { month: "2026-11", views: 8 },
    ]);
  });

  test("is undone with each bottle's views, including those not yet in its own count", async () => {
    const see = (perfume_id: number, views: number) =>
      db
        .insertInto("perfume_new_views")
        .values({ perfume_id, views })
        .onConflict((known) =>
          known.column("perfume_id").doUpdateSet((row) => ({
            views: row("perfume_new_views.views", "+", views),
          })),
        )
        .execute();
    await db.updateTable("perfumes").set({ vistas: 7 }).where("id", "=", old).execute();
    await db.updateTable("perfumes").set({ vistas: 10 }).where("id", "=", into).execute();
    await see(old, 5);
    await see(into, 3);
    const { entry } = await merge(db, old, into, by);
    expect(await bottle(into)).toMatchObject({ vistas: 25 });
    await see(into, 2);
    await foldNewViews(db);
    await see(into, 1);
    await undo(db, entry, "olga", now);
    await foldNewViews(db);
    expect(await bottle(old)).toMatchObject({ vistas: 12 });
    expect(await bottle(into)).toMatchObject({ vistas: 16 });
  });

  test("cannot be undone once the remaining bottle was removed, merged or corrected into conflict", async () => {
    const { entry } = await merge(db, old, into, by);
    const changed = await saveDupe(db, aventus, kept, { estimacion: 33, enlace: null }, by);
    const before = await everyRow(db);
    expect(await outcomeOf(undo(db, entry, "olga", now))).toBe("changed-since");
    expect(await everyRow(db)).toEqual(before);
    // Once the later decision is undone, it can be.
    await undo(db, changed.entry, "olga", now);
    await undo(db, entry, "olga", now);
    const again = await merge(db, old, into, by);
    await remove(db, into, by);
    expect(await outcomeOf(undo(db, again.entry, "olga", now))).toBe("changed-since");
  });
});

test("the log says what was removed with a bottle", async () => {
  await stored(db, aventus, "Armaf", "Club de Nuit");
  const { entry } = await remove(db, aventus, by);
  expect(await bottle(aventus)).toBeUndefined();
  expect(await findEntry(db, entry)).toMatchObject({
    action: "remove",
    before: { marca: "Creed", nombre: "Aventus", dupes: 1 },
  });
});
