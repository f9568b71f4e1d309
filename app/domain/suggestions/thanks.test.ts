import { beforeEach, expect, test } from "vitest";
import { removePerfume } from "#app/domain/catalog/rename-and-remove.ts";
import type { Db } from "#db/database.ts";
import { addAccount, emailOf, addOwner } from "../../../tests/support/accounts.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { setOfBottle } from "#app/domain/catalog/update-bottle.ts";
import { undo } from "#app/domain/desk/undo/undo.ts";
import { suggestFacts } from "./fact-suggestions.ts";
import { suggestSource } from "./source-suggestions.ts";
import { suggestDupe, suggestPerfume } from "../../../tests/support/suggestions.ts";
import { accept, refuse } from "#app/domain/desk/queue/decide.ts";
import { queueDueThanks } from "./thanks.ts";
import { outcomeOf } from "../../../tests/support/outcome-of.ts";

const now = new Date("2026-11-30T10:00:00.000Z");
let db: Db;

beforeEach(async () => {
  db = await freshDatabase();
  await addOwner(db);
});

const send = () => queueDueThanks(db, "https://sosia.test", now);
const outbox = () =>
  db.selectFrom("outbox").select(["recipient", "subject", "text"]).orderBy("id").execute();
const suggest = (nombre: string, userId: string, language = "de") =>
  suggestPerfume(db, { marca: "Nishane", nombre, userId, language }, now);
const decide = (id: number, kind: "perfume" | "dupe" = "perfume") =>
  accept(db, { kind, id, version: 1 }, {}, "olga", now);

test("authors of an accepted suggestion are thanked once, in their language, with the current names", async () => {
  await addAccount(db, "ana");
  await addAccount(db, "bea");
  const original = await addPerfume(db, "Creed", "Aventus");
  await suggest("Ani", "ana");
  await suggest("Ani", "bea", "it");
  const dupe = { perfumeId: original, marca: "Armaf", nombre: "Club", userId: "ana" };
  await suggestDupe(db, { ...dupe, language: "fr" }, now);
  expect(await send()).toBe(0);
  await decide(1);
  await decide(1, "dupe");
  // Two processes at once.
  const sent = await Promise.all([send(), send()]);
  expect(sent[0] + sent[1]).toBe(3);
  expect(await send()).toBe(0);
  const thanked = await outbox();
  expect(thanked).toMatchObject([
    { recipient: emailOf("ana"), subject: expect.stringContaining("Ani") },
    { recipient: emailOf("bea"), subject: expect.stringContaining("Ani") },
    { recipient: emailOf("ana"), subject: expect.stringContaining("Aventus") },
  ]);
  const links = [
    "de/perfume/nishane-ani-2",
    "it/perfume/nishane-ani-2",
    "fr/perfume/creed-aventus-1",
  ];
  for (const [n, link] of links.entries())
    expect(thanked[n]!.text).toContain(`https://sosia.test/${link}\n`);
  expect(thanked[0]!.text).toContain("30. November 2026");
  expect(thanked[2]!.text).toContain("Club");
});

test("who suggested facts is thanked once, also when the acceptance is undone and repeated", async () => {
  for (const name of ["ana", "bea"]) await addAccount(db, name);
  await addAccount(db, "unconfirmed", { confirmed: false });
  const bottle = await addPerfume(db, "Creed", "Aventus");
  for (const [userId, anio] of [
    ["ana", 2010],
    ["bea", 2011],
    ["unconfirmed", 2012],
  ] as const)
    await suggestFacts(db, { perfumeId: bottle, userId, language: "de", facts: { anio } }, now);
  const item = (id: number) => ({ kind: "facts", id, version: null }) as const;
  const entry = ((await accept(db, item(1), {}, "olga", now)) as { entry: number }).entry;
  await undo(db, entry, "olga", now);
  expect(await send()).toBe(0);
  const again = ((await accept(db, item(1), {}, "olga", now)) as { entry: number }).entry;
  // The operator kept the year as it is.
  await accept(db, item(2), { facts: { anio: 2010 } }, "olga", now);
  await accept(db, item(3), {}, "olga", now);
  expect(await send()).toBe(1);
  expect(await outbox()).toMatchObject([
    { recipient: emailOf("ana"), subject: expect.stringContaining("Aventus") },
  ]);
  expect((await outbox())[0]!.text).toContain("https://sosia.test/de/perfume/creed-aventus-1\n");
  expect(await outcomeOf(undo(db, again, "olga", now))).toBe("changed-since");
  await setOfBottle(db, bottle, { anio: 2010 }, now);
  expect(await undo(db, again, "olga", now)).toMatchObject({ entry: expect.any(Number) });
  await accept(db, item(1), {}, "olga", now);
  expect(await send()).toBe(0);
});

test("nobody is thanked for a refused suggestion, or without a confirmed address or account", async () => {
  for (const name of ["ana", "gone"]) await addAccount(db, name);
  await addAccount(db, "unconfirmed", { confirmed: false });
  await suggest("Ani", "ana");
  await suggest("Hacivat", "unconfirmed");
  await suggest("Nanshe", "gone");
  await refuse(db, { kind: "perfume", id: 1, version: 1 }, "no", "olga", now);
  await decide(2);
  await decide(3);
  await db.deleteFrom("usuarios").where("id", "=", "gone").execute();
  expect(await send()).toBe(0);
});

test("no email links to a bottle removed since, and an undeliverable address holds up nobody", async () => {
  await addAccount(db, "ana", { email: "no address" });
  await addAccount(db, "bea");
  await suggest("Ani", "ana");
  await suggest("Ani", "bea");
  await suggest("Hacivat", "bea");
  await decide(1);
  const gone = await decide(2);
  await removePerfume(db, (gone as { perfumeId: number }).perfumeId);
  expect(await send()).toBe(1);
  expect(await outbox()).toMatchObject([
    { recipient: emailOf("bea"), subject: expect.stringContaining("Ani") },
  ]);
  expect(await send()).toBe(0);
});

test("who suggested a page is thanked once, with a link to it", async () => {
  await addAccount(db, "ana");
  const perfumeId = await addPerfume(db, "Creed", "Aventus");
  const dupeId = await addDupe(db, perfumeId, "Armaf", "Club");
  const page = {
    url: "https://blog.example/",
    author: null,
    stance: "for",
    said_on: null,
  } as const;
  await suggestSource(db, { perfumeId, dupeId, userId: "ana", language: "de", ...page }, now);
  await accept(db, { kind: "source", id: 1, version: null }, {}, "olga", now);
  expect([await send(), await send()]).toEqual([1, 0]);
  const [email] = await outbox();
  expect(email).toMatchObject({
    recipient: emailOf("ana"),
    subject: expect.stringContaining("Club"),
  });
  expect(email!.text).toContain(
    "https://sosia.test/de/perfume/creed-aventus-1/armaf-club-2#sources\n",
  );
});
