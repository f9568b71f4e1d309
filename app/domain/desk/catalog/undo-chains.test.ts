// Pseudo-random chains of catalogue changes, then undone (RULES.md 10.9).
import { expect, test } from "vitest";
import { addAccount, withoutEmail, addOwner } from "../../../../tests/support/accounts.ts";
import { disagreements } from "../../../../tests/support/counters.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../../tests/support/database.ts";
import { everyRow } from "../../../../tests/support/full-bottle.ts";
import { onPostgres } from "../../../../tests/support/postgres-databases.ts";
import { addPrice } from "../../../../tests/support/prices.ts";
import { say } from "../../../../tests/support/verdicts.ts";
import { refreshBottle } from "#app/domain/prices/refresh-summaries.ts";
import { publishReview } from "#app/domain/reviews/reviews.ts";
import { addSource } from "#app/domain/catalog/sources.ts";
import { suggestDupe } from "../../../../tests/support/suggestions.ts";
import { outcomeOf } from "../../../../tests/support/outcome-of.ts";
import { castVote } from "#app/domain/reviews/votes.ts";
import { removePrices, removeReviews, removeVotes } from "../sanctions.ts";
import { uncountVotes } from "../uncount-votes.ts";
import { undo } from "../undo/undo.ts";
import { removeDupe } from "./edit-dupes.ts";
import { addAlias, remove } from "./edit-perfume.ts";
import { merge } from "./merge.ts";

const people = ["ana", "bea", "kim"];

/** @returns a generator of numbers in [0, 1), always the same for a seed */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
}

async function makeWorld(seed: number) {
  const next = numbersOf(seed);
  const pick = <One>(list: readonly One[]): One => list[Math.floor(next() * list.length)]!;
  let time = Date.parse("2026-06-01T00:00:00Z");
  const tick = () => new Date((time += 1000));
  const db = await freshDatabase();
  await addOwner(db);
  for (const name of people) await addAccount(db, name);
  const bottles: { id: number; marca: string; nombre: string }[] = [];
  for (let n = 0; n < 8; n++) {
    const [marca, nombre] = [pick(["Armaf", "Zara"]), `Number ${n}`];
    bottles.push({ id: await addPerfume(db, marca, nombre, { popularidad: n }), marca, nombre });
  }
  const pairs = new Set<string>();
  for (let n = 0; n < 8; n++) {
    const [one, other] = [pick(bottles), pick(bottles)];
    const pair = [one.id, other.id].toSorted((a, b) => a - b).join();
    if (one === other || pairs.has(pair)) continue;
    pairs.add(pair);
    const dupe = await addDupe(db, one.id, other.marca, other.nombre);
    const source = {
      title: "T",
      stance: pick(["for", "against"] as const),
      kind: "article",
    } as const;
    for (const path of [pick([1, 2]), 3])
      await addSource(
        db,
        dupe,
        { ...source, url: `https://forum.example/${path}`, said_on: null },
        tick(),
      );
  }
  const dupes = () => db.selectFrom("dupes").select(["id", "perfume_id"]).orderBy("id").execute();
  const perfumes = () => db.selectFrom("perfumes").select("id").orderBy("id").execute();

  async function live() {
    const { id: dupeId, perfume_id: perfumeId } = pick(await dupes());
    const { id } = pick(await perfumes());
    const [userId, kind, since] = [pick(people), pick([0, 1, 2, 3, 4, 5]), tick()];
    const about = { dupeId, perfumeId };
    if (kind < 2)
      await outcomeOf(castVote(db, userId, { ...about, voto: pick([1, -1]) }, since, withoutEmail));
    if (kind === 2)
      await outcomeOf(
        publishReview(db, userId, { ...about, description: "Smoky", language: "es" }, since),
      );
    if (kind === 3) {
      const by = { shop: pick(["a", "b"]), user_id: pick([null, userId]), vouched: 0 as const };
      await addPrice(db, id, 1000 + Math.floor(next() * 900), since, by);
      await refreshBottle(db, id, since);
    }
    if (kind === 4) {
      const asked = { marca: "Dior", nombre: pick(["Sauvage", "Dune"]), language: "es" };
      await outcomeOf(suggestDupe(db, { ...asked, perfumeId: id, userId }, since));
    }
    if (kind === 5)
      await say(db, userId, dupeId, { lasting: pick(["less", "same", "more"]) }, { now: since });
  }

  /** @returns the log entry of a change that was made, or null */
  async function change({ removes = false } = {}): Promise<number | null> {
    const by = { actor: "olga", now: tick() };
    const [one, other] = [pick(await perfumes()).id, pick(await perfumes()).id];
    const dupe = pick(await dupes());
    const kind = next();
    const done = await outcomeOf(
      removes && kind < 0.2
        ? remove(db, one, by)
        : kind < 0.7
          ? merge(db, one, other, by)
          : kind < 0.85 && dupe
            ? removeDupe(db, dupe.perfume_id, dupe.id, by)
            : addAlias(db, one, pick(["Night", "Day"]), "name", by),
    );
    return typeof done === "string" ? null : done.entry;
  }

  /** @returns the log entry of a decision about what people said, or null */
  async function exclude(): Promise<number | null> {
    const [person, at] = [pick(people), tick()];
    const dupe = pick(await dupes());
    const seen = { dupeId: dupe?.id ?? 0, last: at.getTime() };
    const done = await outcomeOf(
      pick([
        (): Promise<{ entry: number }> => removeVotes(db, person, "olga", at),
        () => removeReviews(db, person, "olga", at),
        () => removePrices(db, person, "olga", at),
        () => uncountVotes(db, { ...seen, table: "user_votes" }, "", "olga", at),
        () => uncountVotes(db, { ...seen, table: "verdicts" }, "", "olga", at),
      ])(),
    );
    return typeof done === "string" ? null : done.entry;
  }

  return { db, live, change, exclude, pick, tick };
}

const ofDecisions = ["version", "decided_at"];
const withoutVersions = (row: string) =>
  JSON.stringify(JSON.parse(row), (column, value: unknown) =>
    ofDecisions.includes(column) ? undefined : value,
  );

const seeds = Array.from({ length: onPostgres ? 3 : 10 }, (_, n) => 7 + n * 7919);

test.each(seeds)("undoing all changes, newest first, leaves no trace (%i)", async (seed) => {
  const { db, live, change, tick } = await makeWorld(seed);
  for (let n = 0; n < 15; n++) await live();
  const made: { entry: number; before: Awaited<ReturnType<typeof everyRow>> }[] = [];
  for (let n = 0; n < 6; n++) {
    const before = await everyRow(db);
    const entry = await change({ removes: true });
    if (entry !== null) made.push({ entry, before });
  }
  expect(made.length).toBeGreaterThan(0);
  for (const { entry, before } of made.toReversed()) {
    await undo(db, entry, "olga", tick());
    expect(await everyRow(db)).toEqual(before);
  }
  expect(await disagreements(db, tick())).toEqual([]);
});

test.each(seeds)(
  "undoing in any order, while people keep voting, keeps counts right and loses no vote (%i)",
  async (seed) => {
    const { db, live, change, tick } = await makeWorld(seed);
    for (let n = 0; n < 10; n++) await live();
    const entries: number[] = [];
    for (let n = 0; n < 5; n++) {
      const entry = await change();
      if (entry !== null) entries.push(entry);
      await live();
    }
    for (const entry of entries) {
      const before = await everyRow(db);
      const outcome = await outcomeOf(undo(db, entry, "olga", tick()));
      const after = await everyRow(db);
      expect(typeof outcome === "object" ? before : after).toEqual(before);
      for (const table of ["user_votes", "verdicts", "dupe_reviews", "prices"])
        expect(after[table]!.length).toBeGreaterThanOrEqual(before[table]!.length);
      expect(await disagreements(db, tick())).toEqual([]);
    }
  },
);

test.each(seeds)(
  "whatever was removed, uncounted and merged is back once all is undone, in whatever order (%i)",
  async (seed) => {
    const { db, live, change, exclude, pick, tick } = await makeWorld(seed);
    for (let n = 0; n < 40; n++) await live();
    const before = await everyRow(db);
    let entries: number[] = [];
    for (let n = 0; n < 8; n++) {
      const entry = await pick([change, exclude, exclude])();
      if (entry !== null) entries.push(entry);
      expect(await disagreements(db, tick())).toEqual([]);
    }
    while (entries.length > 0) {
      const left: number[] = [];
      for (const entry of entries.toSorted(() => pick([-1, 1]))) {
        if (typeof (await outcomeOf(undo(db, entry, "olga", tick()))) === "string")
          left.push(entry);
        expect(await disagreements(db, tick())).toEqual([]);
      }
      expect(left.length).toBeLessThan(entries.length);
      entries = left;
    }
    const after = await everyRow(db);
    for (const table of Object.keys(before))
      expect([table, after[table]!.map(withoutVersions)]).toEqual([
        table,
        before[table]!.map(withoutVersions),
      ]);
  },
);

/** Three originals of one look-alike, whose dupes ana votes on, the third's first. */
async function threeVotes() {
  const db = await freshDatabase();
  await addOwner(db);
  await addAccount(db, "ana");
  const votes: { bottle: number; dupe: number }[] = [];
  for (const [n, name] of ["Aventus", "Aventus 2", "Aventus 3"].entries()) {
    const bottle = await addPerfume(db, "Creed", name);
    const dupe = await addDupe(db, bottle, "Armaf", "Club de Nuit");
    const at = new Date(Date.UTC(2026, 5, [2, 3, 1][n]));
    await castVote(db, "ana", { dupeId: dupe, perfumeId: bottle, voto: 1 }, at, withoutEmail);
    votes.push({ bottle, dupe });
  }
  const by = { actor: "olga", now: new Date("2026-06-10T00:00:00Z") };
  const mergeInto = async (one: number, into: number) =>
    (await merge(db, votes[one]!.bottle, votes[into]!.bottle, by)).entry;
  const likes = async () =>
    (await db.selectFrom("dupes").select("likes").orderBy("id").execute()).map((row) => row.likes);
  const undone = (entry: number) => outcomeOf(undo(db, entry, "olga", by.now));
  const removeAnas = async () => (await removeVotes(db, "ana", "olga", by.now)).entry;
  return { db, mergeInto, removeAnas, likes, undone };
}

test("of two merges that moved one vote the later is undone first, and no vote is lost", async () => {
  const { mergeInto, likes, undone } = await threeVotes();
  const [first, second] = [await mergeInto(0, 1), await mergeInto(2, 1)];
  expect(await undone(first)).toBe("changed-since");
  expect(await likes()).toEqual([1]);
  for (const entry of [second, first])
    expect(await undone(entry)).toMatchObject({ undid: { id: entry } });
  expect(await likes()).toEqual([1, 1, 1]);
});

test("a removed vote that counts again while its dupe is merged goes back with it", async () => {
  const { mergeInto, removeAnas, likes, undone } = await threeVotes();
  const removal = await removeAnas();
  const merging = await mergeInto(2, 1);
  expect(await undone(removal)).toMatchObject({ undid: { id: removal } });
  expect(await likes()).toEqual([1, 1]);
  expect(await undone(merging)).toMatchObject({ undid: { id: merging } });
  expect(await likes()).toEqual([1, 1, 1]);
});
