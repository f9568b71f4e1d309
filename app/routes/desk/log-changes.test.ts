// Every field that decisions write to the log has a label in all six languages (RULES.md 10.27).
import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { logActions } from "#app/domain/desk/log/audit.ts";
import { addAccount } from "../../../tests/support/accounts.ts";
import { giveBallot } from "../../../tests/support/ballot-kinds.ts";
import {
  addDupe as makeDupe,
  addPerfume,
  freshDatabase,
  revisionOf,
} from "../../../tests/support/database.ts";
import { addSpeakers, fillBottle } from "../../../tests/support/full-bottle.ts";
import { addPrice, addShop } from "../../../tests/support/prices.ts";
import { receiveMessage } from "#app/domain/messages/contact-messages.ts";
import { receiveNotice } from "#app/domain/messages/notices.ts";
import { suggestDupe, suggestPerfume } from "../../../tests/support/suggestions.ts";
import { languageCodes } from "#app/i18n/languages.ts";
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
  await addSpeakers(db);
  await addAccount(db, "mod");
  await grant(db, "mod", "owner", null, now);
});

/** Actions whose entries have no fields. */
const withoutFields = ["erase", "second-factor-on", "second-factor-off"];
const email = { to: "a@sosia.test", subject: "s", text: "t", html: "h" };

async function decideOnSuggestions(original: number) {
  const [ani, hacivat, wulong, ege] = [1, 2, 3, 4].map(
    (id) => ({ kind: "perfume", id, version: null }) as const,
  );
  const asked = { marca: "Nishane", userId: "ana", language: "es" };
  for (const nombre of ["Ani", "Hacivat", "Wulong", "Ege"])
    await suggestPerfume(db, { ...asked, nombre }, now);
  await accept(db, ani!, {}, "mod", now);
  const refused = await refuse(db, hacivat!, "no", "mod", now);
  await undo(db, refused.entry, "mod", now);
  await same(db, wulong!, original, "mod", now);
  await suggestDupe(db, { ...asked, nombre: "Ege", perfumeId: original }, now);
  // Also closes the suggestion of its bottle.
  await accept(db, { ...ege!, kind: "dupe", id: 1 }, {}, "mod", now);
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
  const dupes = await db.selectFrom("dupes").select("id").orderBy("id", "desc").execute();
  const { id } = dupes[0]!;
  await saveDupe(db, one, id, { ...values, estimacion: 70 }, by);
  const source = { url: "https://forum.example/1", title: "T", said_on: "2026-01-01" };
  await addSource(db, one, id, { ...source, stance: "for", kind: "article" }, by);
  const sources = db.selectFrom("dupe_sources").select("id").where("dupe_id", "=", id);
  await removeSource(db, one, (await sources.executeTakeFirstOrThrow()).id, by);
  await removeDupe(db, one, id, by);
  await merge(db, other, one, by);
  await remove(db, await addPerfume(db, "Gone", "Gone"), by);
}

async function decideOnPeople(perfumeId: number, dupeId: number) {
  await fillBottle(db, perfumeId, dupeId, now);
  await refuse(db, { kind: "review", id: 1, version: null }, "", "mod", now);
  for (const remove of [removeReviews, removeVotes, removePrices])
    await remove(db, "eva", "mod", now);
  await countAtOnce(db, "ana", "mod", now);
  await suspend(db, "ana", { reason: "x", days: 2 }, "mod", now);
  await restore(db, "ana", "mod", now);
  await grant(db, "leo", "moderator", "mod", now);
  await grant(db, "leo", null, "mod", now);
}

async function uncountUnusualVotes(dupeId: number) {
  for (let n = 0; n < 5; n++) {
    await addAccount(db, `voter${n}`, { createdAt: now.toISOString() });
    for (const table of ["user_votes", "verdicts"] as const)
      await giveBallot(db, table, `voter${n}`, dupeId, true, { now });
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
  await uncountUnusualVotes(dupe);
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
