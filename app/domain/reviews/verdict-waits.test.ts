import { beforeEach, expect, test } from "vitest";
import { addSuspension } from "#app/domain/accounts/suspensions.ts";
import type { Db } from "#db/database.ts";
import { addAccount, addAccounts } from "../../../tests/support/accounts.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { said, say, saying } from "../../../tests/support/verdicts.ts";
import { countDueVotes, deleteOldVoteNetworks } from "./vote-waits.ts";
import { deleteVerdict, verdictOf } from "./verdicts.ts";

const now = new Date("2026-02-03T10:00:00.000Z");
const hoursLater = (hours: number) => new Date(now.getTime() + hours * 60 * 60 * 1000);
const daysLater = (days: number) => hoursLater(24 * days);
const longAgo = daysLater(-30).toISOString();
let db: Db;
let dupeId: number;
let perfumeId: number;

beforeEach(async () => {
  db = await freshDatabase();
  perfumeId = await addPerfume(db, "Creed", "Aventus");
  dupeId = await addDupe(db, perfumeId, "Armaf", "Club de Nuit");
});

const join = (name: string, createdAt = now.toISOString(), email = `${name}@gmail.com`) =>
  addAccount(db, name, { createdAt, email });

const give = (
  userId: string,
  lasting: "less" | "more" = "less",
  { network = null as string | null, at = now } = {},
) => {
  const ballot = { secrets: ["secret"], emailsAreConfirmed: true, network };
  return say(db, userId, dupeId, { lasting }, { now: at, ballot });
};

test("a new account's verdict counts 72 hours after sign-up, as it is by then, and both pages change (RULES.md 5.8)", async () => {
  await addAccounts(db, 100, longAgo);
  await join("ana");
  expect(await give("ana", "less")).toBe("given");
  expect(await give("ana", "more")).toBe("changed");
  expect(await said(db, dupeId)).toBe("nothing");
  expect(await verdictOf(db, "ana", dupeId)).toEqual(saying({ lasting: "more" }));
  expect(await countDueVotes(db, hoursLater(71.9))).toEqual([]);
  const names = (await countDueVotes(db, hoursLater(72))).map(({ nombre }) => nombre);
  expect(names.toSorted()).toEqual(["Aventus", "Club de Nuit"]);
  expect(await said(db, dupeId)).toBe("1: lasting more 1");
  expect(await countDueVotes(db, hoursLater(73))).toEqual([]);
});

test("a waiting verdict that its author deletes never counts", async () => {
  await addAccounts(db, 100, longAgo);
  await join("ana");
  await give("ana");
  expect(await deleteVerdict(db, "ana", { dupeId, perfumeId })).toBe("deleted");
  expect(await countDueVotes(db, daysLater(4))).toEqual([]);
  expect(await said(db, dupeId)).toBe("nothing");
});

test("six verdicts of a network count on a dupe in a week, the others as soon as there is room (RULES.md 5.8)", async () => {
  for (let n = 0; n < 13; n++) await join(`one${n}`, longAgo);
  for (let n = 0; n < 13; n++) await give(`one${n}`, "less", { network: "office" });
  expect(await said(db, dupeId)).toBe("6: lasting less 6");
  await countDueVotes(db, daysLater(6.9));
  expect(await said(db, dupeId)).toBe("6: lasting less 6");
  await countDueVotes(db, daysLater(7));
  expect(await said(db, dupeId)).toBe("12: lasting less 12");
});

test("six verdicts of a mail domain that is no large provider's count on a dupe in a week (RULES.md 5.8)", async () => {
  for (let n = 0; n < 8; n++) await join(`one${n}`, longAgo, `one${n}@sub${n}.catchall.com`);
  for (let n = 0; n < 8; n++) await give(`one${n}`, "less", { network: `network ${n}` });
  expect(await said(db, dupeId)).toBe("6: lasting less 6");
});

test("concurrent verdicts of a network leave no more than six counted (RULES.md 5.8)", async () => {
  for (let n = 0; n < 20; n++) await join(`one${n}`, longAgo);
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => give(`one${n}`, "less", { network: "office" })),
  );
  expect(await said(db, dupeId)).toBe("6: lasting less 6");
});

test("addresses of one mailbox have one verdict: the second changes it and has it from then on (RULES.md 5.7)", async () => {
  await join("ana", longAgo, "ana+1@gmail.com");
  await join("bea", longAgo, "a.na+2@gmail.com");
  expect([await give("ana", "less"), await give("bea", "more")]).toEqual(["given", "changed"]);
  expect(await said(db, dupeId)).toBe("1: lasting more 1");
  expect(await verdictOf(db, "bea", dupeId)).toEqual(saying({ lasting: "more" }));
});

test("of concurrent verdicts of one mailbox, one counts (RULES.md 5.7)", async () => {
  for (let n = 0; n < 10; n++) await join(`one${n}`, longAgo, `ana+${n}@gmail.com`);
  await Promise.all(Array.from({ length: 10 }, (_, n) => give(`one${n}`)));
  expect(await said(db, dupeId)).toBe("1: lasting less 1");
});

test("a suspended person's verdict goes on waiting", async () => {
  await addAccounts(db, 100, longAgo);
  await join("ana");
  await give("ana");
  const terms = { since: now.toISOString(), until: daysLater(10).toISOString(), entry: 1 };
  await addSuspension(db, "ana", terms);
  await countDueVotes(db, daysLater(5));
  expect(await said(db, dupeId)).toBe("nothing");
  await countDueVotes(db, daysLater(10));
  expect(await said(db, dupeId)).toBe("1: lasting less 1");
});

test("a verdict's network is deleted after 30 days, unless it waits for room", async () => {
  for (let n = 0; n < 7; n++) await join(`one${n}`, longAgo);
  for (let n = 0; n < 7; n++) await give(`one${n}`, "less", { network: "office" });
  await deleteOldVoteNetworks(db, daysLater(30.1));
  const kept = await db
    .selectFrom("verdicts")
    .select("id")
    .where("network", "=", "office")
    .execute();
  expect(kept).toHaveLength(1);
});
