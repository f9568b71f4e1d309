import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { type Decision, markUndone, recordDecision } from "./audit.ts";
import { addAccount } from "../../../../tests/support/accounts.ts";
import { addPerfume, freshDatabase } from "../../../../tests/support/database.ts";
import { logFor, pageSize } from "./shown-log.ts";

const now = new Date("2026-12-01T10:00:00.000Z");
let db: Db;

beforeEach(async () => {
  db = await freshDatabase();
  for (const name of ["mod", "eve", "ana"]) await addAccount(db, name);
});

const note = (decision: Partial<Decision> & Pick<Decision, "subject">) =>
  db
    .transaction()
    .execute((tx) => recordDecision(tx, { actor: "mod", action: "refuse", ...decision }, now));
const ask = (asked: Parameters<typeof logFor>[2] = {}, role: "owner" | "moderator" = "owner") =>
  logFor(db, role, { person: null, before: null, ...asked });
const subjects = async (asked: Parameters<typeof ask>[0] = {}) =>
  (await ask(asked)).entries.map(({ subject }) => subject);

test("entries come newest first, page by page, without duplicates", async () => {
  for (let id = 1; id <= pageSize * 2; id++) await note({ subject: `price:${id}` });
  const first = await ask();
  expect(first.entries.map(({ id }) => id)[0]).toBe(pageSize * 2);
  const second = await ask({ before: first.next });
  expect(second.entries).toHaveLength(pageSize);
  expect(second.entries.at(-1)!.id).toBe(1);
  expect([first.next, second.next]).toEqual([pageSize + 1, null]);
});

test("the log is filtered by person (deciding or concerned), by bottle and by kind", async () => {
  const bottle = await addPerfume(db, "Creed", "Aventus");
  await note({ subject: "perfume-suggestion:1", perfumeId: bottle });
  await note({ subject: `perfume:${bottle}`, perfumeId: bottle, actor: "eve" });
  await note({ subject: "person:ana", personId: "ana", actor: "eve" });
  await note({ subject: "emails", actor: null });
  await note({ subject: "email:3" });
  expect(await subjects({ person: "EVE" })).toEqual(["person:ana", `perfume:${bottle}`]);
  expect(await subjects({ person: "ana" })).toEqual(["person:ana"]);
  expect(await subjects({ perfumeId: bottle })).toEqual([
    `perfume:${bottle}`,
    "perfume-suggestion:1",
  ]);
  expect(await subjects({ kind: "perfume" })).toEqual([`perfume:${bottle}`]);
  expect(await subjects({ kind: "perfume-suggestion" })).toEqual(["perfume-suggestion:1"]);
  expect(await subjects({ kind: "email" })).toEqual(["email:3", "emails"]);
  expect(await subjects({ kind: "perfume", person: "mod" })).toEqual([]);
  expect(await ask({ person: "nobody" })).toEqual({ entries: [], next: null, unknownPerson: true });
});

test("an entry comes with the names of all that it mentions, and whether it can be undone", async () => {
  const bottle = await addPerfume(db, "Creed", "Aventus");
  const other = await addPerfume(db, "Creed", "Viking");
  await note({
    subject: "price:1",
    perfumeId: bottle,
    after: { state: "refused", bottle: other, original: 999 },
  });
  await note({ subject: "perfume-suggestion:9", action: "accept" });
  const [accepted, refused] = (await ask()).entries;
  expect(Object.fromEntries(refused!.names)).toEqual({
    [`perfume:${bottle}`]: { marca: "Creed", nombre: "Aventus", perfumeId: bottle },
    [`perfume:${other}`]: { marca: "Creed", nombre: "Viking", perfumeId: other },
  });
  expect([refused!.actorName, refused!.canBeUndone]).toEqual(["mod", true]);
  expect(accepted!.canBeUndone).toBe(false);
});

test("a single entry is shown with the entry that undid it or that it undid", async () => {
  const undone = await note({ subject: "price:1" });
  const by = await note({ subject: "price:1", action: "undo" });
  await note({ subject: "price:2" });
  await inTransaction(db, (tx) => markUndone(tx, undone, by));
  const one = await ask({ entry: undone });
  expect(one.entries).toMatchObject([{ id: undone, undoneBy: by, undoes: null }]);
  expect((await ask({ entry: by })).entries).toMatchObject([{ id: by, undoes: undone }]);
  expect((await ask({ entry: 999 })).entries).toEqual([]);
});

test("moderators see no email address in the log", async () => {
  await note({
    subject: "person:ana",
    before: { said: "write to ana@private.example" },
    reason: "ana@private.example spams",
  });
  const seen = await ask({}, "moderator");
  expect(seen.entries[0]).toMatchObject({
    reason: "… spams",
    before: { said: "write to …" },
  });
  expect((await ask()).entries[0]!.reason).toBe("ana@private.example spams");
});
