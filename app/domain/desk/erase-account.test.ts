import { beforeEach, expect, test } from "vitest";
import { mailboxHashes } from "#app/domain/accounts/mailboxes.ts";
import { addSighting } from "#app/domain/prices/add-sighting.ts";
import { verdictOf } from "#app/domain/reviews/verdicts.ts";
import { castVote } from "#app/domain/reviews/votes.ts";
import { speakerOf } from "#app/domain/voices/speaker.ts";
import type { Db } from "#db/database.ts";
import { addAccount, withoutEmail, addOwner } from "../../../tests/support/accounts.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { addShop } from "../../../tests/support/prices.ts";
import { said, say } from "../../../tests/support/verdicts.ts";
import { outcomeOf } from "../../../tests/support/outcome-of.ts";
import { eraseAccount } from "./erase-account.ts";
import { removeVotes, suspend } from "./sanctions.ts";
import { undo } from "./undo/undo.ts";
import { countDueVoices } from "./count-due-voices.ts";

const now = new Date("2026-02-03T10:00:00.000Z");
const daysLater = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60 * 1000);
const secrets = ["secret"];
const email = "ana@gmail.com";
let db: Db;
let perfumeId: number;
let dupeId: number;

beforeEach(async () => {
  db = await freshDatabase();
  await addOwner(db);
  perfumeId = await addPerfume(db, "Creed", "Aventus");
  dupeId = await addDupe(db, perfumeId, "Armaf", "Club de Nuit");
});

const cast = (userId: string, at: Date, emailsAreConfirmed = false) =>
  outcomeOf(
    castVote(db, userId, { dupeId, perfumeId, voto: 1 }, at, {
      secrets,
      network: null,
      emailsAreConfirmed,
    }),
  );
/** Old votes have no mailbox. */
const beforeMailboxes = { ...withoutEmail, secrets: [] };
const erase = (userId: string, at: Date) => eraseAccount(db, userId, true, secrets, at);
const figures = () =>
  db.selectFrom("dupes").select(["likes", "porcentaje"]).executeTakeFirstOrThrow();
const votes = () => db.selectFrom("user_votes").select(["user_id", "mailbox"]).execute();

test("a deleted account's votes of its last 30 days are deleted, and its pages change (RULES.md 9.11)", async () => {
  await addAccount(db, "ana", { email });
  await cast("ana", now);
  const gone = await erase("ana", daysLater(30));
  expect(gone.map(({ nombre }) => nombre).toSorted()).toEqual(["Aventus", "Club de Nuit"]);
  expect([await figures(), await votes()]).toEqual([{ likes: 0, porcentaje: 85 }, []]);
});

test("what still waits when its account is deleted never counts, however old it is (RULES.md 9.11)", async () => {
  await addAccount(db, "ana", { email: "ana@own.example", createdAt: now.toISOString() });
  await cast("ana", now, true);
  await addShop(db, "druni.es");
  const by = await speakerOf(db, "ana", null, { secrets, emailsAreConfirmed: true });
  const seen = {
    amount: 2490,
    currency: "EUR",
    size: 100,
    kind: "bottle",
    shop: "druni.es",
  } as const;
  const { outcome } = await addSighting(db, perfumeId, { ...seen, seenOn: "2026-02-03" }, by, now);
  expect(outcome).toBe("waiting");
  await erase("ana", daysLater(31));
  await countDueVoices(db, daysLater(32));
  expect([await figures(), await votes()]).toEqual([{ likes: 0, porcentaje: 85 }, []]);
  expect(await db.selectFrom("prices").select("state").execute()).toEqual([]);
});

test("one mailbox that signs up, votes and leaves again and again has no vote (RULES.md 5.7)", async () => {
  for (let round = 0; round < 7; round++) {
    await addAccount(db, `ana${round}`, { email: `ana+${round}@gmail.com` });
    expect(await cast(`ana${round}`, now)).toBe("cast");
    await erase(`ana${round}`, now);
  }
  expect([await figures(), await votes()]).toEqual([{ likes: 0, porcentaje: 85 }, []]);
});

test("older votes stay with the mailbox, which never votes there again (RULES.md 5.7, 9.11)", async () => {
  await addAccount(db, "ana", { email });
  await castVote(db, "ana", { dupeId, perfumeId, voto: 1 }, now, beforeMailboxes);
  expect(await votes()).toEqual([{ user_id: "ana", mailbox: null }]);
  expect(await erase("ana", daysLater(30.1))).toEqual([]);
  expect(await votes()).toEqual([{ user_id: null, mailbox: mailboxHashes(secrets, email)[0] }]);
  await addAccount(db, "bea", { email: "ana+again@gmail.com" });
  expect(await cast("bea", daysLater(31))).toBe("already-voted");
  expect((await figures()).likes).toBe(1);
});

test("two old accounts of one mailbox leave without a conflict", async () => {
  for (const name of ["ana", "bea"]) {
    await addAccount(db, name, { email: `ana+${name}@gmail.com` });
    await castVote(db, name, { dupeId, perfumeId, voto: 1 }, now, beforeMailboxes);
  }
  await erase("ana", daysLater(31));
  await erase("bea", daysLater(31));
  expect((await votes()).filter(({ mailbox }) => mailbox === null)).toHaveLength(1);
});

test("a verdict stays counted without its person; the mailbox that comes back changes it (RULES.md 5.7, 9.11)", async () => {
  await addAccount(db, "ana", { email });
  await say(db, "ana", dupeId, { lasting: "less" }, { now });
  await erase("ana", daysLater(1));
  const rows = await db.selectFrom("verdicts").select(["user_id", "mailbox"]).execute();
  expect(rows).toEqual([{ user_id: null, mailbox: mailboxHashes(secrets, email)[0] }]);
  expect(await said(db, dupeId)).toBe("1: lasting less 1");
  await addAccount(db, "bea", { email: "ana+again@gmail.com" });
  expect(await say(db, "bea", dupeId, { lasting: "more" })).toBe("changed");
  expect(await said(db, dupeId)).toBe("1: lasting more 1");
  expect(await verdictOf(db, "bea", dupeId)).toMatchObject({ lasting: "more" });
});

test("a verdict that waits is deleted with its account, and one that operators removed never counts again", async () => {
  await addAccount(db, "ana", { email, createdAt: now.toISOString() });
  const confirmed = { ...withoutEmail, emailsAreConfirmed: true };
  await say(db, "ana", dupeId, { lasting: "less" }, { now, ballot: confirmed });
  await erase("ana", daysLater(1));
  expect(await db.selectFrom("verdicts").selectAll().execute()).toEqual([]);

  await addAccount(db, "bea");
  await say(db, "bea", dupeId, { lasting: "less" }, { now });
  const removed = await removeVotes(db, "bea", "olga", now);
  await erase("bea", daysLater(1));
  expect(await outcomeOf(undo(db, removed.entry, "olga", daysLater(2)))).toBe("changed-since");
  expect(await said(db, dupeId)).toBe("nothing");
});

test("a vote that waits is deleted with its account, too", async () => {
  await addAccount(db, "ana", { email, createdAt: now.toISOString() });
  await cast("ana", now, true);
  expect(await erase("ana", daysLater(1))).toEqual([]);
  expect(await votes()).toEqual([]);
});

test("a suspended person's waiting vote does not count because the account is deleted", async () => {
  await addAccount(db, "ana", { email, createdAt: now.toISOString() });
  expect(await cast("ana", now, true)).toBe("waiting");
  await suspend(db, "ana", { reason: "bought", days: null }, "olga", now);
  await countDueVoices(db, daysLater(31));
  await erase("ana", daysLater(31));
  await countDueVoices(db, daysLater(31));
  expect(await figures()).toMatchObject({ likes: 0 });
});
