import { answerBlindTest, startBlindTest, type Strip } from "#app/domain/reviews/blind-tests.ts";
import type { Ballot } from "#app/domain/reviews/ballots.ts";
import type { Db } from "#db/database.ts";
import { withoutEmail } from "./accounts.ts";
import { originalOf } from "./database.ts";

export const orderOf = (db: Db, code: string) =>
  db
    .selectFrom("blind_tests")
    .select(["odd", "carries"])
    .where("code", "=", code)
    .executeTakeFirstOrThrow();

/** Starts a test and answers it, rightly or not. */
export async function smell(
  db: Db,
  userId: string,
  dupeId: number,
  isRight: boolean,
  { now = new Date("2026-02-03T10:00:00.000Z"), ballot = withoutEmail as Ballot } = {},
) {
  const perfumeId = await originalOf(db, dupeId);
  const code = await startBlindTest(db, userId, { dupeId, perfumeId }, now);
  const { odd: right } = await orderOf(db, code);
  const odd = isRight ? right : (((right % 3) + 1) as Strip);
  const { outcome } = await answerBlindTest(
    db,
    userId,
    { perfumeId, code, odd, liked: null },
    now,
    ballot,
  );
  return outcome;
}
