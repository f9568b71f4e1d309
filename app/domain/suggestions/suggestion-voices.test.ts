// Who counts for a suggestion, and the pages that are sent with it (RULES.md 6.1).
import { beforeEach, expect, test } from "vitest";
import { deleteAccount } from "#app/domain/accounts/erasure.ts";
import { exportData } from "#app/domain/accounts/data-export.ts";
import { merge } from "#app/domain/desk/catalog/merge.ts";
import { suspend } from "#app/domain/desk/sanctions.ts";
import { accept, refuse, same } from "#app/domain/desk/queue/decide.ts";
import { listQueue } from "#app/domain/desk/queue/queue-page.ts";
import { undo } from "#app/domain/desk/undo/undo.ts";
import { countWhatTheyDid } from "#app/domain/desk/find-people.ts";
import { createPerfumeSearch } from "#app/domain/search/perfume-search.ts";
import type { Db } from "#db/database.ts";
import { addAccount } from "../../../tests/support/accounts.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { speaker } from "../../../tests/support/suggestions.ts";
import type { Speaker } from "#app/domain/voices/speaker.ts";
import { deleteOldSuggestionNetworks } from "./suggestion-authors.ts";
import { suggestDupe, suggestPerfume } from "./suggestions.ts";
import { outcomeOf } from "../../../tests/support/outcome-of.ts";

const start = Date.parse("2026-02-03T10:00:00.000Z");
let minutes: number;
const later = (more = 2) => new Date(start + (minutes += more) * 60_000);
const day = 24 * 60;
let db: Db;
let aventus: number;

beforeEach(async () => {
  minutes = 0;
  db = await freshDatabase();
  aventus = await addPerfume(db, "Creed", "Aventus");
  for (const name of ["ana", "bea", "kim", "mod"]) await addAccount(db, name);
  await db.insertInto("operators").values({ user_id: "mod", role: "owner", since: "" }).execute();
});

const club = { marca: "Armaf", nombre: "Club de Nuit", language: "es" };
const ask = (by: Speaker, fuente?: string, perfumeId = aventus) =>
  suggestDupe(db, { ...club, perfumeId, by, ...(fuente && { fuente }) }, later());
const visitor = (network: string | null) => speaker(null, { network });
const times = async () =>
  (await db.selectFrom("sugerencias_dupes").select("veces").orderBy("id").execute()).map(
    ({ veces }) => veces,
  );
const version = async () =>
  (await db.selectFrom("sugerencias_dupes").select("version").executeTakeFirstOrThrow()).version;
const pages = async () =>
  (await db.selectFrom("suggested_pages").selectAll().orderBy("at").orderBy("url").execute()).map(
    ({ url }) => url,
  );
const sources = async () =>
  (await db.selectFrom("dupe_sources").select("url").orderBy("id").execute()).map(({ url }) => url);
const queue = () =>
  listQueue(
    db,
    createPerfumeSearch(db, () => {}),
    { kind: "dupe", page: 1 },
  );
const page = (n: number) => `https://forum.example/${n}`;
const item = (version: number) => ({ kind: "dupe", id: 1, version }) as const;

test("one network counts once, whoever asks from it", async () => {
  for (let n = 0; n < 5; n++) await ask(visitor("home"));
  await ask(speaker("ana", { network: "home" }));
  await ask(speaker("bea", { network: "home", confirmed: false, mailboxes: [] }));
  expect(await times()).toEqual([1]);
  await ask(visitor("office"));
  expect(await times()).toEqual([2]);
});

test("a perfume's voices count alike", async () => {
  const nishane = { marca: "Nishane", nombre: "Ani", language: "es" };
  for (const by of [visitor("home"), visitor("home"), speaker("ana", { network: "home" })])
    await suggestPerfume(db, { ...nishane, by }, later());
  await suggestPerfume(db, { ...nishane, by: speaker("bea", { network: "other" }) }, later());
  expect(await db.selectFrom("sugerencias_perfumes").select("veces").execute()).toEqual([
    { veces: 2 },
  ]);
});

test.each<[string, Partial<Speaker>]>([
  ["person", { mailboxes: ["another"], network: "away" }],
  ["mailbox", { userId: "bea", mailboxes: ["mailbox of ana"], network: "away" }],
  ["mailbox, hashed with an older secret", { userId: "bea", mailboxes: ["new", "mailbox of ana"] }],
  ["own mail domain", { userId: "bea", mailboxes: ["another"], mailDomain: "ana.example" }],
  ["network", { userId: "bea", mailboxes: ["another"], network: "home" }],
])("one %s counts once", async (_mark, more) => {
  await ask(speaker("ana", { mailDomain: "ana.example", network: "home" }));
  await ask(speaker("ana", more));
  expect(await times()).toEqual([1]);
});

test("who differs in everything counts, also if they asked from a known network before", async () => {
  await ask(visitor("home"));
  await ask(speaker("ana", { network: "home" }));
  expect(await times()).toEqual([1]);
  await ask(speaker("ana", { network: "office" }));
  expect(await times()).toEqual([2]);
  await ask(visitor("office"));
  await ask(speaker("ana", { network: "train" }));
  await ask(visitor("train"));
  expect(await times()).toEqual([3]);
});

test("two askings of one network at once count once, of two networks twice", async () => {
  await Promise.all([1, 2, 3].map(() => ask(visitor("home"))));
  expect(await times()).toEqual([1]);
  await Promise.all(["office", "office", "train"].map((network) => ask(visitor(network))));
  expect(await times()).toEqual([3]);
});

test("networks are forgotten after 180 days, the other marks are not", async () => {
  await ask(speaker("ana", { network: "home" }));
  await deleteOldSuggestionNetworks(db, later(179 * day));
  await ask(visitor("home"));
  expect(await times()).toEqual([1]);
  await deleteOldSuggestionNetworks(db, later(2 * day));
  await ask(visitor("home"));
  await ask(speaker("ana", { network: "away" }));
  expect(await times()).toEqual([2]);
});

test("a mailbox counts once, also after its account was deleted", async () => {
  await ask(speaker("ana"));
  await deleteAccount(db, "ana", true, []);
  await ask(speaker("bea", { mailboxes: ["mailbox of ana"] }));
  expect(await times()).toEqual([1]);
});

test("every page is kept once, five at most, and an operator sees each before it becomes a source", async () => {
  await ask(speaker("ana"), page(1));
  await ask(speaker("ana"), page(1));
  expect([await pages(), await version()]).toEqual([[page(1)], 1]);
  await ask(visitor("home"), page(2));
  expect(await outcomeOf(accept(db, item(1), {}, "mod", later()))).toBe("stale");
  await ask(visitor("home"), page(3));
  for (const n of [4, 5]) await ask(speaker("bea"), page(n));
  for (const n of [6, 2]) await ask(speaker("eva"), page(n));
  expect([await pages(), await version()]).toEqual([[1, 2, 3, 4, 5].map(page), 5]);
  const { items } = await queue();
  expect(items[0]).toMatchObject({ times: 4, details: { pages: [1, 2, 3, 4, 5].map(page) } });
  expect(await accept(db, item(5), {}, "mod", later())).toMatchObject({
    entry: expect.any(Number),
  });
  expect(await sources()).toEqual([1, 2, 3, 4, 5].map(page));
});

test("five pages stay five when two come at once", async () => {
  for (const n of [1, 2]) await ask(speaker("ana"), page(n));
  for (const n of [3, 4]) await ask(speaker("bea"), page(n));
  await Promise.all([5, 6].map((n) => ask(visitor("home"), page(n))));
  expect(await pages()).toHaveLength(5);
});

test("nobody's pages, nor visitors' together, take more room than two", async () => {
  for (const n of [1, 2, 3]) await ask(visitor(`network ${n}`), page(n));
  for (const n of [4, 5, 6]) await ask(speaker("ana"), page(n));
  expect(await pages()).toEqual([1, 2, 4, 5].map(page));
});

test("new mailboxes of one network take no more room together than one, whether they count or not", async () => {
  for (const [n, name] of ["ana", "bea", "kim"].entries())
    await ask(speaker(name, { network: "home" }), page(n));
  await ask(speaker("mod", { network: "office" }), page(9));
  expect(await pages()).toEqual([0, 1, 9].map(page));
});

test("only the pages that the operator leaves become sources", async () => {
  for (const n of [1, 2]) await ask(visitor("home"), page(n));
  await ask(speaker("ana"), page(3));
  await accept(db, item(3), { pages: [page(1), page(9)] }, "mod", later());
  expect(await sources()).toEqual([1, 9].map(page));
});

test("a refusal stays for 180 days, whatever comes; then it waits again, with its voices and pages", async () => {
  await ask(visitor("home"), page(1));
  await refuse(db, item(1), "no", "mod", later());
  await ask(visitor("office"), page(2));
  const state = () => db.selectFrom("sugerencias_dupes").select(["state", "veces"]).execute();
  expect(await state()).toEqual([{ state: "refused", veces: 2 }]);
  later(180 * day);
  await ask(visitor("home"));
  expect(await state()).toEqual([{ state: "waiting", veces: 2 }]);
  expect(await pages()).toEqual([1, 2].map(page));
});

test("all sources of a suggestion closed as a known dupe go when that is undone", async () => {
  const dupe = await addDupe(db, aventus, "Armaf", "CDNIM");
  const { dupe_perfume_id } = await db
    .selectFrom("dupes")
    .select("dupe_perfume_id")
    .where("id", "=", dupe)
    .executeTakeFirstOrThrow();
  for (const n of [1, 2]) await ask(visitor("home"), page(n));
  const done = await same(db, item(2), dupe_perfume_id, "mod", later());
  expect(await sources()).toEqual([1, 2].map(page));
  await undo(db, (done as { entry: number }).entry, "mod", later());
  expect(await sources()).toEqual([]);
});

test("a merge counts nobody twice and keeps five pages, and undoing it gives both back", async () => {
  const other = await addPerfume(db, "Creed", "Aventus EdP");
  const home = { network: "home" };
  await ask(visitor("home"), page(1));
  await ask(speaker("bea", home), page(2));
  await ask(speaker("kim", { network: "kim's" }), page(3));
  await ask(speaker("ana", home), page(2), other);
  await ask(speaker("bea", { network: "bea's" }), page(4), other);
  await ask(speaker("kim", { network: "away" }), page(5), other);
  await ask(visitor("office"), page(6), other);
  const before = await everything();
  expect(await times()).toEqual([2, 4]);
  const done = await merge(db, other, aventus, { actor: "mod", now: later() });
  expect([await times(), await pages()]).toEqual([[4], [1, 2, 3, 4, 5].map(page)]);
  await ask(visitor("bea's"));
  await ask(visitor("away"));
  await ask(visitor("office"));
  expect(await times()).toEqual([5]);
  expect(await undo(db, (done as { entry: number }).entry, "mod", later())).toMatchObject({
    entry: expect.any(Number),
  });
  expect(await times()).toEqual([3, 4]);
  const [voices, sent] = await everything();
  expect([voices.slice(0, -1), sent]).toEqual(before);
});

const everything = async () =>
  [
    await db.selectFrom("suggestion_authors").selectAll().orderBy("id").execute(),
    await db
      .selectFrom("suggested_pages")
      .selectAll()
      .orderBy("dupe_suggestion_id")
      .orderBy("url")
      .execute(),
  ] as const;

test("a person's data has the pages that they sent, and only theirs go with the account", async () => {
  await ask(speaker("ana"), page(1));
  await ask(speaker("bea"), page(2));
  await ask(speaker("ana"), page(2));
  const data = await exportData(db, "ana");
  expect(data).toMatchObject({
    suggestedDupes: [{ nombre_dupe: "Club de Nuit" }],
    suggestedPages: [{ marca_dupe: "Armaf", nombre_dupe: "Club de Nuit", url: page(1) }],
  });
  expect(JSON.stringify(data)).not.toMatch(/mailbox|network"|counted|fuente/u);
  await deleteAccount(db, "ana", true, []);
  expect([await pages(), await times()]).toEqual([[page(2)], [2]]);
});

test("a suggestion leaves the queue with its only author, but not if somebody asked from the same network", async () => {
  await ask(speaker("ana", { network: "home" }));
  const waiting = async () => (await queue()).total;
  const alone = async (name: string) => (await countWhatTheyDid(db, name)).waiting;
  expect([await alone("ana"), await alone("bea")]).toEqual([1, 0]);
  await suspend(db, "ana", { reason: "spam", days: null }, "mod", later());
  expect(await waiting()).toBe(0);
  await ask(speaker("bea", { network: "home" }));
  expect([await times(), await waiting(), await alone("ana"), await alone("bea")]).toEqual([
    [1],
    1,
    0,
    0,
  ]);
});

test("one mailbox fills no suggestion's five pages, however many accounts it has", async () => {
  const mallory = { mailboxes: ["mallory's"], network: "one" };
  for (const [n, name] of ["ana", "ana", "bea", "bea", "kim"].entries())
    await ask(speaker(name, mallory), page(n));
  expect(await pages()).toHaveLength(2);
});

test("a refused dupe does not wait again in another spelling", async () => {
  await ask(visitor("one"));
  await refuse(db, item(1), "not alike", "mod", later());
  const again = { ...club, nombre: "Club-de-Nuit.", perfumeId: aventus, by: visitor("one") };
  await suggestDupe(db, again, later());
  expect((await queue()).items).toEqual([]);
});
