import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import {
  addSource,
  maxSources,
  removeSource,
  sourcesOf,
  type SourceValues,
  updateSource,
} from "./sources.ts";

const now = new Date("2026-03-01T00:00:00.000Z");
let db: Db;
let dupe: number;

beforeEach(async () => {
  db = await freshDatabase();
  dupe = await addDupe(db, await addPerfume(db, "Creed", "Aventus"), "Armaf", "Club de Nuit");
});

const source = (url: string, values: Partial<SourceValues> = {}): SourceValues => ({
  url,
  title: "A side by side",
  stance: "for",
  kind: "review",
  said_on: null,
  ...values,
});

const stored = () =>
  db
    .selectFrom("dupes")
    .select(["sources_for", "sources_against", "catalogues", "updated_at"])
    .executeTakeFirstOrThrow();

test("sources are listed newest first, those without a day last", async () => {
  const days = [null, "2024-05-01", "2026-02-01", null, "2024-05-01"];
  for (const [at, said_on] of days.entries())
    await addSource(db, dupe, source(`https://forum.example/${at}`, { said_on }), now);
  const found = (await sourcesOf(db, dupe)).map(({ url }) => url.at(-1));
  expect(found).toEqual(["2", "1", "4", "0", "3"]);
  expect((await sourcesOf(db, dupe))[0]).toEqual({
    id: expect.any(Number),
    ...source("https://forum.example/2", { said_on: "2026-02-01" }),
    author: null,
  });
});

test("a dupe counts its sources for and against, and changes with them", async () => {
  const one = await addSource(db, dupe, source("https://forum.example/1"), now);
  await addSource(db, dupe, source("https://forum.example/2", { stance: "against" }), now);
  expect(await stored()).toEqual({
    sources_for: 1,
    sources_against: 1,
    catalogues: 0,
    updated_at: now.toISOString(),
  });
  const later = new Date("2026-04-01T00:00:00.000Z");
  expect(await removeSource(db, one as number, later)).toMatchObject({ id: one, dupe_id: dupe });
  expect(await stored()).toEqual({
    sources_for: 0,
    sources_against: 1,
    catalogues: 0,
    updated_at: later.toISOString(),
  });
  expect(await removeSource(db, one as number, later)).toBeUndefined();
});

test("a catalogue is counted apart, whatever kind it was before, and is never against", async () => {
  const id = await addSource(db, dupe, source("https://shop.example/1"), now);
  const { url: _, ...values } = source("", { kind: "catalogue", author: "A shop" });
  await updateSource(db, { id: id as number, dupeId: dupe }, values, now);
  expect(await stored()).toMatchObject({ sources_for: 0, sources_against: 0, catalogues: 1 });
  const against = updateSource(
    db,
    { id: id as number, dupeId: dupe },
    { ...values, stance: "against" },
    now,
  );
  await expect(against).rejects.toThrow(/check/iu);
});

test("the same page counts once for a dupe", async () => {
  await addSource(db, dupe, source("https://forum.example/1"), now);
  const again = source("https://forum.example/1", { stance: "against" });
  expect(await addSource(db, dupe, again, now)).toBe("source-there");
  expect(await sourcesOf(db, dupe)).toHaveLength(1);
});

test("a dupe has at most 50 sources", async () => {
  for (let at = 0; at < maxSources; at++)
    await addSource(db, dupe, source(`https://forum.example/${at}`), now);
  expect(await addSource(db, dupe, source("https://forum.example/x"), now)).toBe(
    "no-room-for-sources",
  );
  expect(await sourcesOf(db, dupe)).toHaveLength(50);
});
