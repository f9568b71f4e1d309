import { beforeEach, expect, test } from "vitest";
import { addAccount, emailOf } from "../../../tests/support/accounts.ts";
import { breakWrites } from "../../../tests/support/broken-writes.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { outcomeOf } from "../../../tests/support/outcome-of.ts";
import { mergePerfumes } from "#app/domain/desk/catalog/merge.ts";
import type { Db } from "#db/database.ts";
import { isConstraint } from "#db/errors.ts";
import { askForAlert, dropAlert, hasAlert, queueDueAlerts } from "./dupe-alerts.ts";

const now = new Date("2026-03-01T12:00:00.000Z");
let db: Db;
let rosa: number;

beforeEach(async () => {
  db = await freshDatabase();
  rosa = await addPerfume(db, "Casa Alba", "Rosa");
  await addAccount(db, "ana");
});

const ask = (user_id = "ana", perfume_id = rosa, language = "es", at = now) =>
  outcomeOf(askForAlert(db, { user_id, perfume_id, language }, at));
const send = () => queueDueAlerts(db, "https://sosia.test", now);
const emails = () => db.selectFrom("outbox").selectAll().orderBy("id").execute();
const recipients = async () => (await emails()).map(({ recipient }) => recipient);
const waiting = () => db.selectFrom("dupe_alerts").selectAll().orderBy("user_id").execute();

test("a person who asks is told of the first dupe once, and the alert is deleted", async () => {
  expect(await ask()).toBeUndefined();
  expect(await ask("ana", rosa, "de", new Date("2026-04-01"))).toBeUndefined();
  expect(await waiting()).toEqual([
    { user_id: "ana", perfume_id: rosa, language: "es", since: now.toISOString() },
  ]);
  expect(await send()).toBe(0);
  await addDupe(db, rosa, "Zara", "Flor");
  expect(await send()).toBe(1);
  const [email] = await emails();
  expect(email).toMatchObject({ subject: expect.stringContaining("Rosa") });
  expect(email!.text).toContain(`https://sosia.test/es/perfume/casa-alba-rosa-${rosa}\n`);
  expect(email!.text).toContain("1 de marzo de 2026");
  await addDupe(db, rosa, "Zara", "Flor Dos");
  expect(await send()).toBe(0);
  expect([await recipients(), await waiting()]).toEqual([[emailOf("ana")], []]);
});

test("nothing is stored for a bottle with dupes, a missing bottle or person, or a person with 100 alerts", async () => {
  await addDupe(db, rosa, "Zara", "Flor");
  expect(await ask()).toBe("has-dupes");
  expect(await ask("ana", 999)).toBe("no-such-perfume");
  const lirio = await addPerfume(db, "Casa Alba", "Lirio");
  expect(await ask("nobody", lirio)).toBe("no-such-person");
  expect(await waiting()).toEqual([]);
  for (let n = 0; n < 100; n++)
    expect(await ask("ana", await addPerfume(db, "Casa Alba", `Flor ${n}`))).toBeUndefined();
  expect(await ask("ana", lirio)).toBe("too-many-alerts");
  expect(await waiting()).toHaveLength(100);
  await addAccount(db, "bea");
  expect(await ask("bea", lirio)).toBeUndefined();
});

test("a bottle that is itself a dupe still has no dupe of its own", async () => {
  expect(await ask()).toBeUndefined();
  await addDupe(db, await addPerfume(db, "Creed", "Aventus"), "Casa Alba", "Rosa");
  expect(await send()).toBe(0);
  expect(await hasAlert(db, "ana", rosa)).toBe(true);
});

test("a person who cancels is not told", async () => {
  await ask();
  await dropAlert(db, "ana", rosa);
  await dropAlert(db, "ana", rosa);
  await addDupe(db, rosa, "Zara", "Flor");
  expect([await hasAlert(db, "ana", rosa), await send()]).toEqual([false, 0]);
});

test("nothing is sent to an unconfirmed address; after confirmation the email comes", async () => {
  await addAccount(db, "eva", { confirmed: false });
  await ask("eva");
  await addDupe(db, rosa, "Zara", "Flor");
  expect([await send(), await recipients()]).toEqual([0, []]);
  await db.updateTable("accounts").set({ confirmed_at: now.toISOString() }).execute();
  expect([await send(), await recipients()]).toEqual([1, [emailOf("eva")]]);
});

test("if an email cannot be queued, its alert stays and nothing of the batch is queued", async () => {
  await ask();
  await addAccount(db, "zoe");
  await ask("zoe");
  await addDupe(db, rosa, "Zara", "Flor");
  const mend = await breakWrites(db, "outbox", "insert", "new.recipient like 'zoe%'");
  await expect(send()).rejects.toSatisfy(isConstraint);
  expect([await recipients(), await hasAlert(db, "ana", rosa)]).toEqual([[], true]);
  await mend();
  expect(await send()).toBe(2);
});

test("a merge moves alerts to the remaining bottle, one per person, with the earlier date", async () => {
  const old = await addPerfume(db, "Casa Alba", "Rosa EDP");
  await addAccount(db, "bea");
  const later = new Date("2026-03-02T00:00:00.000Z");
  await ask("ana", rosa, "es", later);
  await ask("ana", old, "es", now);
  await ask("bea", old, "fr", now);
  await mergePerfumes(db, old, rosa, later);
  expect(
    (await waiting()).map(({ user_id, perfume_id, since }) => [user_id, perfume_id, since]),
  ).toEqual([
    ["ana", rosa, now.toISOString()],
    ["bea", rosa, now.toISOString()],
  ]);
});

test("people waiting for a bottle are told when it is merged into one with dupes", async () => {
  const old = await addPerfume(db, "Casa Alba", "Rosa EDP");
  await ask("ana", old, "de");
  await addDupe(db, rosa, "Zara", "Flor");
  await mergePerfumes(db, old, rosa, now);
  expect(await send()).toBe(1);
  expect((await emails())[0]!.text).toContain(`/perfume/casa-alba-rosa-${rosa}\n`);
});

test("alerts are deleted with the bottle and with the person", async () => {
  await ask();
  const lirio = await addPerfume(db, "Casa Alba", "Lirio");
  await addAccount(db, "bea");
  await ask("bea", lirio);
  await db.deleteFrom("perfumes").where("id", "=", rosa).execute();
  await db.deleteFrom("usuarios").where("id", "=", "bea").execute();
  expect(await waiting()).toEqual([]);
});
