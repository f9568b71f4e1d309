import { expect, test } from "vitest";
import { silenceSuspended } from "#app/domain/reviews/silence.ts";
import { questions, verdictQuestions } from "#app/domain/reviews/verdict-questions.ts";
import { deleteVerdict } from "#app/domain/reviews/verdicts.ts";
import { countDueReviews } from "#app/domain/reviews/due-voices.ts";
import { Refused } from "#app/domain/refused-act.ts";
import type { Db } from "#db/database.ts";
import { addAccount, addOwner } from "../../../tests/support/accounts.ts";
import { disagreements } from "../../../tests/support/counters.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { say } from "../../../tests/support/verdicts.ts";
import { outcomeOf } from "../../../tests/support/outcome-of.ts";
import { merge } from "./catalog/merge.ts";
import { eraseAccount } from "./erase-account.ts";
import { removeVotes, restore, suspend } from "./sanctions.ts";
import { uncountVotes } from "./uncount-votes.ts";
import { undo } from "./undo/undo.ts";

function unlessRefused(error: unknown): void {
  if (!(error instanceof Refused)) throw error;
}

const day = 24 * 60 * 60 * 1000;
const mailboxes = 8;
const secrets = ["secret"];

function numbersOf(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
}

async function addBottles(db: Db): Promise<void> {
  for (const name of ["Aventus", "Green Irish Tweed"]) {
    const original = await addPerfume(db, "Creed", name);
    for (const dupe of ["One", "Two", "Three"]) await addDupe(db, original, "Armaf", dupe);
  }
}

/** Whoever comes back has the mailbox of somebody before, written in another way. */
const come = (db: Db, mailbox: number, time: number, at: Date) =>
  addAccount(db, `p${mailbox}-${time}`, {
    email: `p${mailbox}+${time}@gmail.com`,
    createdAt: at.toISOString(),
  });

test.each([186, 260, 445, 667])(
  "after a random month of verdicts, sanctions, uncounting and merges the counts are those of the rows, at most one per mailbox (%i)",
  async (seed) => {
    const db = await freshDatabase();
    await addOwner(db);
    const next = numbersOf(seed);
    const pick = <One>(list: readonly One[]): One => list[Math.floor(next() * list.length)]!;
    await addBottles(db);
    let now = new Date("2026-03-01T00:00:00.000Z");
    let arrivals = 0;
    const entries: number[] = [];
    const wrong: string[] = [];
    let uncounted = 0;
    const note = (done: string | { entry: number }) =>
      typeof done === "object" && entries.push(done.entry);
    const person = async () => {
      const people = await db.selectFrom("accounts").select("user_id").orderBy("user_id").execute();
      return people.length === 0 ? null : pick(people).user_id;
    };
    const ballot = () => ({ secrets, emailsAreConfirmed: true, network: pick(["a", "b"]) });
    const tell = async () => {
      const [who, dupe] = [await person(), pick(await dupesOf(db))];
      const question = pick(questions);
      const answers = { [question]: pick(verdictQuestions[question]) };
      if (who && dupe) await outcomeOf(say(db, who, dupe.id, answers, { now, ballot: ballot() }));
    };
    const acts: (() => Promise<unknown>)[] = [
      ...Array.from({ length: 12 }, () => tell),
      ...Array.from({ length: 3 }, () => async () => {
        await come(db, Math.floor(next() * mailboxes), arrivals++, now);
      }),
      async () => {
        const [who, dupe] = [await person(), pick(await dupesOf(db))];
        if (who && dupe)
          await outcomeOf(deleteVerdict(db, who, { dupeId: dupe.id, perfumeId: dupe.perfume_id }));
      },
      async () => {
        const who = await person();
        if (who) await eraseAccount(db, who, true, secrets, now);
      },
      async () => {
        const who = await person();
        const days = pick([null, 1, 10]);
        if (who) note(await outcomeOf(suspend(db, who, { reason: "spam", days }, "olga", now)));
      },
      async () => {
        const who = await person();
        if (who) note(await outcomeOf(restore(db, who, "olga", now)));
      },
      async () => {
        const who = await person();
        if (who) note(await outcomeOf(removeVotes(db, who, "olga", now)));
      },
      async () => {
        const dupe = pick(await dupesOf(db));
        if (!dupe) return;
        const seen = { table: "verdicts", dupeId: dupe.id, last: now.getTime() } as const;
        const done = await outcomeOf(uncountVotes(db, seen, "", "olga", now));
        if (typeof done === "object") uncounted += done.count;
        note(done);
      },
      async () => {
        const bottles = await db.selectFrom("perfumes").select("id").orderBy("id").execute();
        const by = { actor: "olga", now };
        // Of a bottle with itself or its own dupe, none.
        await merge(db, pick(bottles).id, pick(bottles).id, by).then(note, unlessRefused);
      },
      ...Array.from({ length: 3 }, () => async () => {
        const entry = entries.splice(Math.floor(next() * entries.length), 1)[0];
        if (entry !== undefined) await outcomeOf(undo(db, entry, "olga", now));
      }),
      ...Array.from({ length: 3 }, () => async () => {
        await countDueReviews(db, now);
        await silenceSuspended(db, now);
      }),
    ];
    for (let n = 0; n < 200; n++) {
      now = new Date(now.getTime() + next() * 0.2 * day);
      await pick(acts)();
      if (n % 20 === 0) wrong.push(...(await disagreements(db, now)));
    }
    expect([...wrong, ...(await disagreements(db, now))]).toEqual([]);
    const counts = await db.selectFrom("verdict_counts").select("verdicts").execute();
    expect(Math.max(...counts.map(({ verdicts }) => verdicts))).toBeLessThanOrEqual(mailboxes);
    expect(counts.some(({ verdicts }) => verdicts > 1)).toBe(true);
    expect(uncounted).toBeGreaterThan(0);
    const undone = db.selectFrom("audit_log").select("id").where("undone_by", "is not", null);
    const left = db.selectFrom("exclusions").select("id").where("entry", "in", undone);
    expect(await left.execute()).toEqual([]);
  },
);

const dupesOf = (db: Db) =>
  db.selectFrom("dupes").select(["id", "perfume_id"]).orderBy("id").execute();
