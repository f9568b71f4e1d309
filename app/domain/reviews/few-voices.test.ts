import { beforeEach, expect, test } from "vitest";
import { listDupes } from "#app/domain/catalog/relations.ts";
import { isRejected, knownSimilarity } from "#app/domain/catalog/dupe-order.ts";
import type { Db } from "#db/database.ts";
import { addAccount, withoutEmail } from "../../../tests/support/accounts.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { say } from "../../../tests/support/verdicts.ts";
import { deleteVerdict } from "./verdicts.ts";
import { castVote } from "./votes.ts";
import { recountVotes } from "#app/domain/catalog/recount.ts";
import { recountVerdicts, verdictCountsOf } from "./verdict-counts.ts";
import { bestDupes } from "#app/domain/catalog/best-dupes.ts";

const now = new Date("2026-11-12T10:00:00.000Z");
let db: Db;
let perfumeId: number;
let dupeId: number;
let people = 0;

beforeEach(async () => {
  db = await freshDatabase();
  perfumeId = await addPerfume(db, "Creed", "Aventus");
  dupeId = await addDupe(db, perfumeId, "Armaf", "Club de Nuit");
  people = 0;
});

const from = (network: string) => ({ ...withoutEmail, network });
async function vote(network: string, voto: 1 | -1 = 1, dupe = dupeId) {
  const userId = await addAccount(db, `person${people++}`);
  return castVote(db, userId, { dupeId: dupe, perfumeId, voto }, now, from(network));
}
const figures = async () =>
  (await listDupes(db, perfumeId)).map((one) => [one.nombre, knownSimilarity(one)]);

test("votes of one network, however many, make no figure and no first place (RULES.md 1.6, 1.7)", async () => {
  const honest = await addDupe(db, perfumeId, "Zara", "Vibrant Leather");
  for (const network of ["a", "b", "c"]) await vote(network, -1, honest);
  for (let n = 0; n < 5; n++) await vote("campaign");
  expect(await figures()).toEqual([
    ["Vibrant Leather", 20],
    ["Club de Nuit", null],
  ]);
  await vote("a");
  await recountVotes(db, [dupeId]);
  expect((await figures())[1]).toEqual(["Club de Nuit", null]);
  await vote("b");
  expect((await figures())[0]).toEqual(["Club de Nuit", 89]);
});

test("votes of one network do not put a dupe under those that people reject (RULES.md 1.7)", async () => {
  const other = await addDupe(db, perfumeId, "Zara", "Vibrant Leather");
  for (let n = 0; n < 6; n++) await vote("campaign", -1, other);
  const dupe = (await listDupes(db, perfumeId)).find(({ id }) => id === other)!;
  expect([dupe.few_voices, isRejected(dupe)]).toEqual([1, false]);
});

test("answers of one network, however many, say nothing (RULES.md 5.10)", async () => {
  const answer = async (network: string, answers: Parameters<typeof say>[3]) =>
    say(db, await addAccount(db, `person${people++}`), dupeId, answers, { ballot: from(network) });
  for (const network of ["a", "b"]) await answer(network, { opening: "same" });
  for (let n = 0; n < 4; n++) await answer("campaign", { lasting: "less" });
  const shown = async () => (await verdictCountsOf(db, [dupeId])).get(dupeId);
  const nothing = { less: 0, same: 0, more: 0 };
  expect(await shown()).toMatchObject({ verdicts: 6, lasting: nothing });
  await recountVerdicts(db, [dupeId]);
  expect(await shown()).toMatchObject({ verdicts: 6, opening: { same: 2 }, lasting: nothing });
  for (const network of ["a", "b"]) await answer(network, { lasting: "same" });
  expect(await shown()).toMatchObject({ verdicts: 8, lasting: { less: 4, same: 2, more: 0 } });
});

test("answers of three people say nothing any more once one of the three takes theirs back (RULES.md 5.10)", async () => {
  const names = await Promise.all(["a", "b", "campaign", "campaign", "campaign"].map(answering));
  const lasting = async () => (await verdictCountsOf(db, [dupeId])).get(dupeId)!.lasting;
  expect((await lasting()).less).toBe(5);
  await deleteVerdict(db, names[0]!, { dupeId, perfumeId });
  expect((await lasting()).less).toBe(0);
});

async function answering(network: string, n: number): Promise<string> {
  const name = await addAccount(db, `answering${n}`);
  await say(db, name, dupeId, { lasting: "less" }, { ballot: from(network) });
  return name;
}

test("one person's vote makes no dupe the best of those that as many sources support", async () => {
  const sources = { for: 1 };
  const original = await addPerfume(db, "Dior", "Sauvage");
  const first = await addDupe(db, original, "Armaf", "Ventana", { sources });
  const bought = await addDupe(db, original, "Zara", "Vibrant Leather", { sources });
  const userId = await addAccount(db, "mallory");
  const vote = { dupeId: bought, perfumeId: original, voto: 1 as const };
  await castVote(db, userId, vote, now, from("campaign"));
  expect((await listDupes(db, original))[0]!.id).toBe(first);
  expect((await bestDupes(db, [original])).size).toBe(0);
});
