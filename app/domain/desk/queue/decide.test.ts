import { beforeEach, expect, test } from "vitest";
import { deleteAccount } from "#app/domain/accounts/erasure.ts";
import { removePerfume, renamePerfume } from "#app/domain/catalog/rename-and-remove.ts";
import { remove } from "../catalog/edit-perfume.ts";
import { merge, mergePerfumes } from "../catalog/merge.ts";
import { addSource } from "#app/domain/catalog/sources.ts";
import { catalogVersion } from "#app/domain/catalog/catalog-version.ts";
import type { Db } from "#db/database.ts";
import { isConstraint } from "#db/errors.ts";
import { connect } from "#db/open/open.ts";
import { findEntry, lastDecision, Stale } from "../log/audit.ts";
import { addAccount } from "../../../../tests/support/accounts.ts";
import { breakWrites } from "../../../../tests/support/broken-writes.ts";
import {
  addDupe,
  addPerfume,
  freshDatabase,
  freshFile,
} from "../../../../tests/support/database.ts";
import { addPrice, addShop } from "../../../../tests/support/prices.ts";
import { suggestDupe, suggestPerfume } from "../../../../tests/support/suggestions.ts";
import { accept, type Decided, decideEach, maxTicked, refuse, same } from "./decide.ts";
import { parseItem, parseSeenItem, type SeenItem } from "./items.ts";
import { grant } from "../roles.ts";
import { undo } from "../undo/undo.ts";
import { outcomeOf } from "../../../../tests/support/outcome-of.ts";

const now = new Date("2026-11-30T10:00:00.000Z");
const days = (count: number) => new Date(now.getTime() + count * 24 * 60 * 60 * 1000);
let db: Db;

beforeEach(async () => {
  db = await freshDatabase();
  for (const name of ["ana", "mod", "eve"]) await addAccount(db, name);
  await grant(db, "mod", "moderator", null, now);
  await grant(db, "eve", "owner", null, now);
});

const suggest = (marca: string, nombre: string, userId: string | null = null, at = now) =>
  suggestPerfume(db, { marca, nombre, userId, language: "de" }, at);
const suggestFor = (
  perfumeId: number,
  marca: string,
  nombre: string,
  userId: string | null = null,
) => suggestDupe(db, { perfumeId, marca, nombre, userId, language: "fr" }, now);
const item = (name: string, version: number | null = null): SeenItem => ({
  ...parseItem(name)!,
  version,
});
const logged = async (act: Promise<Decided>) => findEntry(db, (await act).entry);
const perfumes = () => db.selectFrom("sugerencias_perfumes").selectAll().orderBy("id").execute();
const dupeSuggestions = () =>
  db.selectFrom("sugerencias_dupes").selectAll().orderBy("id").execute();
const bottles = () =>
  db.selectFrom("perfumes").select(["id", "marca", "nombre"]).orderBy("id").execute();
const dupes = () =>
  db.selectFrom("dupes").select(["perfume_id", "dupe_perfume_id"]).orderBy("id").execute();
const log = () =>
  db
    .selectFrom("audit_log")
    .selectAll()
    .where("subject", "not like", "person%")
    .orderBy("id")
    .execute();
const toThank = () =>
  db
    .selectFrom("suggestion_authors")
    .select("user_id")
    .where("thanks_due", "=", 1)
    .orderBy("user_id")
    .execute();
const add = async (names: string[]) => {
  for (const name of names) await addAccount(db, name);
};
/** Everything that a decision can change. */
const everything = async () => [
  await perfumes(),
  await dupeSuggestions(),
  await bottles(),
  await dupes(),
  await log(),
  await db.selectFrom("prices").selectAll().execute(),
  await catalogVersion(db),
];

test("accepting creates the bottle with corrected names, and one log entry", async () => {
  await suggest("nishane", "hacivat", "ana");
  const before = await catalogVersion(db);
  const done = await accept(
    db,
    item("perfume:1", 1),
    { marca: "Nishane", nombre: "Hacivat" },
    "mod",
    now,
  );
  expect(done.perfumeId).toBe(1);
  expect(await bottles()).toEqual([{ id: 1, marca: "Nishane", nombre: "Hacivat" }]);
  expect(await catalogVersion(db)).toBe(before + 1);
  expect(await perfumes()).toMatchObject([
    { state: "accepted", version: 2, bottle_id: 1, decided_by: "mod", marca_perfume: "nishane" },
  ]);
  const [entry, ...others] = await log();
  expect(others).toEqual([]);
  expect(entry).toMatchObject({
    actor_id: "mod",
    via: "desk",
    action: "accept",
    subject: "perfume-suggestion:1",
    perfume_id: 1,
    at: now.toISOString(),
  });
  expect(JSON.parse(entry!.before!)).toEqual({
    state: "waiting",
    marca: "nishane",
    nombre: "hacivat",
  });
  expect(JSON.parse(entry!.after!)).toMatchObject({
    state: "accepted",
    bottle: 1,
    madeBottle: true,
  });
});

test("accepting a dupe creates its bottle and the relation, or only the relation if the bottle exists", async () => {
  const original = await addPerfume(db, "Creed", "Aventus");
  const known = await addPerfume(db, "Zara", "Vibrant Leather");
  await suggestFor(original, "Armaf", "Club de Nuit", "ana");
  await suggestFor(original, "ZARA", "Vibrant-Leather", "ana");
  expect(await logged(accept(db, item("dupe:1"), {}, "eve", now))).toMatchObject({
    after: { bottle: 3, madeBottle: true, madeDupe: true },
  });
  expect(await logged(accept(db, item("dupe:2"), {}, "eve", now))).toMatchObject({
    after: { bottle: known, madeBottle: false, madeDupe: true },
  });
  expect(await dupes()).toEqual([
    { perfume_id: original, dupe_perfume_id: 3 },
    { perfume_id: original, dupe_perfume_id: known },
  ]);
});

test("accepting what exists by now, under any name, spelling, alias or relation, creates no duplicate", async () => {
  await suggest("Dior", "Sauvage");
  await suggest("Lancome", "Tresor");
  await suggest("Armaf", "CDNIM");
  const sauvage = await addPerfume(db, "DIOR", "sauvage");
  const tresor = await addPerfume(db, "Lancôme", "Trésor");
  const club = await addPerfume(db, "Armaf", "Club de Nuit Intense Man");
  await db
    .insertInto("perfume_aliases")
    .values({
      marca_clave: "armaf",
      alias_clave: "cdnim",
      perfume_id: club,
      alias: "CDNIM",
      kind: "name",
    })
    .execute();
  await suggestFor(sauvage, "Zara", "Sublime");
  await addDupe(db, sauvage, "Zara", "Sublime");
  const there = await bottles();
  for (const [name, bottle] of [
    ["perfume:1", sauvage],
    ["perfume:2", tresor],
    ["perfume:3", club],
    ["dupe:1", there.at(-1)!.id],
  ] as const)
    expect(await logged(accept(db, item(name), {}, "mod", now))).toMatchObject({
      after: { bottle, madeBottle: false },
    });
  expect(await bottles()).toEqual(there);
  expect(await dupes()).toHaveLength(1);
});

test("a bottle never becomes a dupe of its own dupe", async () => {
  const original = await addPerfume(db, "Creed", "Aventus");
  const club = await addPerfume(db, "Armaf", "Club de Nuit");
  await suggestFor(club, "Creed", "Aventus");
  const known = await addDupe(db, original, "Armaf", "Club de Nuit");
  expect(await logged(accept(db, item("dupe:1"), {}, "eve", now))).toMatchObject({
    after: { dupe: known, madeDupe: false },
  });
  expect(await dupes()).toEqual([{ perfume_id: original, dupe_perfume_id: club }]);
});

test("a bottle never becomes its own dupe, whatever the corrected names", async () => {
  const original = await addPerfume(db, "Creed", "Aventus");
  await suggestFor(original, "Creed", "Avventus");
  const before = await everything();
  expect(await outcomeOf(accept(db, item("dupe:1"), { nombre: "Aventus" }, "mod", now))).toBe(
    "dupe-of-itself",
  );
  expect(await outcomeOf(same(db, item("dupe:1"), original, "mod", now))).toBe("dupe-of-itself");
  expect(await everything()).toEqual(before);
});

test("a suggested dupe of a merged original moves to the remaining bottle and joins its suggestions", async () => {
  const old = await addPerfume(db, "Creed", "Aventuss");
  const into = await addPerfume(db, "Creed", "Aventus");
  await suggestFor(old, "Armaf", "Club de Nuit", "ana");
  await suggestFor(into, "armaf", "club de nuit", "eve");
  await suggestFor(old, "Zara", "Vibrant", "ana");
  await mergePerfumes(db, old, into, now);
  expect(await dupeSuggestions()).toMatchObject([
    { id: 2, perfume_id: into, veces: 2 },
    { id: 3, perfume_id: into, veces: 1 },
  ]);
  expect(await outcomeOf(accept(db, item("dupe:1", 1), {}, "mod", now))).toBe("no-such-item");
  await accept(db, item("dupe:2", 1), {}, "mod", now);
  await accept(db, item("dupe:3", 1), {}, "mod", now);
  expect((await dupes()).map((dupe) => dupe.perfume_id)).toEqual([into, into]);
  expect(await toThank()).toEqual([{ user_id: "ana" }, { user_id: "ana" }, { user_id: "eve" }]);
});

test("a suggested dupe of a removed original is deleted, and its id is never reused", async () => {
  const original = await addPerfume(db, "Creed", "Aventus");
  await suggestFor(original, "Armaf", "Club de Nuit", "ana");
  await removePerfume(db, original);
  expect(await outcomeOf(accept(db, item("dupe:1", 1), {}, "mod", now))).toBe("no-such-item");
  const other = await addPerfume(db, "Dior", "Sauvage");
  await suggestFor(other, "Zara", "Sublime");
  expect(await dupeSuggestions()).toMatchObject([{ id: 2 }]);
  expect(await outcomeOf(accept(db, item("dupe:1", 1), {}, "mod", now))).toBe("no-such-item");
});

test("what ten people suggest in several spellings is closed at once, and each is thanked once", async () => {
  const people = Array.from({ length: 10 }, (_, at) => `person${at}`);
  await add(people);
  await addAccount(db, "unconfirmed", { confirmed: false });
  const spellings = ["Le Male Elixir", "le mâle élixir", "Le-Male-Elixir"];
  for (const [at, person] of people.entries())
    await suggest("Jean Paul Gaultier", spellings[at % 3]!, person);
  await suggest("Jean-Paul Gaultier", spellings[1]!, "person0");
  await suggest("Jean Paul Gaultier", spellings[0]!, "unconfirmed");
  await suggest("Jean Paul Gaultier", spellings[0]!, null);
  await suggest("Jean Paul Gaultier", "Le Beau", "person1");
  expect(await perfumes()).toMatchObject([
    { veces: 6, user_id: "person0" },
    { veces: 3 },
    { veces: 3 },
    { veces: 1 },
    { veces: 1 },
  ]);
  const done = await accept(db, item("perfume:2", 1), {}, "mod", now);
  expect(done).toMatchObject({
    along: [1, 3, 4].map((id) => ({ kind: "perfume", id })),
  });
  expect((await perfumes()).map(({ state }) => state)).toEqual([
    ...Array.from({ length: 4 }, () => "accepted"),
    "waiting",
  ]);
  expect(await toThank()).toEqual(people.map((user_id) => ({ user_id })));
  expect((await log()).map(({ subject, action }) => [subject, action])).toEqual(
    [2, 1, 3, 4].map((id) => [`perfume-suggestion:${id}`, "accept"]),
  );
  expect(await bottles()).toHaveLength(1);
});

test("accepting a dupe also closes suggestions of its bottle; the same dupe of another original still waits", async () => {
  const [one, other] = [
    await addPerfume(db, "Creed", "Aventus"),
    await addPerfume(db, "Dior", "Sauvage"),
  ];
  await suggest("Armaf", "Club de Nuit", "ana");
  await suggestFor(one, "Armaf", "Club-de-Nuit", "ana");
  await suggestFor(other, "Armaf", "Club de Nuit", "eve");
  expect(await accept(db, item("dupe:1"), {}, "mod", now)).toMatchObject({
    along: [{ kind: "perfume", id: 1 }],
  });
  expect(await dupeSuggestions()).toMatchObject([{ state: "accepted" }, { state: "waiting" }]);
  expect(await toThank()).toEqual([{ user_id: "ana" }]);
});

test("deciding on a decided item changes nothing and returns the earlier decision", async () => {
  await suggest("Nishane", "Ani", "ana");
  await refuse(db, item("perfume:1", 1), " No such  perfume ", "mod", now);
  const before = await everything();
  for (const late of [
    () => accept(db, item("perfume:1", 1), {}, "eve", days(1)),
    () => refuse(db, item("perfume:1", 1), "", "eve", days(1)),
    () => refuse(db, item("perfume:1"), "", "eve", days(1)),
    () => accept(db, item("perfume:1", 2), {}, "eve", days(1)),
  ])
    await expect(late()).rejects.toMatchObject({
      code: "stale",
      version: null,
      did: {
        actorId: "mod",
        actorName: "mod",
        action: "refuse",
        reason: "No such  perfume",
        at: now.toISOString(),
      },
    });
  expect(await everything()).toEqual(before);
});

test("an item that waits again with a new version is stale for operators who saw the old one", async () => {
  await suggest("Nishane", "Ani", "ana");
  const refused = await refuse(db, item("perfume:1", 1), "", "mod", now);
  await undo(db, refused.entry, "eve", now);
  const late = accept(db, item("perfume:1", 1), {}, "mod", now);
  await expect(late).rejects.toMatchObject({ code: "stale", version: 3 });
  await accept(db, item("perfume:1", 3), {}, "mod", now);
});

test("two operators racing on thirty items, in separate processes, decide each once", async () => {
  await db.destroy();
  const file = await freshFile();
  db = file.db;
  const second = connect(file.url);
  for (const name of ["mod", "eve"]) await addAccount(db, name);
  await grant(db, "eve", "owner", null, now);
  await grant(db, "mod", "moderator", null, now);
  const ids = Array.from({ length: 30 }, (_, at) => at + 1);
  for (const id of ids) await suggest("Brand", `Perfume ${id}`);
  const seen = ids.map((id) => item(`perfume:${id}`, 1));
  const mine: (Decided | Stale)[] = [];
  const theirs: (Decided | Stale)[] = [];
  const orStale = (act: Promise<Decided>) =>
    act.catch((error: unknown) => {
      if (error instanceof Stale) return error;
      throw error;
    });
  // Three at a time: with many on a busy machine, PostgreSQL may refuse some and ask to retry.
  for (let at = 0; at < seen.length; at += 3) {
    const some = seen.slice(at, at + 3);
    const [accepted, refused] = await Promise.all([
      Promise.all(some.map((one) => orStale(accept(db, one, {}, "mod", now)))),
      Promise.all(some.toReversed().map((one) => orStale(refuse(second, one, "no", "eve", now)))),
    ]);
    mine.push(...accepted);
    theirs.push(...refused);
  }
  await second.destroy();
  const stale = (outcomes: object[]) => outcomes.filter((one) => one instanceof Stale);
  const decided = (outcomes: object[]) => outcomes.filter((one) => !(one instanceof Stale));
  expect(decided(mine).length + decided(theirs).length).toBe(30);
  expect(stale([...mine, ...theirs])).toHaveLength(30);
  // Everyone who came second gets the first decision.
  const firstOf = (outcomes: object[]) => new Set(stale(outcomes).map(({ did }) => did?.actorId));
  expect([...firstOf(mine), ...firstOf(theirs)].filter((who) => !who)).toEqual([]);
  expect(firstOf(mine)).not.toContain("mod");
  expect(firstOf(theirs)).not.toContain("eve");
  expect(await bottles()).toHaveLength(decided(mine).length);
  const subjects = (await log()).map(({ subject }) => subject);
  expect([subjects.length, new Set(subjects).size]).toEqual([30, 30]);
  expect(
    (await perfumes()).every(({ version, state }) => version === 2 && state !== "waiting"),
  ).toBe(true);
});

test("people who are not operators, or no longer, cannot decide", async () => {
  await suggest("Nishane", "Ani");
  const before = await everything();
  expect(await outcomeOf(accept(db, item("perfume:1", 1), {}, "ana", now))).toBe("not-allowed");
  expect(await outcomeOf(refuse(db, item("perfume:1", 1), "", "nobody", now))).toBe("not-allowed");
  await grant(db, "mod", null, "eve", now);
  expect(await outcomeOf(same(db, item("perfume:1", 1), 1, "mod", now))).toBe("not-allowed");
  expect(await everything()).toEqual(before);
});

test.each([
  "",
  "perfume",
  "perfume:",
  "perfume:0",
  "perfume:-1",
  "perfume:01",
  "perfume:1.5",
  "perfume:1e3",
  "perfume:9999999999999999",
  "perfume:٣",
  "perfume:1 ",
  "perfume:1\n",
  "Perfume:1",
  "user:1",
  "__proto__:1",
  "constructor:1",
  "perfume:1;drop table perfumes",
  "perfume:1:1:1",
  null,
  undefined,
  12,
  ["perfume:1"],
])("%j is not an item", (text) => {
  expect(parseItem(text)).toBeNull();
  expect(parseSeenItem(typeof text === "string" ? `${text}:1` : text)).toBeNull();
});

test("an item and its version are parsed from one word", () => {
  expect(parseSeenItem("dupe:12:3")).toEqual({ kind: "dupe", id: 12, version: 3 });
  expect(parseSeenItem("review:3:0")).toEqual({ kind: "review", id: 3, version: 0 });
  for (const text of ["dupe:12", "dupe:12:01", "dupe:12:-1", "dupe:12:x", "dupe:12:3:4"])
    expect(parseSeenItem(text)).toBeNull();
});

test("missing items are reported as missing", async () => {
  for (const name of ["perfume:9", "dupe:999999999999999", "price:9", "review:1"])
    expect(await outcomeOf(accept(db, item(name, 1), {}, "mod", now))).toBe("no-such-item");
  expect(await log()).toEqual([]);
});

test("an existing suggestion is closed as that bottle, following merges; a missing dupe is created from it", async () => {
  const original = await addPerfume(db, "Creed", "Aventus");
  const club = await addPerfume(db, "Armaf", "Club de Nuit Intense Man");
  const old = await addPerfume(db, "Armaf", "Club Intense");
  await mergePerfumes(db, old, club, now);
  await suggest("Armaf", "CDN Intense", "ana");
  await suggestFor(original, "Armaf", "CDN Intense", "ana");
  expect(await outcomeOf(same(db, item("perfume:1", 1), 99, "mod", now))).toBe("no-such-perfume");
  expect(await logged(same(db, item("perfume:1", 1), old, "mod", now))).toMatchObject({
    after: { state: "same", bottle: club },
  });
  expect(await toThank()).toEqual([]);
  const made = await same(db, item("dupe:1", 1), club, "mod", now);
  const entry = (await log()).at(-1)!;
  expect(JSON.parse(entry.after!)).toMatchObject({ state: "same", bottle: club, madeDupe: true });
  // The dupe is removed instead (RULES.md 10.9).
  expect(await outcomeOf(undo(db, made.entry, "mod", now))).toBe("cannot-be-undone");
  expect(await dupes()).toEqual([{ perfume_id: original, dupe_perfume_id: club }]);
  expect(await toThank()).toEqual([{ user_id: "ana" }]);
  await addPrice(db, club, 3000, now, { state: "held" });
  expect(await outcomeOf(same(db, item("price:1", 1), club, "mod", now))).toBe("not-possible");
});

const fuente = "https://forum.example/alike";
const support = (perfumeId: number, nombre: string) =>
  suggestDupe(
    db,
    { perfumeId, marca: "Armaf", nombre, fuente, userId: "ana", language: "es" },
    now,
  );
const pages = async () =>
  (await db.selectFrom("suggested_pages").selectAll().orderBy("at").orderBy("url").execute()).map(
    ({ dupe_suggestion_id, url }) => [dupe_suggestion_id, url],
  );
const sources = () =>
  db
    .selectFrom("dupe_sources")
    .select(["dupe_id", "url", "title", "stance", "kind", "said_on"])
    .orderBy("id")
    .execute();
const supported = {
  url: fuente,
  title: "forum.example",
  stance: "for",
  kind: "discussion",
  said_on: null,
};

test("the address of an accepted dupe becomes its source, also if the dupe existed by then", async () => {
  const aventus = await addPerfume(db, "Creed", "Aventus");
  await support(aventus, "Club de Nuit");
  await support(aventus, "Tres Nuit");
  const known = await addDupe(db, aventus, "Armaf", "Tres Nuit");
  await accept(db, item("dupe:1"), {}, "mod", now);
  await accept(db, item("dupe:2"), {}, "mod", now);
  const [made] = (await sources()).filter(({ dupe_id }) => dupe_id !== known);
  expect(await sources()).toEqual([
    { dupe_id: made!.dupe_id, ...supported },
    { dupe_id: known, ...supported },
  ]);
  const [entry] = await log();
  expect(JSON.parse(entry!.after!)).toMatchObject({ madeDupe: true, url: [fuente] });
});

test("an address that the operator drops or corrects does not become a source", async () => {
  const aventus = await addPerfume(db, "Creed", "Aventus");
  await support(aventus, "Club de Nuit");
  await support(aventus, "Tres Nuit");
  await accept(db, item("dupe:1"), { pages: [] }, "mod", now);
  expect(await sources()).toEqual([]);
  const url = "https://list.example/2";
  await accept(db, item("dupe:2"), { pages: [url] }, "mod", now);
  expect(await sources()).toMatchObject([{ ...supported, url, title: "list.example" }]);
});

test("a page that is a source already stays as it is", async () => {
  const aventus = await addPerfume(db, "Creed", "Aventus");
  await support(aventus, "Club de Nuit");
  const dupe = await addDupe(db, aventus, "Armaf", "Club de Nuit");
  const there = { ...supported, title: "Mine", stance: "against", kind: "article" } as const;
  await addSource(db, dupe, there, now);
  await accept(db, item("dupe:1"), {}, "mod", now);
  expect(await sources()).toEqual([{ dupe_id: dupe, ...there }]);
});

test("a suggestion closed as a known dupe supports that one, until the decision is undone", async () => {
  const aventus = await addPerfume(db, "Creed", "Aventus");
  const dupe = await addDupe(db, aventus, "Armaf", "Club de Nuit");
  const bottle = aventus + 1;
  await support(aventus, "CDN");
  const before = await catalogVersion(db);
  const done = await same(db, item("dupe:1"), bottle, "mod", now);
  expect(await sources()).toEqual([{ dupe_id: dupe, ...supported }]);
  expect(await catalogVersion(db)).toBe(before + 1);
  await undo(db, done.entry, "mod", days(1));
  expect(await sources()).toEqual([]);
  expect(await dupeSuggestions()).toMatchObject([{ state: "waiting" }]);
  expect(await pages()).toEqual([[1, fuente]]);
});

test("a source goes with its decision, also once the address's author deleted the account", async () => {
  const aventus = await addPerfume(db, "Creed", "Aventus");
  await addDupe(db, aventus, "Armaf", "Club de Nuit");
  await support(aventus, "CDN");
  const { entry } = await same(db, item("dupe:1"), aventus + 1, "mod", now);
  await deleteAccount(db, "ana", true, []);
  await undo(db, entry, "mod", days(1));
  expect(await sources()).toEqual([]);
});

test.each(["remove", "merge"] as const)(
  "undoing a %s does not bring back the address of a deleted account",
  async (action) => {
    const aventus = await addPerfume(db, "Creed", "Aventus");
    const into = await addPerfume(db, "Creed", "Aventus EdP");
    for (const original of [aventus, into]) await suggestFor(original, "Armaf", "Club de Nuit");
    await support(aventus, "Club de Nuit");
    const by = { actor: "mod", now };
    const done = await (action === "remove"
      ? remove(db, aventus, by)
      : merge(db, aventus, into, by));
    await deleteAccount(db, "ana", true, []);
    await undo(db, done.entry, "mod", now);
    expect((await dupeSuggestions()).map((one) => one.perfume_id)).toEqual([aventus, into]);
    expect(await pages()).toEqual([]);
  },
);

test("an address that came after an operator looked is seen before it becomes a source", async () => {
  const aventus = await addPerfume(db, "Creed", "Aventus");
  await suggestFor(aventus, "Armaf", "Club de Nuit");
  await support(aventus, "Club de Nuit");
  expect(await outcomeOf(accept(db, item("dupe:1", 1), {}, "mod", now))).toBe("stale");
  await accept(db, item("dupe:1", 2), {}, "mod", now);
});

test("a merge of two originals keeps the address that one of the same suggestions has", async () => {
  const aventus = await addPerfume(db, "Creed", "Aventus");
  const other = await addPerfume(db, "Creed", "Aventus EdP");
  await suggestFor(aventus, "Armaf", "Club de Nuit");
  await support(other, "Club de Nuit");
  await mergePerfumes(db, other, aventus, now);
  expect(await dupeSuggestions()).toMatchObject([{ perfume_id: aventus }]);
  expect(await pages()).toEqual([[1, fuente]]);
  expect(await outcomeOf(accept(db, item("dupe:1", 1), {}, "mod", now))).toBe("stale");
});

test("a held price is shown, refused or reopened; no held or disputed one is accepted once its shop is blocked", async () => {
  const bottle = await addPerfume(db, "Armaf", "Club de Nuit");
  await addShop(db, "druni.es");
  for (const amount of [3000, 9000, 100])
    await addPrice(db, bottle, amount, now, { state: "held", user_id: "ana" });
  const version = await catalogVersion(db);
  expect(await logged(accept(db, item("price:1", 1), {}, "mod", now))).toMatchObject({
    after: { state: "shown" },
    perfumeId: bottle,
  });
  expect(await catalogVersion(db)).toBe(version + 1);
  const summaries = db.selectFrom("price_summaries").selectAll().orderBy("kind");
  expect(await summaries.execute()).toMatchObject([
    { count: 1, cheapest_id: 1, kind: "bottle" },
    { count: 1, cheapest_id: 1, kind: "vouched" },
  ]);
  const refused = await refuse(db, item("price:2", 1), "another size", "mod", now);
  await db.updateTable("shops").set({ state: "blocked" }).execute();
  await db.updateTable("prices").set({ disputed: 1 }).where("id", "=", 1).execute();
  for (const waiting of [item("price:3", 1), item("price:1", 2)])
    expect(await outcomeOf(accept(db, waiting, {}, "mod", now))).toBe("blocked-shop");
  expect(await db.selectFrom("prices").selectAll().orderBy("id").execute()).toMatchObject([
    { state: "shown", version: 2, decided_by: "mod", user_id: "ana" },
    { state: "refused", version: 2, reason: "another size" },
    { state: "held", version: 1, decided_by: null },
  ]);
  await undo(db, refused.entry, "mod", now);
  expect(await db.selectFrom("prices").selectAll().where("id", "=", 2).execute()).toMatchObject([
    { state: "held", version: 3, decided_by: null, decided_at: null, reason: null },
  ]);
});

test("a bulk action decides each item separately, at most a hundred, ignoring duplicates", async () => {
  for (let n = 1; n <= maxTicked + 20; n++) await suggest("Brand", `Perfume ${n}`);
  await suggest("Brand", "Perfume-1", "ana");
  await refuse(db, item("perfume:3", 1), "", "eve", now);
  const ticked = ["perfume:1", "perfume:1", `perfume:${maxTicked + 21}`, "perfume:2", "perfume:3"];
  const seen = ticked.map((name) => item(name, 1));
  const done = await decideEach(seen, (one) => accept(db, one, {}, "mod", now));
  expect(done.map(([{ id }, one]) => [id, "code" in one ? one.code : "decided"])).toEqual([
    [1, "decided"],
    [2, "decided"],
    [3, "stale"],
  ]);
  const many = Array.from({ length: maxTicked + 20 }, (_, at) => item(`perfume:${at + 1}`, 1));
  const reason = "x".repeat(600);
  const refused = await decideEach(many, (one) => refuse(db, one, reason, "mod", now));
  expect(refused).toHaveLength(100);
  expect(refused.filter(([, one]) => "entry" in one)).toHaveLength(maxTicked - 3);
  expect((await perfumes()).filter(({ state }) => state === "waiting")).toHaveLength(20);
  expect((await perfumes())[3]!.reason).toBe("x".repeat(500));
});

test("a refused suggestion stays refused for half a year; an accepted one waits again once the catalogue lost it", async () => {
  await suggest("Nishane", "Ani", "ana");
  await suggest("Nishane", "Hacivat", "ana");
  await refuse(db, item("perfume:1", 1), "no", "mod", now);
  const done = await accept(db, item("perfume:2", 1), {}, "mod", now);
  await suggest("Nishane", "Ani", "eve", days(179));
  expect((await perfumes())[0]).toMatchObject({ state: "refused", veces: 2, version: 2 });
  await removePerfume(db, done.perfumeId!);
  await suggest("Nishane", "Hacivat", "eve", days(1));
  await suggest("Nishane", "Ani", "mod", days(180));
  expect(await perfumes()).toMatchObject([
    { state: "waiting", veces: 3, version: 3, decided_by: null, reason: null },
    { state: "waiting", veces: 2, version: 3, bottle_id: null },
  ]);
});

test("a refusal can be undone once, and not after a later decision", async () => {
  await suggest("Nishane", "Ani", "ana");
  const { entry } = await refuse(db, item("perfume:1", 1), "no", "mod", now);
  expect(await outcomeOf(undo(db, entry, "ana", now))).toBe("not-allowed");
  expect(await outcomeOf(undo(db, 999, "mod", now))).toBe("no-such-entry");
  const done = await undo(db, entry, "eve", now);
  expect((await perfumes())[0]).toMatchObject({ state: "waiting", version: 3 });
  expect(await lastDecision(db, "perfume-suggestion:1")).toMatchObject({
    action: "undo",
    actorId: "eve",
    before: { state: "refused" },
    after: { state: "waiting" },
  });
  expect((await log())[0]).toMatchObject({ undone_by: done.entry });
  expect(await outcomeOf(undo(db, entry, "eve", now))).toBe("undone-already");
  const accepted = await accept(db, item("perfume:1", 3), {}, "mod", now);
  expect(await outcomeOf(undo(db, accepted.entry, "mod", now))).toBe("cannot-be-undone");
  await suggest("Nishane", "Hacivat", "ana");
  const again = await refuse(db, item("perfume:2", 1), "no", "mod", now);
  await suggest("Nishane", "Hacivat", "eve", days(200));
  expect(await outcomeOf(undo(db, again.entry, "mod", now))).toBe("changed-since");
  const second = await refuse(db, item("perfume:2"), "", "mod", days(200));
  expect(await outcomeOf(undo(db, again.entry, "mod", days(200)))).toBe("changed-since");
  await undo(db, second.entry, "eve", days(201));
});

test("if the log entry fails, the decision is rolled back", async () => {
  await suggest("Nishane", "Ani", "ana");
  const before = await everything();
  const mend = await breakWrites(db, "audit_log", "insert");
  await expect(accept(db, item("perfume:1", 1), {}, "mod", now)).rejects.toSatisfy(isConstraint);
  await expect(grant(db, "ana", "owner", null, now)).rejects.toSatisfy(isConstraint);
  await mend();
  expect(await everything()).toEqual(before);
});

test("deleting accounts keeps their decisions, without names", async () => {
  await suggest("Nishane", "Ani", "ana");
  await suggest("Nishane", "Ani", "eve");
  await accept(db, item("perfume:1", 1), {}, "mod", now);
  await db.deleteFrom("usuarios").execute();
  expect(await perfumes()).toMatchObject([
    { state: "accepted", veces: 2, user_id: null, decided_by: null },
  ]);
  expect(await db.selectFrom("suggestion_authors").select("user_id").execute()).toEqual([
    { user_id: null },
    { user_id: null },
  ]);
  expect(await db.selectFrom("operators").selectAll().execute()).toEqual([]);
  const all = await db.selectFrom("audit_log").selectAll().orderBy("id").execute();
  expect(all).toMatchObject([
    { action: "grant", subject: "person", person_id: null, before: null, after: null },
    { action: "grant", subject: "person" },
    { action: "accept", via: "desk", actor_id: null, subject: "perfume-suggestion:1" },
  ]);
  expect(JSON.stringify(all)).not.toMatch(/"(ana|mod|eve)"|person:/u);
});

test("a renamed original keeps its suggestions", async () => {
  const original = await addPerfume(db, "Creed", "Aventuss");
  await suggestFor(original, "Armaf", "Club de Nuit");
  await renamePerfume(db, original, { nombre: "Aventus" }, now);
  await accept(db, item("dupe:1", 1), {}, "mod", now);
  expect(await dupes()).toMatchObject([{ perfume_id: original }]);
});
