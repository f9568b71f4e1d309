import { randomInt } from "node:crypto";
import { Refused } from "#app/domain/refused-act.ts";
import { ownRow, speakerOf } from "#app/domain/voices/speaker.ts";
import { weigh } from "#app/domain/voices/waits.ts";
import type { Db } from "#db/database.ts";
import { type Ballot, onDupe, type SentDupe } from "./ballots.ts";
import { recountTests } from "./blind-counts.ts";
import { ofVoices } from "./due-voices.ts";

// RULES.md 5.11
const lives = 2 * 60 * 60 * 1000;
const remembered = 24 * 60 * 60 * 1000;

/** Without vowels, of which words are made, and l, which looks like another. */
const letters = "bcdfghjkmnpqrstvwxyz";
export const codePattern = new RegExp(`^[${letters}]{6}$`, "u");

export type Strip = 1 | 2 | 3;
export type Bottle = "dupe" | "original";

const newCode = () => Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join("");

/** @returns the code of a new test, in place of the open one @throws Refused "no-such-dupe", "no-such-person" */
export async function startBlindTest(
  db: Db,
  userId: string,
  sent: SentDupe,
  now: Date,
): Promise<string> {
  return onDupe(db, userId, sent, async (tx, dupe_id) => {
    const at = now.toISOString();
    await replaceOpenTests(tx, [dupe_id], [userId], at);
    const order = randomInt(6);
    const test = {
      dupe_id,
      user_id: userId,
      odd: ((order % 3) + 1) as Strip,
      carries: order < 3 ? ("dupe" as const) : ("original" as const),
      created_at: at,
      expires_at: new Date(now.getTime() + lives).toISOString(),
    };
    for (;;) {
      const code = newCode();
      const added = await tx
        .insertInto("blind_tests")
        .values({ ...test, code })
        .onConflict((known) => known.column("code").doNothing())
        .returning("id")
        .executeTakeFirst();
      if (added) return code;
    }
  });
}

/** For a new test, and where two dupes become one. */
export async function replaceOpenTests(
  tx: Db,
  dupeIds: readonly number[],
  people: readonly string[],
  at: string,
): Promise<void> {
  await tx
    .updateTable("blind_tests")
    .set((row) => ({
      state: "replaced" as const,
      expires_at: row.case().when("expires_at", "<", at).then(row.ref("expires_at")).else(at).end(),
    }))
    .where("state", "=", "open")
    .where("dupe_id", "in", dupeIds)
    .where("user_id", "in", people)
    .execute();
}

export interface BlindAnswer {
  perfumeId: number;
  code: string;
  odd: Strip;
  liked: Bottle | null;
}

/** "again": the person's first one counts, and this one nowhere. */
type AnswerOutcome = "counted" | "waiting" | "again";

/**
 * A person's first answered test of a dupe is their voice (RULES.md 5.11).
 * @throws Refused "no-such-test" (somebody else's, or long over), "over-test", "answered-test", "no-such-dupe", "no-such-person"
 */
export async function answerBlindTest(
  db: Db,
  userId: string,
  { perfumeId, code, odd, liked }: BlindAnswer,
  now: Date,
  ballot: Ballot,
): Promise<{ dupeId: number; outcome: AnswerOutcome }> {
  const coded = (of: Db) => of.selectFrom("blind_tests").where("code", "=", code);
  const sent = await coded(db).select("dupe_id as dupeId").executeTakeFirst();
  if (!sent) throw new Refused("no-such-test");
  return onDupe(db, userId, { ...sent, perfumeId }, async (tx, dupeId) => {
    const test = await coded(tx)
      .select(["id", "odd", "chosen", "expires_at"])
      .where("user_id", "=", userId)
      .where("dupe_id", "=", dupeId)
      .executeTakeFirst();
    if (!test) throw new Refused("no-such-test");
    if (test.chosen !== null) throw new Refused("answered-test");
    requireOpen(test, now);
    const by = await speakerOf(tx, userId, ballot.network, ballot);
    const first = await tx
      .selectFrom("blind_tests")
      .select("id")
      .where("dupe_id", "=", dupeId)
      .where("state", "in", ofVoices)
      .where(ownRow(by))
      .executeTakeFirst();
    const weight = first ? null : await weigh(tx, "blind_tests", { dupe_id: dupeId }, by, now);
    const outcome = !weight ? "again" : weight.counted_at === null ? "waiting" : "counted";
    const found = odd === test.odd ? (1 as const) : (0 as const);
    await tx
      .updateTable("blind_tests")
      .set({ chosen: odd, found, liked, created_at: now.toISOString(), state: outcome, ...weight })
      .where("id", "=", test.id)
      .execute();
    if (outcome === "counted") await recountTests(tx, [dupeId]);
    return { dupeId, outcome };
  });
}

/** @throws Refused "no-such-test", "over-test" */
function requireOpen({ expires_at }: { expires_at: string }, now: Date): void {
  const over = now.getTime() - Date.parse(expires_at);
  if (over >= remembered) throw new Refused("no-such-test");
  if (over >= 0) throw new Refused("over-test");
}

/** @returns for the friend, what is on each strip; null for who smells @throws Refused "no-such-test", "over-test" */
export async function stripsOf(db: Db, code: string, reader: string | null, now: Date) {
  const test = await db
    .selectFrom("blind_tests")
    .innerJoin("dupes", "dupes.id", "dupe_id")
    .innerJoin("perfumes as bottle", "bottle.id", "dupe_perfume_id")
    .innerJoin("perfumes as original", "original.id", "perfume_id")
    .select(["user_id", "odd", "carries", "expires_at"])
    .select(["bottle.marca", "bottle.nombre", "original.marca as originalMarca"])
    .select("original.nombre as originalNombre")
    .where("code", "=", code)
    .executeTakeFirst();
  if (!test) throw new Refused("no-such-test");
  requireOpen(test, now);
  if (reader !== null && test.user_id === reader) return null;
  const original = { marca: test.originalMarca, nombre: test.originalNombre };
  const bottles = { dupe: { marca: test.marca, nombre: test.nombre }, original };
  const others = test.carries === "dupe" ? "original" : "dupe";
  return [1, 2, 3].map((strip) => bottles[strip === test.odd ? test.carries : others]);
}

interface OwnBlindTest {
  /** a code */
  open?: string;
  answered?: { found: boolean; odd: Strip; carries: Bottle };
}

/** Of a dupe, a person's test that is open, else of the answered ones the one started last; its order only then. */
export async function ownBlindTest(
  db: Db,
  userId: string,
  dupeId: number,
  now: Date,
): Promise<OwnBlindTest | null> {
  const test = await db
    .selectFrom("blind_tests")
    .select(["code", "odd", "carries", "found"])
    .where("user_id", "=", userId)
    .where("dupe_id", "=", dupeId)
    .where((row) =>
      row.or([
        row("chosen", "is not", null),
        row.and([row("state", "=", "open"), row("expires_at", ">", now.toISOString())]),
      ]),
    )
    .orderBy((row) => row.case().when("chosen", "is", null).then(0).else(1).end())
    .orderBy("id", "desc")
    .executeTakeFirst();
  if (!test) return null;
  const { code, odd, carries, found } = test;
  return found === null ? { open: code } : { answered: { found: found === 1, odd, carries } };
}

/** RULES.md 5.11 */
export async function deleteAbandonedTests(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom("blind_tests")
    .where("chosen", "is", null)
    .where("expires_at", "<=", new Date(now.getTime() - remembered).toISOString())
    .execute();
}
