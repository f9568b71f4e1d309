import { beforeEach, expect, test } from "vitest";
import { mailboxHashes } from "#app/domain/accounts/mailboxes.ts";
import { addSuspension } from "#app/domain/accounts/suspensions.ts";
import type { Db } from "#db/database.ts";
import { addAccount } from "../../../tests/support/accounts.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { eraseAccount } from "#app/domain/desk/erase-account.ts";
import { deleteOldVoiceNetworks } from "#app/domain/voices/waits.ts";
import { countDueReviews } from "./due-voices.ts";
import { said, say, saying } from "../../../tests/support/verdicts.ts";
import { deleteVerdict, verdictOf } from "./verdicts.ts";
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

const give = (
  userId: string,
  lasting: "less" | "more" = "less",
  { network = null as string | null, at = now } = {},
) => {
  const ballot = { secrets, emailsAreConfirmed: true, network };
  return say(db, userId, dupeId, { lasting }, { now: at, ballot });
};

const likes = async (id = dupeId) =>
  (await db.selectFrom("dupes").select("likes").where("id", "=", id).executeTakeFirstOrThrow())
    .likes;
const names = (bottles: { nombre: string }[]) => bottles.map(({ nombre }) => nombre).toSorted();

test("a new account's vote counts 72 hours after sign-up, and the pages of both bottles change (RULES.md 5.8)", async () => {
  await join("ana");
  expect(await cast("ana")).toBe("waiting");
  expect(await likes()).toBe(0);
  expect(await countDueReviews(db, hoursLater(71.9))).toEqual([]);
  expect(names(await countDueReviews(db, hoursLater(72)))).toEqual(["Aventus", "Club de Nuit"]);
  expect(await likes()).toBe(1);
  expect(await countDueReviews(db, hoursLater(73))).toEqual([]);
  expect(await cast("ana", { at: hoursLater(73) })).toBe("already-voted");
});

test("a vote counts at once from an older account, without email, and where new accounts are trusted (RULES.md 5.8)", async () => {
  await join("bea");
  expect(await cast("bea", { emailsAreConfirmed: false })).toBe("cast");
  await join("eva", hoursLater(-72).toISOString());
  expect(await cast("eva")).toBe("cast");
  await join("leo");
  const trusting = { secrets, network: null, emailsAreConfirmed: true, trustsNewAccounts: true };
  expect(await castVote(db, "leo", { dupeId, perfumeId, voto: 1 }, now, trusting)).toBe("cast");
  await join("mia");
  await db.updateTable("usuarios").set({ trusted: 1 }).where("id", "=", "mia").execute();
  expect(await cast("mia")).toBe("cast");
  expect(await likes()).toBe(4);
});

test("a clock that was set back makes a new account wait longer, never shorter", async () => {
  await join("ana", hoursLater(5).toISOString());
  expect(await cast("ana")).toBe("waiting");
  await countDueReviews(db, hoursLater(76.9));
  expect(await likes()).toBe(0);
  await countDueReviews(db, hoursLater(77));
  expect(await likes()).toBe(1);
});

test("the waiting vote of a deleted account never counts (RULES.md 9.11)", async () => {
  await join("ana");
  await cast("ana");
  await eraseAccount(db, "ana", true, secrets, now);
  await countDueReviews(db, daysLater(4));
  expect(await likes()).toBe(0);
});

test("six votes of a network count on a dupe in a week, the others as soon as there is room (RULES.md 5.8)", async () => {
  for (let n = 0; n < 14; n++) await join(`voter${n}`, longAgo);
  for (let n = 0; n < 13; n++)
    expect(await cast(`voter${n}`, { network: "office" })).toBe(n < 6 ? "cast" : "waiting");
  await cast("voter13", { network: "elsewhere" });
  expect(await likes()).toBe(7);
  const other = await addDupe(db, perfumeId, "Lattafa", "Asad");
  await cast("voter0", { network: "office", to: other });
  expect(await likes(other)).toBe(1);

  await countDueReviews(db, daysLater(6.9));
  expect(await likes()).toBe(7);
  await countDueReviews(db, daysLater(7));
  expect(await likes()).toBe(13);
  await countDueReviews(db, daysLater(14));
  expect(await likes()).toBe(14);
});

test("one vote of a mail domain that is no large provider's counts on a dupe, for good (RULES.md 5.8)", async () => {
  for (let n = 0; n < 4; n++) await join(`voter${n}`, longAgo, `voter${n}@sub${n}.catchall.com`);
  await join("other", longAgo, "other@example.net");
  const network = (n: number) => ({ network: `network ${n}` });
  expect(await cast("voter0", network(0))).toBe("cast");
  for (let n = 1; n < 4; n++) expect(await cast(`voter${n}`, network(n))).toBe("waiting");
  await cast("other");
  await countDueReviews(db, daysLater(365));
  expect(await likes()).toBe(2);
  const another = await addDupe(db, perfumeId, "Lattafa", "Asad");
  expect(await cast("voter1", { ...network(1), to: another })).toBe("cast");
});

test("votes of one domain count at once where addresses are not confirmed (RULES.md 5.8)", async () => {
  for (let n = 0; n < 8; n++) {
    await join(`voter${n}`, longAgo, `voter${n}@catchall.com`);
    await cast(`voter${n}`, { emailsAreConfirmed: false });
  }
  expect(await likes()).toBe(8);
});

test("new accounts of one domain that become due together count once (RULES.md 5.8)", async () => {
  for (let n = 0; n < 5; n++) {
    await join(`voter${n}`, now.toISOString(), `voter${n}@catchall.com`);
    await cast(`voter${n}`, { network: `network ${n}` });
  }
  await countDueReviews(db, daysLater(3));
  await countDueReviews(db, daysLater(4));
  expect(await likes()).toBe(1);
});

test("votes that wait for their domain do not hold up others of their network (RULES.md 5.8)", async () => {
  for (let n = 0; n < 8; n++) {
    await join(`mailbox${n}`, longAgo, `mailbox${n}@catchall.com`);
    await cast(`mailbox${n}`, { network: "carrier", at: hoursLater(n) });
  }
  await join("ana");
  await cast("ana", { network: "carrier", at: hoursLater(13) });
  await countDueReviews(db, daysLater(4));
  expect(await likes()).toBe(2);
});

test("concurrent votes of a network leave no more than six counted (RULES.md 5.8)", async () => {
  for (let n = 0; n < 20; n++) await join(`voter${n}`, longAgo);
  await Promise.all(Array.from({ length: 20 }, (_, n) => cast(`voter${n}`, { network: "office" })));
  expect(await likes()).toBe(6);
});

test("a suspended person's vote goes on waiting", async () => {
  await join("ana");
  await cast("ana");
  const terms = { since: now.toISOString(), until: daysLater(10).toISOString(), entry: 1 };
  await addSuspension(db, "ana", terms);
  await countDueReviews(db, daysLater(5));
  expect(await likes()).toBe(0);
  await countDueReviews(db, daysLater(10));
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
  await join("ana");
  await join("bea", longAgo);
  await cast("ana");
  await cast("bea");
  expect(await votesOf(db, "ana", perfumeId)).toEqual({ [dupeId]: { voto: 1, isCounted: false } });
  expect(await votesOf(db, "bea", perfumeId)).toEqual({ [dupeId]: { voto: 1, isCounted: true } });
});

test.each(["user_votes", "verdicts"] as const)(
  "the networks of %s are forgotten after 180 days, unless one waits for room",
  async (table) => {
    for (let n = 0; n < 7; n++) {
      await join(`voter${n}`, longAgo);
      if (table === "user_votes") await cast(`voter${n}`, { network: "office" });
      else await give(`voter${n}`, "less", { network: "office" });
    }
    const kept = async () =>
      (await db.selectFrom(table).select("id").where("network", "=", "office").execute()).length;
    await deleteOldVoiceNetworks(db, daysLater(180));
    expect(await kept()).toBe(7);
    await db
      .updateTable(table)
      .set({ counts_from: daysLater(1).toISOString() })
      .where("counted_at", "is", null)
      .execute();
    await deleteOldVoiceNetworks(db, daysLater(180.5));
    expect(await kept()).toBe(1);
  },
);

test("a new account's verdict counts 72 hours after sign-up, as it is by then, and both pages change (RULES.md 5.8)", async () => {
  await join("ana");
  expect(await give("ana", "less")).toBe("waiting");
  expect(await give("ana", "more")).toBe("changed");
  expect(await said(db, dupeId)).toBe("nothing");
  expect(await verdictOf(db, "ana", dupeId)).toEqual(saying({ lasting: "more" }));
  expect(await countDueReviews(db, hoursLater(71.9))).toEqual([]);
  const names = (await countDueReviews(db, hoursLater(72))).map(({ nombre }) => nombre);
  expect(names.toSorted()).toEqual(["Aventus", "Club de Nuit"]);
  expect(await said(db, dupeId)).toBe("1: lasting more 1");
  expect(await countDueReviews(db, hoursLater(73))).toEqual([]);
});

test("a waiting verdict that its author deletes never counts", async () => {
  await join("ana");
  await give("ana");
  expect(await deleteVerdict(db, "ana", { dupeId, perfumeId })).toBe("deleted");
  expect(await countDueReviews(db, daysLater(4))).toEqual([]);
  expect(await said(db, dupeId)).toBe("nothing");
});

test("six verdicts of a network count on a dupe in a week, the others as soon as there is room (RULES.md 5.8)", async () => {
  for (let n = 0; n < 13; n++) await join(`one${n}`, longAgo);
  for (let n = 0; n < 13; n++) await give(`one${n}`, "less", { network: "office" });
  expect(await said(db, dupeId)).toBe("6: lasting less 6");
  await countDueReviews(db, daysLater(6.9));
  expect(await said(db, dupeId)).toBe("6: lasting less 6");
  await countDueReviews(db, daysLater(7));
  expect(await said(db, dupeId)).toBe("12: lasting less 12");
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
  await join("ana");
  await give("ana");
  const terms = { since: now.toISOString(), until: daysLater(10).toISOString(), entry: 1 };
  await addSuspension(db, "ana", terms);
  await countDueReviews(db, daysLater(5));
  expect(await said(db, dupeId)).toBe("nothing");
  await countDueReviews(db, daysLater(10));
  expect(await said(db, dupeId)).toBe("1: lasting less 1");
});
