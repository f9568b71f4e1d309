import { Secret, TOTP } from "otpauth";
import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { findEntry } from "./log/audit.ts";
import { countWaiting, listWaiting } from "./queue/waiting-items.ts";
import { deleteOverSuspensions } from "#app/domain/accounts/suspensions.ts";
import { addAccount, emailOf, withoutEmail } from "../../../tests/support/accounts.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { addPrice } from "../../../tests/support/prices.ts";
import { deleteAccount } from "#app/domain/accounts/erasure.ts";
import { signInWithGoogle } from "#app/domain/accounts/google-accounts.ts";
import { findProfile, saveProfile } from "#app/domain/accounts/profiles.ts";
import { beginFactor, confirmFactor } from "./operator-factor.ts";
import { findCurrentUser, startSession } from "#app/domain/accounts/sessions.ts";
import { isEmailTaken } from "#app/domain/accounts/registration.ts";
import { reportReview } from "#app/domain/reviews/reports.ts";
import { deleteReview, listReviews, publishReview } from "#app/domain/reviews/reviews.ts";
import { outcomeOf } from "../../../tests/support/outcome-of.ts";
import { suggestPerfume } from "../../../tests/support/suggestions.ts";
import { castVote } from "#app/domain/reviews/votes.ts";
import { visitor } from "#app/domain/voices/speaker.ts";
import { sayGone } from "#app/domain/prices/gone.ts";
import { mergePerfumes } from "./catalog/merge.ts";
import { removeDupe } from "./catalog/edit-dupes.ts";
import { refuse } from "./queue/decide.ts";
import { removeReviews, removeVotes, restore, suspend } from "./sanctions.ts";
import { grant, mayDecide } from "./roles.ts";
import { canBeUndone, undo } from "./undo/undo.ts";

const now = new Date();
const day = 24 * 60 * 60 * 1000;
const after = (ms: number) => new Date(now.getTime() + ms);
const why = { reason: "spam", days: null };
let db: Db;
let perfumeId: number;
let dupeId: number;

beforeEach(async () => {
  db = await freshDatabase();
  for (const name of ["ana", "bea", "mod", "mia", "eve", "eva"]) await addAccount(db, name);
  await grant(db, "eve", "owner", null, now);
  for (const name of ["mod", "mia"]) await grant(db, name, "moderator", null, now);
  perfumeId = await addPerfume(db, "Creed", "Aventus");
  dupeId = await addDupe(db, perfumeId, "Armaf", "Club de Nuit");
});

const review = (userId: string, description: string) =>
  outcomeOf(publishReview(db, userId, { dupeId, perfumeId, description, language: "es" }, now));
const shown = async (reader: string | null = null) =>
  (await listReviews(db, dupeId, 1, reader)).reviews.map((one) => one.description);
const figures = () =>
  db
    .selectFrom("dupes")
    .select(["likes", "dislikes", "porcentaje"])
    .where("id", "=", dupeId)
    .executeTakeFirstOrThrow();
const log = () =>
  db
    .selectFrom("audit_log")
    .select(["action", "actor_id", "subject", "reason"])
    .where("action", "!=", "grant")
    .orderBy("id")
    .execute();

test("a suspended person is signed out everywhere, cannot write, and is hidden until restored", async () => {
  const token = await startSession(db, "ana", "home", now);
  await review("ana", "lovely");
  await review("bea", "so so");
  await suggestPerfume(
    db,
    { marca: "Dior", nombre: "Sauvage", userId: "ana", language: "es" },
    now,
  );
  await suggestPerfume(db, { marca: "Zara", nombre: "Ebony", userId: "ana", language: "es" }, now);
  await suggestPerfume(db, { marca: "Zara", nombre: "Ebony", userId: "bea", language: "es" }, now);
  await addPrice(db, perfumeId, 2490, now, { state: "held", user_id: "ana", shop: "Corner shop" });
  expect(await countWaiting(db)).toMatchObject({ perfume: 2, price: 1 });

  await suspend(db, "ana", why, "mod", now);
  expect(await findCurrentUser(db, token, now)).toBeNull();
  expect(await shown()).toEqual(["so so"]);
  expect(await review("ana", "again")).toBe("no-such-person");
  expect(
    await outcomeOf(castVote(db, "ana", { dupeId, perfumeId, voto: 1 }, now, withoutEmail)),
  ).toBe("no-such-person");
  expect(await countWaiting(db)).toMatchObject({ perfume: 1, price: 0 });
  expect(await listWaiting(db, null, 10, 0)).toMatchObject([{ kind: "perfume", times: 2 }]);

  await restore(db, "ana", "mod", now);
  expect(await shown()).toHaveLength(2);
  expect(await countWaiting(db)).toMatchObject({ perfume: 2, price: 1 });
  expect(await findCurrentUser(db, token, now)).toBeNull();
  expect(await outcomeOf(restore(db, "ana", "mod", now))).toBe("unchanged");
  expect(await log()).toMatchObject([
    { action: "suspend", actor_id: "mod", subject: "person:ana", reason: "spam" },
    { action: "restore", actor_id: "mod", subject: "person:ana" },
  ]);
});

test("requests in flight at the moment of suspension change nothing: no review, name, code or price report", async () => {
  await review("eva", "mine");
  const { id } = await db.selectFrom("dupe_reviews").select("id").executeTakeFirstOrThrow();
  const price = await addPrice(db, perfumeId, 2490, now, { user_id: "eva" });
  await grant(db, "eva", "moderator", null, now);
  const named = { issuer: "Sosia", label: "eva", secrets: ["a secret of the tests"] };
  const here = { ...named, session: null, origin: "https://sosia.example", language: "es" };
  const { secret } = (await beginFactor(db, "eva", named, now))!;
  const code = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate({
    timestamp: now.getTime(),
  });
  const profile = await findProfile(db, "eva");
  await suspend(db, "eva", why, "eve", now);

  const eva = { ...visitor(null), userId: "eva", confirmed: true, mailboxes: ["eva"] };
  expect(await outcomeOf(sayGone(db, price, eva, now))).toBe("no-such-person");
  expect(await outcomeOf(deleteReview(db, "eva", id))).toBe("no-such-person");
  expect(await outcomeOf(saveProfile(db, "eva", { username: "eva2" }))).toBe("no-such-person");
  expect(await confirmFactor(db, "eva", code, here, now)).toBeNull();

  expect(await findProfile(db, "eva")).toEqual(profile);
  expect(await db.selectFrom("price_gone").selectAll().execute()).toEqual([]);
  await restore(db, "eva", "eve", now);
  expect(await shown()).toEqual(["mine"]);
  expect(await sayGone(db, price, eva, now)).toBe("withdrawn");
  expect(await confirmFactor(db, "eva", code, here, now)).toHaveLength(10);
});

test("a temporary suspension ends by itself, and sessions created during it stay invalid", async () => {
  // Started three days ago for two days, so that it has ended by the site's clock.
  await suspend(db, "ana", { reason: "spam", days: 2 }, "mod", after(-3 * day));
  const during = await startSession(db, "ana", "home", after(-2 * day));
  await review("ana", "back again");
  expect(await shown()).toEqual(["back again"]);
  expect(await findCurrentUser(db, during, now)).toBeNull();
  const since = await startSession(db, "ana", "home", now);
  expect(await findCurrentUser(db, since, now)).toMatchObject({ userId: "ana" });
  await deleteOverSuspensions(db, now);
  expect(await db.selectFrom("suspensions").selectAll().execute()).toEqual([]);
  expect(await findCurrentUser(db, during, now)).toBeNull();
  expect(await findCurrentUser(db, since, now)).toMatchObject({ userId: "ana" });
});

test("housekeeping keeps an indefinite suspension", async () => {
  await suspend(db, "ana", { reason: "spam", days: 2 }, "mod", now);
  await suspend(db, "bea", why, "mod", now);
  await deleteOverSuspensions(db, after(day));
  expect(await db.selectFrom("suspensions").select("user_id").execute()).toHaveLength(2);
});

test("email links and half-finished sign-ins end with the sessions", async () => {
  const at = after(day).toISOString();
  const of = { user_id: "ana", token_hash: "t", expires_at: at };
  await db
    .insertInto("account_tokens")
    .values({ ...of, purpose: "reset" })
    .execute();
  await db
    .insertInto("second_steps")
    .values({ ...of, device_hash: "d", path: "/" })
    .execute();
  await suspend(db, "ana", why, "eve", now);
  for (const table of ["account_tokens", "second_steps"] as const)
    expect(await db.selectFrom(table).select("user_id").execute()).toEqual([]);
});

test("moderators cannot sanction operators, others nobody, and nobody themselves", async () => {
  for (const [actor, target] of [
    ["mod", "eve"],
    ["mod", "mia"],
    ["mod", "mod"],
    ["ana", "bea"],
    ["nobody", "bea"],
  ] as const)
    for (const decide of [
      () => suspend(db, target, why, actor, now),
      () => restore(db, target, actor, now),
      () => removeVotes(db, target, actor, now),
      () => removeReviews(db, target, actor, now),
    ])
      expect(await outcomeOf(decide())).toBe("not-allowed");
  expect(await outcomeOf(suspend(db, "eve", why, "eve", now))).toBe("yourself");
  expect(await outcomeOf(suspend(db, "nobody", why, "mod", now))).toBe("no-such-person");
  expect(await outcomeOf(suspend(db, "ana", { reason: " \n", days: 1 }, "mod", now))).toBe(
    "no-reason",
  );
  expect(await log()).toEqual([]);
});

test("a suspended moderator cannot decide, and keeps the role for afterwards", async () => {
  await suspend(db, "mod", why, "eve", now);
  expect(await mayDecide(db, "mod")).toBe(false);
  expect(await outcomeOf(suspend(db, "ana", why, "mod", now))).toBe("not-allowed");
  await restore(db, "mod", "eve", now);
  expect(await mayDecide(db, "mod")).toBe(true);
});

test("the last active owner can be neither suspended nor revoked", async () => {
  await grant(db, "eva", "owner", "eve", now);
  await suspend(db, "eva", why, "eve", now);
  // The other owner is suspended and does not count.
  for (const actor of ["eve", "eva", "mod"])
    expect(await outcomeOf(suspend(db, "eve", why, actor, now))).toBe(
      actor === "eve" ? "yourself" : "not-allowed",
    );
  expect(await outcomeOf(grant(db, "eve", null, null, now))).toBe("last-owner");
});

test("removed votes cannot be cast again, and restoring them skips dupes that are gone", async () => {
  const other = await addDupe(db, perfumeId, "Zara", "Vibrant");
  await castVote(db, "ana", { dupeId, perfumeId, voto: 1 }, now, withoutEmail);
  await castVote(db, "ana", { dupeId: other, perfumeId, voto: 1 }, now, withoutEmail);
  const entry = (await removeVotes(db, "ana", "mod", now)).entry;
  const again = castVote(db, "ana", { dupeId, perfumeId, voto: -1 }, now, withoutEmail);
  expect(await outcomeOf(again)).toBe("already-voted");
  expect(await figures()).toMatchObject({ likes: 0, dislikes: 0 });
  await db.deleteFrom("dupes").where("id", "=", other).execute();
  await undo(db, entry, "mod", now);
  expect(await figures()).toMatchObject({ likes: 1, dislikes: 0 });
});

test("a removed vote cannot be cast again after its bottles merge (RULES.md 5.1)", async () => {
  const other = await addPerfume(db, "Creed", "Aventus 2010");
  const kept = await addDupe(db, other, "Armaf", "Club de Nuit");
  await castVote(db, "ana", { dupeId, perfumeId, voto: 1 }, now, withoutEmail);
  await removeVotes(db, "ana", "mod", now);
  await mergePerfumes(db, perfumeId, other, now);
  const vote = { dupeId: kept, perfumeId: other, voto: 1 } as const;
  const cast = (userId: string) => outcomeOf(castVote(db, userId, vote, now, withoutEmail));
  expect([await cast("ana"), await cast("bea")]).toEqual(["already-voted", "cast"]);
});

const withoutDupe = async () =>
  (await removeDupe(db, perfumeId, dupeId, { actor: "mod", now })).entry;

test("removed votes and reviews are back once their removal and that of their dupe are undone, first theirs", async () => {
  await castVote(db, "ana", { dupeId, perfumeId, voto: 1 }, now, withoutEmail);
  await review("ana", "lovely");
  const votes = (await removeVotes(db, "ana", "mod", now)).entry;
  const reviews = (await removeReviews(db, "ana", "mod", now)).entry;
  const dupe = await withoutDupe();
  for (const entry of [votes, reviews, dupe]) await undo(db, entry, "mod", now);
  expect(await figures()).toMatchObject({ likes: 1, dislikes: 0 });
  expect(await shown()).toEqual(["lovely"]);
});

test("a review restored as removed, together with its dupe, has no open report", async () => {
  await review("ana", "spam");
  const report = { reviewId: 1, perfumeId, userId: "bea", reason: "spam", note: null } as const;
  await reportReview(db, report, now, withoutEmail);
  const dupe = await withoutDupe();
  const elsewhere = await addDupe(db, perfumeId, "Zara", "Vibrant");
  const other = { dupeId: elsewhere, perfumeId, description: "more", language: "es" as const };
  await publishReview(db, "ana", other, now);
  await removeReviews(db, "ana", "mod", now);
  await undo(db, dupe, "mod", now);
  const { state } = await db
    .selectFrom("dupe_reviews")
    .select("state")
    .where("id", "=", 1)
    .executeTakeFirstOrThrow();
  expect([state, (await countWaiting(db)).review]).toEqual(["removed", 0]);
});

test("a dupe is restored without reviews, and reports of them, by accounts deleted since", async () => {
  await review("ana", "spam");
  await review("bea", "fine");
  const report = { reviewId: 1, perfumeId, userId: "bea", reason: "spam", note: null } as const;
  await reportReview(db, report, now, withoutEmail);
  const dupe = await withoutDupe();
  await deleteAccount(db, "ana", true, ["secret"]);
  await undo(db, dupe, "mod", now);
  expect(await shown()).toEqual(["fine"]);
});

test("removing reviews closes their reports; restoring skips reviews that the author deleted", async () => {
  for (const text of ["one", "two", "three"]) await review("ana", text);
  const report = { reviewId: 2, perfumeId, userId: "bea", reason: "spam", note: null } as const;
  await reportReview(db, report, now, withoutEmail);
  const entry = (await removeReviews(db, "ana", "mod", now)).entry;
  expect(await shown()).toEqual([]);
  expect(await shown("ana")).toHaveLength(3);
  const waiting = () =>
    db.selectFrom("review_reports").selectAll().where("decided_at", "is", null).execute();
  expect(await waiting()).toEqual([]);
  await deleteReview(db, "ana", 1);
  await undo(db, entry, "mod", after(day));
  expect((await shown()).toSorted()).toEqual(["three", "two"]);
  expect(await waiting()).toHaveLength(1);
});

test("removed reviews can be restored for 30 days", async () => {
  await review("ana", "one");
  const { entry } = await removeReviews(db, "ana", "mod", now);
  const logged = (await findEntry(db, entry))!;
  const [last, late] = [after(30 * day - 1), after(30 * day)];
  expect([last, late].map((at) => canBeUndone(logged, at))).toEqual([true, false]);
  expect(await outcomeOf(undo(db, entry, "mod", late))).toBe("cannot-be-undone");
});

test("a suspension is undone in the log by someone allowed to sanction the person, only while it is current", async () => {
  const first = (await suspend(db, "ana", why, "mod", now)).entry;
  await restore(db, "ana", "mod", now);
  const second = (await suspend(db, "ana", why, "mod", now)).entry;
  expect(await outcomeOf(undo(db, first, "mod", now))).toBe("changed-since");
  await undo(db, second, "mod", now);
  const ofModerator = (await suspend(db, "mia", why, "eve", now)).entry;
  expect(await outcomeOf(undo(db, ofModerator, "mod", now))).toBe("not-allowed");
});

test("what an owner, a deleted account or somebody no longer a moderator suspended, no moderator lifts or undoes (RULES.md 10.17)", async () => {
  await addAccount(db, "leo");
  await grant(db, "leo", "moderator", "eve", now);
  for (const [imposer, target] of [
    ["eve", "ana"],
    ["leo", "bea"],
    ["mia", "eva"],
  ] as const) {
    const entry = (await suspend(db, target, why, imposer, now)).entry;
    if (imposer === "mia") await grant(db, "mia", null, "eve", now);
    if (imposer === "leo") await db.deleteFrom("usuarios").where("id", "=", "leo").execute();
    expect(await outcomeOf(restore(db, target, "mod", now))).toBe("owners-suspension");
    expect(await outcomeOf(undo(db, entry, "mod", now))).toBe("not-allowed");
    await restore(db, target, "eve", now);
  }
  await suspend(db, "ana", why, "eve", now);
  await restore(db, "ana", "eve", now);
});

test("no moderator lifts a suspension by an owner, even after the owner became a moderator (RULES.md 10.17)", async () => {
  await grant(db, "mia", "owner", "eve", now);
  const entry = (await suspend(db, "ana", why, "mia", now)).entry;
  await grant(db, "mia", "moderator", "eve", now);
  for (const moderator of ["mod", "mia"]) {
    expect(await outcomeOf(restore(db, "ana", moderator, now))).toBe("owners-suspension");
    expect(await outcomeOf(undo(db, entry, moderator, now))).toBe("not-allowed");
  }
  const later = (await suspend(db, "bea", why, "mia", now)).entry;
  await undo(db, later, "mod", now);
});

test("a suspension that has ended offers no undo", async () => {
  const entry = (await suspend(db, "ana", { ...why, days: 3 }, "mod", now)).entry;
  const logged = (await findEntry(db, entry))!;
  const over = after(3 * 24 * 60 * 60 * 1000);
  expect([now, over].map((at) => canBeUndone(logged, at))).toEqual([true, false]);
  expect(await outcomeOf(undo(db, entry, "mod", over))).toBe("cannot-be-undone");
});

test("until a suspension ends, nobody signs up with another spelling of the person's mailbox", async () => {
  await addAccount(db, "gala", { email: "gala.ruiz@gmail.com" });
  await suspend(db, "gala", { reason: "spam", days: 5 }, "mod", now);
  const taken = (email: string, at = now) => isEmailTaken(db, email, ["secret"], at);
  for (const email of ["galaruiz@gmail.com", "Gala.Ruiz+2@googlemail.com"]) {
    expect([email, await taken(email)]).toEqual([email, true]);
    expect(await taken(email, after(6 * day))).toBe(false);
    const google = { sub: "g1", email, emailVerified: true, name: "Gala" };
    expect(await signInWithGoogle(db, google, now, true, ["secret"])).toBe("barred");
  }
  expect(await taken("galaruiz2@gmail.com")).toBe(false);
});

test("if a suspended person deletes the account, the address stays blocked in any spelling, stored as a hash", async () => {
  const secrets = ["new secret of the site", "old secret of the site"];
  await suspend(db, "ana", { reason: "spam", days: 5 }, "mod", now);
  await deleteAccount(db, "ana", true, [secrets[1]!]);
  await deleteAccount(db, "bea", true, secrets);
  const taken = (email: string, at = now) => isEmailTaken(db, email, secrets, at);
  expect(await taken("ANA@Example.org")).toBe(true);
  expect(await taken("ana+again@example.org")).toBe(true);
  expect(await taken("ANA@Example.org", after(6 * day))).toBe(false);
  expect(await taken(emailOf("bea"))).toBe(false);
  expect(JSON.stringify(await db.selectFrom("barred_addresses").selectAll().execute())).not.toMatch(
    /ana|example/iu,
  );
  const google = { sub: "g1", email: emailOf("ana"), emailVerified: true, name: "Ana" };
  expect(await signInWithGoogle(db, google, now, true, secrets)).toBe("barred");
});

test("a shorter suspension of the same mailbox shortens no bar (RULES.md 9.15)", async () => {
  await addAccount(db, "ana+2");
  for (const [name, days] of [
    ["ana", 5],
    ["ana+2", 1],
  ] as const) {
    await suspend(db, name, { reason: "spam", days }, "mod", now);
    await deleteAccount(db, name, true, ["secret"]);
  }
  expect(await isEmailTaken(db, emailOf("ana"), ["secret"], after(3 * day))).toBe(true);
});

test("a suspended person cannot sign in with Google, and the account stays unchanged", async () => {
  await addAccount(db, "gina", { googleSub: "g2", passwordHash: null });
  for (const name of ["gina", "ana"]) await suspend(db, name, why, "mod", now);
  const profile = { emailVerified: true, name: "X" };
  const known = { ...profile, sub: "g2", email: emailOf("gina") };
  expect(await signInWithGoogle(db, known, now, true, [])).toEqual({ suspendedUntil: null });
  const byAddress = { ...profile, sub: "g3", email: emailOf("ana") };
  expect(await signInWithGoogle(db, byAddress, now, true, [])).toEqual({ suspendedUntil: null });
  const { google_sub } = await db
    .selectFrom("accounts")
    .select("google_sub")
    .where("user_id", "=", "ana")
    .executeTakeFirstOrThrow();
  expect(google_sub).toBeNull();
});

test("undoing an earlier decision on a review does not restore it if all its author's reviews were removed since", async () => {
  await review("ana", "spam");
  const { id } = await db.selectFrom("dupe_reviews").select("id").executeTakeFirstOrThrow();
  const words = { reviewId: id, perfumeId, userId: "bea", reason: "spam", note: null } as const;
  await reportReview(db, words, now, withoutEmail);
  const kept = await refuse(db, { kind: "review", id, version: 0 }, "", "mod", after(1));
  await removeReviews(db, "ana", "eve", after(2));
  expect(await outcomeOf(undo(db, kept.entry, "mod", after(3)))).toBe("changed-since");
  expect(await shown()).toEqual([]);
});

test("restoring a dupe restores no votes or reviews of people whose contributions were removed since", async () => {
  for (const name of ["ana", "bea"]) {
    await review(name, `words of ${name}`);
    await castVote(db, name, { dupeId, perfumeId, voto: 1 }, now, withoutEmail);
  }
  const taken = await removeDupe(db, perfumeId, dupeId, { actor: "mod", now });
  const other = await addDupe(db, perfumeId, "Zara", "Ebony");
  await castVote(db, "ana", { dupeId: other, perfumeId, voto: 1 }, now, withoutEmail);
  const text = { dupeId: other, perfumeId, description: "more", language: "es" };
  await publishReview(db, "ana", text, now);
  const votes = (await removeVotes(db, "ana", "eve", after(1))).entry;
  const reviews = (await removeReviews(db, "ana", "eve", after(1))).entry;
  await undo(db, taken.entry, "mod", after(2));
  expect(await shown()).toEqual(["words of bea"]);
  expect(await figures()).toMatchObject({ likes: 1 });
  const again = { dupeId, perfumeId, voto: 1 } as const;
  expect(await outcomeOf(castVote(db, "ana", again, now, withoutEmail))).toBe("already-voted");
  for (const entry of [votes, reviews]) await undo(db, entry, "eve", after(3));
  expect(await figures()).toMatchObject({ likes: 2 });
  expect((await shown()).toSorted()).toEqual(["words of ana", "words of bea"]);
});
