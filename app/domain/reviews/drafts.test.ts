import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { discardDraft, findDraft, deleteOldDrafts, keepDraft } from "./drafts.ts";

const now = new Date("2026-02-03T10:00:00.000Z");
const hoursLater = (hours: number) => new Date(now.getTime() + hours * 60 * 60 * 1000);
let db: Db;
let dupeId: number;
let otherDupe: number;

beforeEach(async () => {
  db = await freshDatabase();
  const perfumeId = await addPerfume(db, "Creed", "Aventus");
  dupeId = await addDupe(db, perfumeId, "Armaf", "Club de Nuit");
  otherDupe = await addDupe(db, perfumeId, "Lattafa", "Asad");
});

const keep = async (description = "Smoky.", at = now) => {
  const token = await keepDraft(db, { dupeId, description }, at);
  if (token === null) throw new Error("not kept");
  return token;
};

const rows = () => db.selectFrom("review_drafts").selectAll().execute();

test("a draft is found by its token, only on its dupe", async () => {
  const [token, other] = [await keep("Smoky.\nLasts long."), await keep("Sweet.")];
  expect(await findDraft(db, token, dupeId, now)).toBe("Smoky.\nLasts long.");
  expect(await findDraft(db, other, dupeId, now)).toBe("Sweet.");
  expect(await findDraft(db, token, otherDupe, now)).toBeNull();
  expect(await findDraft(db, "", dupeId, now)).toBeNull();
});

test("the token is unguessable and not in the database", async () => {
  const token = await keep();
  expect(token).toMatch(/^[\w-]{43}$/u);
  const [draft] = await rows();
  expect(JSON.stringify(draft)).not.toContain(token);
  expect(await findDraft(db, draft?.token_hash ?? "", dupeId, now)).toBeNull();
});

test("a draft is kept for 24 hours", async () => {
  const token = await keep();
  expect(await findDraft(db, token, dupeId, hoursLater(23.99))).toBe("Smoky.");
  expect(await findDraft(db, token, dupeId, hoursLater(24))).toBeNull();
});

test("a discarded draft is deleted, the others stay", async () => {
  const [token, other] = [await keep(), await keep()];
  await discardDraft(db, token);
  expect(await findDraft(db, token, dupeId, now)).toBeNull();
  expect(await findDraft(db, other, dupeId, now)).toBe("Smoky.");
});

test("drafts older than 24 hours are deleted, others stay", async () => {
  await keep("old");
  await keep("new", hoursLater(1));
  await deleteOldDrafts(db, hoursLater(24));
  expect(await rows()).toMatchObject([{ description: "new" }]);
});

test("no draft is kept for a missing dupe", async () => {
  await expect(keepDraft(db, { dupeId: 999, description: "Smoky." }, now)).rejects.toThrow(
    "no-such-dupe",
  );
  expect(await rows()).toEqual([]);
});
