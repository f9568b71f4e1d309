import { beforeEach, expect, test } from "vitest";
import { exportData } from "#app/domain/accounts/data-export.ts";
import { deleteAccount } from "#app/domain/accounts/erasure.ts";
import { maxSources } from "#app/domain/catalog/sources.ts";
import { suggestSource } from "#app/domain/suggestions/source-suggestions.ts";
import type { Db } from "#db/database.ts";
import { addAccount, addOwner } from "../../../../tests/support/accounts.ts";
import {
  addDupe,
  addPerfume,
  addSource,
  freshDatabase,
} from "../../../../tests/support/database.ts";
import { outcomeOf } from "../../../../tests/support/outcome-of.ts";
import { merge } from "../catalog/merge.ts";
import { suspend } from "../sanctions.ts";
import { undo } from "../undo/undo.ts";
import { accept, refuse } from "./decide.ts";
import { listQueue } from "./queue-page.ts";

const now = new Date("2026-12-05T10:00:00.000Z");
const later = (days: number) => new Date(now.getTime() + days * 86_400_000);
let db: Db;
let aventus: number;
let dupe: number;

beforeEach(async () => {
  db = await freshDatabase();
  await addOwner(db);
  for (const name of ["ana", "bea"]) await addAccount(db, name);
  aventus = await addPerfume(db, "Creed", "Aventus");
  dupe = await addDupe(db, aventus, "Armaf", "Club de Nuit");
});

const url = "https://blog.example/1";
const page = { url, author: "Ana López", stance: "against", said_on: "2026-01-31" } as const;
const suggest = (more: Partial<Parameters<typeof suggestSource>[1]> = {}, at = now) =>
  suggestSource(
    db,
    { perfumeId: aventus, dupeId: dupe, userId: "ana", language: "de", ...page, ...more },
    at,
  );
const waiting = async () =>
  (await listQueue(db, { alike: async () => [] }, { kind: "source", page: 1 })).items;
const item = { kind: "source", id: 1, version: null } as const;
const stored = () =>
  db
    .selectFrom("dupe_sources")
    .select(["url", "title", "author", "stance", "kind", "said_on"])
    .execute();

test("an accepted page is a source as the operator names it, and undoing takes it back and lets it wait", async () => {
  await suggest();
  const [one] = await waiting();
  expect(one).toMatchObject({
    name: "source:1",
    times: 1,
    askers: [{ userId: "ana" }],
    perfume: { id: aventus },
    details: { kind: "source", url, author: "Ana López", stance: "against", said_on: "2026-01-31" },
  });
  const named = { title: "Not alike", author: "Ana L.", kind: "article" } as const;
  const entry = (await accept(db, one!, named, "olga", later(1))).entry;
  expect(await stored()).toEqual([{ url, stance: "against", said_on: "2026-01-31", ...named }]);
  expect(await waiting()).toEqual([]);
  await undo(db, entry, "olga", later(2));
  expect(await stored()).toEqual([]);
  expect(await waiting()).toMatchObject([{ name: "source:1" }]);
  await accept(db, item, {}, "olga", later(3));
  expect(await stored()).toMatchObject([
    { title: "blog.example", author: "Ana López", kind: "discussion" },
  ]);
});

test("a catalogue is never against, and a page that became a source meanwhile is not added twice", async () => {
  await suggest();
  expect(await outcomeOf(accept(db, item, { kind: "catalogue" }, "olga", now))).toBe("wrong-kind");
  await addSource(db, dupe, { url });
  expect(await outcomeOf(accept(db, item, {}, "olga", now))).toBe("source-there");
  expect(await waiting()).toHaveLength(1);
});

test("a page is suggested once for a dupe, as long as it is a source or waits", async () => {
  await suggest();
  expect(await outcomeOf(suggest({ userId: "bea", stance: "for" }))).toBe("known-source");
  const other = await addDupe(db, aventus, "Zara", "Vibrant");
  await suggest({ dupeId: other });
  await accept(db, item, {}, "olga", now);
  expect(await outcomeOf(suggest())).toBe("known-source");
  expect(await waiting()).toMatchObject([{ name: "source:2" }]);
});

test("a refused page stays refused for 180 days, and its refusal can be undone", async () => {
  await suggest();
  const entry = (await refuse(db, item, "a machine", "olga", now)).entry;
  await suggest({ userId: "bea" }, later(179));
  expect(await waiting()).toEqual([]);
  await suggest({ userId: "bea" }, later(181));
  expect(await waiting()).toMatchObject([{ name: "source:2" }]);
  await db.deleteFrom("source_suggestions").where("id", "=", 2).execute();
  await undo(db, entry, "olga", later(182));
  expect(await waiting()).toMatchObject([{ name: "source:1" }]);
});

test("a dupe with fifty pages, waiting ones included, takes no more", async () => {
  for (let n = 1; n < maxSources; n++) await addSource(db, dupe);
  await suggest();
  expect(await outcomeOf(suggest({ url: `${url}2` }))).toBe("too-many-sources");
});

test("only people who may write suggest, for a dupe that is on the page", async () => {
  expect(await outcomeOf(suggest({ dupeId: 99 }))).toBe("no-such-dupe");
  expect(await outcomeOf(suggest({ userId: "nobody" }))).toBe("no-such-person");
  await suggest();
  await suspend(db, "ana", { reason: "spam", days: null }, "olga", now);
  expect(await waiting()).toEqual([]);
});

test("a suggested page is in its author's own data, and goes with the account", async () => {
  await suggest();
  const data = await exportData(db, "ana");
  expect(data).toMatchObject({ suggestedSources: [{ dupe_id: dupe, url, author: "Ana López" }] });
  await deleteAccount(db, "ana", true, []);
  expect(await db.selectFrom("source_suggestions").selectAll().execute()).toEqual([]);
});

test("a merge moves suggested pages unless the other dupe has them, and its undo brings all back", async () => {
  const into = await addPerfume(db, "Creed", "Aventus 2");
  const kept = await addDupe(db, into, "Armaf", "Club de Nuit");
  await addSource(db, kept, { url: `${url}2` });
  await suggest();
  await suggest({ url: `${url}2` });
  const before = await db.selectFrom("source_suggestions").selectAll().execute();
  const merged = await merge(db, aventus, into, { actor: "olga", reason: null, now });
  expect(await waiting()).toMatchObject([{ name: "source:1", perfume: { id: into } }]);
  await undo(db, merged.entry, "olga", later(1));
  expect(await db.selectFrom("source_suggestions").selectAll().execute()).toEqual(before);
});
