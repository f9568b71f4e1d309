// Every field that decisions write to the log has a label in all six languages (RULES.md 10.27).
import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { logActions } from "#app/domain/desk/log/audit.ts";
import { addAccount, withoutEmail } from "../../../tests/support/accounts.ts";
import {
  addDupe as makeDupe,
  addPerfume,
  freshDatabase,
  revisionOf,
} from "../../../tests/support/database.ts";
import { addPrice, addShop } from "../../../tests/support/prices.ts";
import { receiveMessage } from "#app/domain/messages/contact-messages.ts";
import { receiveNotice } from "#app/domain/messages/notices.ts";
import { reportReview } from "#app/domain/reviews/reports.ts";
import { castVote } from "#app/domain/reviews/votes.ts";
import { publishReview } from "#app/domain/reviews/reviews.ts";
import { suggestDupe, suggestPerfume } from "../../../tests/support/suggestions.ts";
import { languageCodes } from "#app/i18n/languages.ts";
import { say } from "../../../tests/support/verdicts.ts";
import { queueEmail } from "#app/mail/outbox.ts";
import {
  addDupe,
  addSource,
  removeDupe,
  removeSource,
  saveDupe,
} from "#app/domain/desk/catalog/edit-dupes.ts";
import {
  addAlias,
  addPerfume as addAtDesk,
  editPerfume,
  remove,
  removeAlias,
} from "#app/domain/desk/catalog/edit-perfume.ts";
import { merge } from "#app/domain/desk/catalog/merge.ts";
import type { PhotoStore } from "#app/domain/catalog/photo-store.ts";
import { removePhoto, setPhoto } from "#app/domain/desk/catalog/photos.ts";
import { accept, refuse, same } from "#app/domain/desk/queue/decide.ts";
import { retry } from "#app/domain/desk/unsent-for-operators.ts";
import { unshown, wordFields } from "./log-changes.tsx";
import { markAnswered, reopen } from "#app/domain/desk/messages-for-operators.ts";
import {
  countAtOnce,
  removePrices,
  removeReviews,
  removeVotes,
  restore,
  suspend,
} from "#app/domain/desk/sanctions.ts";
import { grant } from "#app/domain/desk/roles.ts";
import { acceptVotes, uncountVotes } from "#app/domain/desk/uncount-votes.ts";
import { undo } from "#app/domain/desk/undo/undo.ts";

const now = new Date("2026-12-05T10:00:00.000Z");
const by = { actor: "mod", now };
let db: Db;

beforeEach(async () => {
  db = await freshDatabase();
  for (const name of ["ana", "bea", "mod"]) await addAccount(db, name);
  await grant(db, "mod", "owner", null, now);
});

/** Actions whose entries have no fields. */
const withoutFields = ["erase", "second-factor-on", "second-factor-off"];
const email = { to: "a@sosia.test", subject: "s", text: "t", html: "h" };

const newest = async (table: "sugerencias_perfumes" | "sugerencias_dupes" | "dupe_reviews") =>
  (
    await db
      .selectFrom(table)
      .select((row) => row.fn.max<number>("id").as("id"))
      .executeTakeFirstOrThrow()
  ).id;

async function decideOnSuggestions(original: number) {
  const suggest = async (nombre: string) => {
    await suggestPerfume(db, { marca: "Nishane", nombre, userId: "ana", language: "es" }, now);
    return { kind: "perfume" as const, id: await newest("sugerencias_perfumes"), version: null };
  };
  await accept(db, await suggest("Ani"), {}, "mod", now);
  const refused = await refuse(db, await suggest("Hacivat"), "no", "mod", now);
  await undo(db, refused.entry, "mod", now);
  await same(db, await suggest("Wulong"), original, "mod", now);
  await suggest("Ege");
  const dupe = { perfumeId: original, marca: "Nishane", nombre: "Ege", userId: "ana" };
  await suggestDupe(db, { ...dupe, language: "es" }, now);
  const id = await newest("sugerencias_dupes");
  // Accepting the dupe also closes the suggestion of its bottle.
  await accept(db, { kind: "dupe", id, version: null }, {}, "mod", now);
}

async function changeTheCatalog(one: number, other: number) {
  await addAtDesk(db, { marca: "Nishane", nombre: "Papilefiko" }, by);
  await editPerfume(
    db,
    one,
    { marca: "Creed", nombre: "Other", popularidad: 7 },
    await revisionOf(db, one),
    by,
  );
  const store = { put: async () => {} } as unknown as PhotoStore;
  const picture = { card: Buffer.from("a"), page: Buffer.from("b") };
  await setPhoto(db, store, one, picture, by);
  await removePhoto(db, one, by);
  await addAlias(db, one, "C-1", "code", by);
  await removeAlias(db, one, "C-1", by);
  const values = {
    estimacion: 80,
    estimacion_url: "https://list.example/a",
    enlace: "https://shop.example/a",
  };
  await addDupe(db, one, { marca: "Armaf", nombre: "New" }, values, by);
  const { id } = await db
    .selectFrom("dupes")
    .select((row) => row.fn.max<number>("id").as("id"))
    .executeTakeFirstOrThrow();
  await saveDupe(db, one, id, { ...values, estimacion: 70 }, by);
  const source = { url: "https://forum.example/1", title: "T", said_on: "2026-01-01" };
  await addSource(db, one, id, { ...source, stance: "for", kind: "article" }, by);
  await removeSource(db, one, 1, by);
  await removeDupe(db, one, id, by);
  await merge(db, other, one, by);
  await remove(db, await addPerfume(db, "Gone", "Gone"), by);
}

async function decideOnPeople(perfumeId: number, dupeId: number) {
  const review = { dupeId, perfumeId, description: "Buy!", language: "es" as const };
  await publishReview(db, "ana", review, now);
  const reviewId = await newest("dupe_reviews");
  await reportReview(
    db,
    { reviewId, perfumeId, userId: "bea", reason: "spam", note: null },
    now,
    withoutEmail,
  );
  await refuse(db, { kind: "review", id: reviewId, version: null }, "", "mod", now);
  await db
    .insertInto("user_votes")
    .values({ user_id: "ana", dupe_id: dupeId, voto: 1, created_at: now.toISOString() })
    .execute();
  await removeReviews(db, "ana", "mod", now);
  await removeVotes(db, "ana", "mod", now);
  await addPrice(db, perfumeId, 2490, now, { user_id: "ana" });
  await removePrices(db, "ana", "mod", now);
  await countAtOnce(db, "ana", "mod", now);
  await suspend(db, "ana", { reason: "x", days: 2 }, "mod", now);
  await restore(db, "ana", "mod", now);
  await grant(db, "bea", "moderator", "mod", now);
  await grant(db, "bea", null, "mod", now);
}

async function uncountUnusualVotes(perfumeId: number, dupeId: number) {
  for (let n = 0; n < 5; n++) {
    await addAccount(db, `voter${n}`, { createdAt: now.toISOString() });
    await castVote(db, `voter${n}`, { dupeId, perfumeId, voto: 1 }, now, withoutEmail);
    await say(db, `voter${n}`, dupeId, { lasting: "less" }, { now });
  }
  const last = now.getTime();
  await acceptVotes(db, { table: "user_votes", dupeId, last }, "a club", "mod", now);
  await uncountVotes(db, { table: "verdicts", dupeId, last }, "bought", "mod", now);
}

async function answerMessages() {
  await queueEmail(db, email, now);
  await retry(db, null, "mod", now);
  const from = { name: "Ana", email: "ana@sosia.test", message: "Hi", userId: null };
  await receiveMessage(db, from, email.to, now);
  const notice = { ...from, url: "https://sosia.test/es", language: "fr" } as const;
  await receiveNotice(db, notice, { operators: email.to, withReceipt: false }, now);
  const seen = await db.selectFrom("contact_messages").select(["id", "version"]).execute();
  const answer = { decision: "kept", reason: "No.", contact: email.to } as const;
  for (const message of seen) await markAnswered(db, message, answer, "mod", now);
  const again = await db.selectFrom("contact_messages").select(["id", "version"]).execute();
  for (const message of again) await reopen(db, message, "mod", now);
}

test("every field that a decision writes to the log has a label in every language", async () => {
  const original = await addPerfume(db, "Creed", "Aventus");
  const other = await addPerfume(db, "Creed", "Viking");
  const dupe = await makeDupe(db, original, "Armaf", "Club");
  await decideOnSuggestions(original);
  await addShop(db, "shop.example");
  await addPrice(db, original, 3000, now, { state: "held" });
  await accept(db, { kind: "price", id: 1, version: null }, {}, "mod", now);
  await decideOnPeople(original, dupe);
  await uncountUnusualVotes(original, dupe);
  await changeTheCatalog(original, other);
  await answerMessages();

  const rows = await db.selectFrom("audit_log").selectAll().execute();
  const done = new Set([...rows.map(({ action }) => action), ...withoutFields]);
  expect([...done].toSorted()).toEqual([...logActions].toSorted());
  const written = rows
    .flatMap(({ before, after }) => [before, after])
    .flatMap((side) => Object.entries(JSON.parse(side ?? "{}")))
    .filter(([field, value]) => value !== null && !unshown.includes(field));
  // Nothing is shown as raw JSON.
  for (const [field, value] of written)
    for (const one of [value].flat()) expect([field, typeof one]).not.toContain("object");

  for (const language of languageCodes) {
    const file = new URL(`../../i18n/locales/${language}/desk.json`, import.meta.url);
    const { log } = JSON.parse(readFileSync(file, "utf8"));
    for (const action of logActions) expect(log.actions[action]).toBeTypeOf("string");
    for (const [field] of written)
      expect([language, field, log.fields[field]]).not.toContain(undefined);
    const words = written.filter(
      ([field, value]) => wordFields.includes(field) || typeof value === "boolean",
    );
    for (const [, word] of words)
      expect([language, word, log.values[String(word)]]).not.toContain(undefined);
  }
});
