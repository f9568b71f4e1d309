import { beforeEach, expect, test } from "vitest";
import { addSuspension } from "#app/domain/accounts/suspensions.ts";
import type { Db } from "#db/database.ts";
import { isConstraint } from "#db/errors.ts";
import { addAccount, withoutEmail } from "../../../tests/support/accounts.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { said, say, saying } from "../../../tests/support/verdicts.ts";
import { outcomeOf } from "../../../tests/support/outcome-of.ts";
import { ownVerdicts } from "./my-contributions.ts";
import { verdictQuestions } from "./verdict-questions.ts";
import { deleteVerdict, giveVerdict, verdictOf } from "./verdicts.ts";

const now = new Date("2026-02-03T10:00:00.000Z");
let db: Db;
let perfumeId: number;
let dupeId: number;

beforeEach(async () => {
  db = await freshDatabase();
  perfumeId = await addPerfume(db, "Creed", "Aventus");
  dupeId = await addDupe(db, perfumeId, "Armaf", "Club de Nuit");
});

const rows = () => db.selectFrom("verdicts").selectAll().orderBy("id").execute();

async function people(count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, n) => `person${n}`);
  for (const name of names) await addAccount(db, name);
  return names;
}

test("a verdict is counted by question and answer, and its author reads it", async () => {
  const ana = await addAccount(db, "ana");
  expect(await say(db, ana, dupeId, { lasting: "less", again: "dupe" })).toBe("given");
  expect(await said(db, dupeId)).toBe("1: lasting less 1, again dupe 1");
  expect(await verdictOf(db, ana, dupeId)).toEqual(saying({ lasting: "less", again: "dupe" }));
  expect(await verdictOf(db, "bea", dupeId)).toBeNull();
  expect(await rows()).toMatchObject([{ user_id: ana, created_at: now.toISOString() }]);
});

test("a changed verdict moves the counts and does not grow them", async () => {
  const ana = await addAccount(db, "ana");
  await say(db, ana, dupeId, { lasting: "less", opening: "close" });
  const later = new Date(now.getTime() + 1000);
  const answers = { lasting: "more", again: "either" } as const;
  expect(await say(db, ana, dupeId, answers, { now: later })).toBe("changed");
  expect(await said(db, dupeId)).toBe("1: lasting more 1, again either 1");
  expect(await rows()).toMatchObject([
    { created_at: now.toISOString(), updated_at: later.toISOString() },
  ]);
});

test("of thirty people at once none is lost", async () => {
  const all = await people(30);
  const answer = (n: number) => verdictQuestions.lasting[n % 3]!;
  const outcomes = await Promise.all(
    all.map((one, n) => say(db, one, dupeId, { lasting: answer(n) })),
  );
  expect(new Set(outcomes)).toEqual(new Set(["given"]));
  expect(await said(db, dupeId)).toBe("30: lasting less 10, lasting same 10, lasting more 10");
});

test("thirty posts of one person at once are one verdict", async () => {
  const ana = await addAccount(db, "ana");
  const outcomes = await Promise.all(
    Array.from({ length: 30 }, () => say(db, ana, dupeId, { lasting: "less" })),
  );
  expect(outcomes.filter((outcome) => outcome === "given")).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === "changed")).toHaveLength(29);
  expect(await said(db, dupeId)).toBe("1: lasting less 1");
});

test("a person's verdicts are listed newest first, with their answers and both bottles", async () => {
  const ana = await addAccount(db, "ana");
  const asad = await addDupe(db, perfumeId, "Lattafa", "Asad");
  await say(db, ana, dupeId, { lasting: "less" });
  await say(db, ana, asad, { again: "either" }, { now: new Date(now.getTime() + 1000) });
  const { rows: listed, count } = await ownVerdicts(db, ana, 1);
  expect(count).toBe(2);
  expect(listed).toMatchObject([
    { dupe: { nombre: "Asad" }, original: { nombre: "Aventus" }, answers: { again: "either" } },
    { dupeId, dupe: { nombre: "Club de Nuit" }, answers: saying({ lasting: "less" }) },
  ]);
  expect((await ownVerdicts(db, ana, 1, 1)).rows).toHaveLength(1);
  expect(await ownVerdicts(db, "bea", 1)).toEqual({ rows: [], count: 0 });
});

test("a deleted verdict no longer counts, and can be given again", async () => {
  const ana = await addAccount(db, "ana");
  await say(db, ana, dupeId, { lasting: "less" });
  await deleteVerdict(db, ana, { dupeId, perfumeId });
  expect(await outcomeOf(deleteVerdict(db, ana, { dupeId, perfumeId }))).toBe("no-such-verdict");
  expect([await said(db, dupeId), await rows()]).toEqual(["nothing", []]);
  expect(await say(db, ana, dupeId, { lasting: "same" })).toBe("given");
  expect(await said(db, dupeId)).toBe("1: lasting same 1");
});

test("a missing or suspended person, and a dupe that is not on the page, store nothing", async () => {
  const ana = await addAccount(db, "ana");
  const sauvage = await addPerfume(db, "Dior", "Sauvage");
  const verdict = { dupeId, perfumeId: sauvage, answers: saying({ lasting: "less" }) };
  expect(await outcomeOf(giveVerdict(db, ana, verdict, now, withoutEmail))).toBe("no-such-dupe");
  expect(await outcomeOf(deleteVerdict(db, ana, { dupeId, perfumeId: sauvage }))).toBe(
    "no-such-dupe",
  );
  expect(await outcomeOf(say(db, "nobody", dupeId, { lasting: "less" }))).toBe("no-such-person");
  await addSuspension(db, ana, { since: "2026-01-01", until: null, entry: 1 });
  expect(await outcomeOf(say(db, ana, dupeId, { lasting: "less" }))).toBe("no-such-person");
  expect([await said(db, dupeId), await rows()]).toEqual(["nothing", []]);
});

test("the schema refuses a verdict without an answer, and an answer that is none", async () => {
  const ana = await addAccount(db, "ana");
  await expect(say(db, ana, dupeId, {})).rejects.toSatisfy(isConstraint);
  await expect(say(db, ana, dupeId, { lasting: "dupe" as "less" })).rejects.toSatisfy(isConstraint);
  expect(await rows()).toEqual([]);
});
