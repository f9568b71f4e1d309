import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { addAccount, emailOf, withoutEmail } from "../../../tests/support/accounts.ts";
import { addPerfumeWithDupe, freshDatabase } from "../../../tests/support/database.ts";
import { reportReview } from "#app/domain/reviews/reports.ts";
import { publishReview } from "#app/domain/reviews/reviews.ts";
import { accept, refuse } from "./queue/decide.ts";
import { removeReviews, removeVotes, suspend } from "./sanctions.ts";
import { grant } from "./roles.ts";
import { queueDueStatements } from "./statements.ts";
import { undo } from "./undo/undo.ts";

const now = new Date("2026-12-05T10:00:00.000Z");
const at = now.toISOString();
let db: Db;
let reviewId: number;
let bottle: { perfumeId: number; dupeId: number };

beforeEach(async () => {
  db = await freshDatabase();
  for (const name of ["ana", "bea", "mod"]) await addAccount(db, name);
  await grant(db, "mod", "moderator", null, now);
  const { id: perfumeId, dupe: dupeId } = await addPerfumeWithDupe(db);
  bottle = { perfumeId, dupeId };
  const review = { ...bottle, description: "Buy mine!", language: "de" as const };
  await publishReview(db, "ana", review, now);
  ({ id: reviewId } = await db.selectFrom("dupe_reviews").select("id").executeTakeFirstOrThrow());
  const { perfumeId: on } = bottle;
  const report = { reviewId, perfumeId: on, userId: "bea", reason: "spam", note: null } as const;
  await reportReview(db, report, now, withoutEmail);
});

const send = () => queueDueStatements(db, "https://sosia.test", now);
const told = () =>
  db.selectFrom("outbox").select(["recipient", "subject", "text"]).orderBy("id").execute();
const item = () => ({ kind: "review", id: reviewId, version: null }) as const;
const entries = async () =>
  (await db.selectFrom("audit_log").select("id").orderBy("id").execute()).map(({ id }) => id);

test("the author of a removed review is told once, in the language it was written in", async () => {
  const { nombre } = await db.selectFrom("dupes").select("nombre").executeTakeFirstOrThrow();
  await accept(db, item(), {}, "mod", now);
  // Two processes at once.
  const sent = await Promise.all([send(), send()]);
  expect(sent[0] + sent[1]).toBe(1);
  expect(await send()).toBe(0);
  const reference = (await entries()).at(-1)!;
  const [email, ...others] = await told();
  expect(others).toEqual([]);
  expect(email).toMatchObject({
    recipient: emailOf("ana"),
    subject: expect.stringContaining(nombre),
  });
  for (const said of ["\nBuy mine!\n", "https://sosia.test/de/contact", String(reference)])
    expect(email!.text).toContain(said);
  expect(email!.text).not.toMatch(/\bmod\b/);
});

test("a suspended person learns why and until when, and one whose reviews were all removed, how many", async () => {
  await suspend(db, "ana", { reason: "Insults", days: 2 }, "mod", now);
  await suspend(db, "bea", { reason: "Spam", days: null }, "mod", now);
  await removeReviews(db, "ana", "mod", now);
  expect(await send()).toBe(3);
  const texts = (await told()).map(({ text }) => text);
  expect(texts[0]).toContain("7. Dezember 2026");
  expect(texts[0]).toContain("\nInsults\n");
  expect(texts[1]).toContain("/es/contact");
  expect(texts[1]).toContain("sin fecha de fin");
  expect(texts[1]).toContain("\nSpam\n");
  expect(texts[2]).toContain("(1)");
});

test("nobody is told of a review shown again, of votes, or of what was undone", async () => {
  await db
    .insertInto("user_votes")
    .values({ user_id: "ana", dupe_id: bottle.dupeId, voto: 1, created_at: at })
    .execute();
  await removeVotes(db, "ana", "mod", now);
  const refused = await refuse(db, item(), "", "mod", now);
  await undo(db, refused.entry, "mod", now);
  expect(await send()).toBe(0);
});

test("people without a confirmed address or account are told nothing, and hold up nobody else", async () => {
  await accept(db, item(), {}, "mod", now);
  await suspend(db, "bea", { reason: "Spam", days: 1 }, "mod", now);
  await db
    .updateTable("accounts")
    .set({ confirmed_at: null })
    .where("user_id", "=", "ana")
    .execute();
  expect(await send()).toBe(1);
  await suspend(db, "ana", { reason: "Spam", days: 1 }, "mod", now);
  await db.deleteFrom("usuarios").where("id", "=", "ana").execute();
  expect(await send()).toBe(0);
  expect((await told()).map(({ recipient }) => recipient)).toEqual([emailOf("bea")]);
});
