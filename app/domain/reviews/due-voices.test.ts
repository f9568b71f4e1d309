import { beforeEach, expect, test } from "vitest";
import { mailboxHashes } from "#app/domain/accounts/mailboxes.ts";
import { addSuspension } from "#app/domain/accounts/suspensions.ts";
import type { Db } from "#db/database.ts";
import { addAccount, addAccounts } from "../../../tests/support/accounts.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { countDueVotes, deleteOldVoteNetworks } from "./vote-waits.ts";
import { castVote, votesOf } from "./votes.ts";

const now = new Date("2026-02-03T10:00:00.000Z");
const hoursLater = (hours: number) => new Date(now.getTime() + hours * 60 * 60 * 1000);
const daysLater = (days: number) => hoursLater(24 * days);
const longAgo = daysLater(-30).toISOString();
const secrets = ["secret"];
let db: Db;
let perfumeId: number;
let dupeId: number;

beforeEach(async () => {
  db = await freshDatabase();
  perfumeId = await addPerfume(db, "Creed", "Aventus");
  dupeId = await addDupe(db, perfumeId, "Armaf", "Club de Nuit");
});

const join = (name: string, createdAt = now.toISOString(), email = `${name}@gmail.com`) =>
  addAccount(db, name, { createdAt, email });

const cast = (
  userId: string,
  { network = null as string | null, emailsAreConfirmed = true, at = now, to = dupeId } = {},
) =>
  castVote(db, userId, { dupeId: to, perfumeId, voto: 1 }, at, {
    secrets,
    network,
    emailsAreConfirmed,
  });

const likes = async (id = dupeId) =>
  (await db.selectFrom("dupes").select("likes").where("id", "=", id).executeTakeFirstOrThrow())
    .likes;
const names = (bottles: { nombre: string }[]) => bottles.map(({ nombre }) => nombre).toSorted();

test("a new account's vote counts 72 hours after sign-up, and the pages of both bottles change (RULES.md 5.8)", async () => {
  await addAccounts(db, 100, longAgo);
  await join("ana");
  expect(await cast("ana")).toBe("cast");
  expect(await likes()).toBe(0);
  expect(await countDueVotes(db, hoursLater(71.9))).toEqual([]);
  expect(names(await countDueVotes(db, hoursLater(72)))).toEqual(["Aventus", "Club de Nuit"]);
  expect(await likes()).toBe(1);
  expect(await countDueVotes(db, hoursLater(73))).toEqual([]);
  expect(await cast("ana", { at: hoursLater(73) })).toBe("already-voted");
});

test("a vote counts at once from an older account, without email, and on a site with fewer than 100 accounts (RULES.md 5.8)", async () => {
  await join("ana");
  await cast("ana");
  expect(await likes()).toBe(1);
  await addAccounts(db, 99, longAgo);
  await join("bea");
  await cast("bea", { emailsAreConfirmed: false });
  expect(await likes()).toBe(2);
  await join("eva", hoursLater(-72).toISOString());
  await cast("eva");
  expect(await likes()).toBe(3);
});

test("six votes of a network count on a dupe in a week, the others as soon as there is room (RULES.md 5.8)", async () => {
  for (let n = 0; n < 14; n++) await join(`voter${n}`, longAgo);
  for (let n = 0; n < 13; n++) expect(await cast(`voter${n}`, { network: "office" })).toBe("cast");
  await cast("voter13", { network: "elsewhere" });
  expect(await likes()).toBe(7);
  const other = await addDupe(db, perfumeId, "Lattafa", "Asad");
  await cast("voter0", { network: "office", to: other });
  expect(await likes(other)).toBe(1);

  await countDueVotes(db, daysLater(6.9));
  expect(await likes()).toBe(7);
  await countDueVotes(db, daysLater(7));
  expect(await likes()).toBe(13);
  await countDueVotes(db, daysLater(14));
  expect(await likes()).toBe(14);
});

test("six votes of a mail domain that is no large provider's count on a dupe in a week, the others later (RULES.md 5.8)", async () => {
  for (let n = 0; n < 13; n++) await join(`voter${n}`, longAgo, `voter${n}@sub${n}.catchall.com`);
  await join("other", longAgo, "other@example.net");
  const network = (n: number) => ({ network: `network ${n}` });
  for (let n = 0; n < 13; n++) expect(await cast(`voter${n}`, network(n))).toBe("cast");
  await cast("other");
  expect(await likes()).toBe(7);
  await countDueVotes(db, daysLater(6.9));
  expect(await likes()).toBe(7);
  await countDueVotes(db, daysLater(7));
  expect(await likes()).toBe(13);
  await countDueVotes(db, daysLater(14));
  expect(await likes()).toBe(14);
});

test("votes of one domain count at once where addresses are not confirmed (RULES.md 5.8)", async () => {
  for (let n = 0; n < 8; n++) {
    await join(`voter${n}`, longAgo, `voter${n}@catchall.com`);
    await cast(`voter${n}`, { emailsAreConfirmed: false });
  }
  expect(await likes()).toBe(8);
});

test("new accounts of one domain that become due together fill its room, not more (RULES.md 5.8)", async () => {
  await addAccounts(db, 100, longAgo);
  for (let n = 0; n < 10; n++) {
    await join(`voter${n}`, now.toISOString(), `voter${n}@catchall.com`);
    await cast(`voter${n}`, { network: `network ${n % 2}` });
  }
  await countDueVotes(db, daysLater(3));
  await countDueVotes(db, daysLater(4));
  expect(await likes()).toBe(6);
});

test("votes that wait for room in their domain do not hold up others of their network (RULES.md 5.8)", async () => {
  for (let n = 0; n < 12; n++) {
    await join(`mailbox${n}`, longAgo, `mailbox${n}@catchall.com`);
    await cast(`mailbox${n}`, { network: n < 6 ? `network ${n}` : "carrier", at: hoursLater(n) });
  }
  await addAccounts(db, 100, longAgo);
  await join("ana");
  await cast("ana", { network: "carrier", at: hoursLater(13) });
  expect(await likes()).toBe(6);
  await countDueVotes(db, daysLater(4));
  expect(await likes()).toBe(7);
});

test("concurrent votes of a network leave no more than six counted (RULES.md 5.8)", async () => {
  for (let n = 0; n < 20; n++) await join(`voter${n}`, longAgo);
  await Promise.all(Array.from({ length: 20 }, (_, n) => cast(`voter${n}`, { network: "office" })));
  expect(await likes()).toBe(6);
});

test("a suspended person's vote goes on waiting", async () => {
  await addAccounts(db, 100, longAgo);
  await join("ana");
  await cast("ana");
  const terms = { since: now.toISOString(), until: daysLater(10).toISOString(), entry: 1 };
  await addSuspension(db, "ana", terms);
  await countDueVotes(db, daysLater(5));
  expect(await likes()).toBe(0);
  await countDueVotes(db, daysLater(10));
  expect(await likes()).toBe(1);
});

test("addresses of one mailbox have one vote on a dupe, also under an older secret (RULES.md 5.7)", async () => {
  await join("ana", longAgo, "ana+1@gmail.com");
  await join("bea", longAgo, "a.na+2@gmail.com");
  expect([await cast("ana"), await cast("bea")]).toEqual(["cast", "already-voted"]);
  const renewed = { secrets: ["new", ...secrets], network: null, emailsAreConfirmed: true };
  const vote = { dupeId, perfumeId, voto: -1 } as const;
  expect(await castVote(db, "bea", vote, now, renewed)).toBe("already-voted");
  expect(await likes()).toBe(1);
  const row = await db.selectFrom("user_votes").selectAll().executeTakeFirstOrThrow();
  expect(row.mailbox).toBe(mailboxHashes(secrets, "ana@gmail.com")[0]);
});

test("of concurrent votes of one mailbox, one is cast (RULES.md 5.7)", async () => {
  for (let n = 0; n < 10; n++) await join(`voter${n}`, longAgo, `ana+${n}@gmail.com`);
  const outcomes = await Promise.all(Array.from({ length: 10 }, (_, n) => cast(`voter${n}`)));
  expect(outcomes.filter((outcome) => outcome === "cast")).toHaveLength(1);
  expect(await likes()).toBe(1);
});

test("the author alone is told of a vote that does not count yet (RULES.md 5.8)", async () => {
  await addAccounts(db, 100, longAgo);
  await join("ana");
  await join("bea", longAgo);
  await cast("ana");
  await cast("bea");
  expect(await votesOf(db, "ana", perfumeId)).toEqual({ [dupeId]: { voto: 1, isCounted: false } });
  expect(await votesOf(db, "bea", perfumeId)).toEqual({ [dupeId]: { voto: 1, isCounted: true } });
});

test.each([
  ["network", "gmail.com", "office"],
  ["mail_domain", "catchall.com", null],
] as const)(
  "a vote's %s is deleted after 30 days, unless the vote waits for room",
  async (column, domain, network) => {
    for (let n = 0; n < 7; n++) await join(`voter${n}`, longAgo, `voter${n}@${domain}`);
    for (let n = 0; n < 7; n++) await cast(`voter${n}`, { network });
    const kept = async () =>
      (await db.selectFrom("user_votes").select(column).where(column, "is not", null).execute())
        .length;
    await deleteOldVoteNetworks(db, daysLater(30));
    expect(await kept()).toBe(7);
    await deleteOldVoteNetworks(db, daysLater(30.1));
    expect(await kept()).toBe(1);
  },
);
