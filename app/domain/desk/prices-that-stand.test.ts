// What an author, a suspension, an undo and a merge leave of prices that stand (RULES.md 4.4, 4.10, 9.13, 10.18).
import { beforeEach, expect, test } from "vitest";
import { addSighting } from "#app/domain/prices/add-sighting.ts";
import { countDuePrices } from "#app/domain/prices/due-prices.ts";
import { decideSighting } from "#app/domain/prices/decide-sighting.ts";
import { sayGone } from "#app/domain/prices/gone.ts";
import { recountVouched } from "#app/domain/prices/vouched.ts";
import type { Speaker } from "#app/domain/voices/speaker.ts";
import type { Db } from "#db/database.ts";
import { disagreements } from "../../../tests/support/counters.ts";
import { addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { addPrice, addShop, confirmedPerson } from "../../../tests/support/prices.ts";
import { merge } from "./catalog/merge.ts";
import { eraseAccount } from "./erase-account.ts";
import { refuse } from "./queue/decide.ts";
import { countAtOnce, removePrices, restore, suspend } from "./sanctions.ts";
import { undo } from "./undo/undo.ts";
import { addOwner } from "../../../tests/support/accounts.ts";
import { bestOffers } from "#app/domain/prices/bottle-prices.ts";

const now = new Date("2026-11-12T10:00:00.000Z");
const daysLater = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60 * 1000);
let db: Db;
let bottle: number;
let ana: Speaker & { userId: string };
let bea: Speaker;

beforeEach(async () => {
  db = await freshDatabase();
  await addOwner(db);
  bottle = await addPerfume(db, "Armaf", "Club de Nuit");
  ana = await confirmedPerson(db, "ana", null, "home");
  bea = await confirmedPerson(db, "bea", null, "office");
  await addShop(db, "druni.es");
});

/** @returns the outcome, or why it is held */
async function see(by: Speaker, id = bottle) {
  const sighting = { amount: 2490, currency: "EUR", size: 100, shop: "druni.es" };
  const seen = { ...sighting, kind: "bottle" as const, seenOn: "2026-11-12" };
  const outcome = await addSighting(db, id, seen, by, now);
  return "because" in outcome ? outcome.because : outcome.outcome;
}

const prices = () =>
  db
    .selectFrom("prices")
    .select(["id", "perfume_id", "state", "vouched", "decided_at"])
    .orderBy("id")
    .execute();
const vouched = async () => (await prices()).map((one) => one.vouched);
const accept = async (id: number) =>
  decideSighting(db, id, { state: "shown", actor: "olga", reason: null }, now);

test("an author who withdraws what an operator accepted keeps nobody else's price away", async () => {
  await see(ana);
  const { id } = (await prices())[0]!;
  await accept(id);
  expect(await sayGone(db, id, ana, now)).toBe("withdrawn");
  expect(await see(bea)).toBe("shown");
});

test("a suspended person vouches for nobody from then on, and does again once restored", async () => {
  await see(ana);
  await see(bea);
  expect(await vouched()).toEqual([1, 1]);
  const why = { reason: "spam", days: null };
  const entry = (await suspend(db, "ana", why, "olga", now)).entry;
  expect(await vouched()).toEqual([0, 0]);
  expect(await disagreements(db, now)).toEqual([]);
  await undo(db, entry, "olga", now);
  expect(await vouched()).toEqual([1, 1]);
  await suspend(db, "ana", why, "olga", now);
  await restore(db, "ana", "olga", now);
  expect(await vouched()).toEqual([1, 1]);
  expect(await disagreements(db, now)).toEqual([]);
});

test("removed prices of a new person who no longer counts at once wait when they are put back", async () => {
  const at = now.toISOString();
  await db.updateTable("usuarios").set({ created_at: at }).where("id", "=", "ana").execute();
  const trust = (await countAtOnce(db, "ana", "olga", now)).entry;
  expect(await see({ ...ana, isTrusted: false })).toBe("shown");
  const removal = (await removePrices(db, "ana", "olga", now)).entry;
  await undo(db, trust, "olga", now);
  await undo(db, removal, "olga", now);
  expect(await prices()).toMatchObject([{ state: "held" }]);
  await countDuePrices(db, daysLater(2));
  expect(await prices()).toMatchObject([{ state: "held" }]);
  await countDuePrices(db, daysLater(4));
  expect(await prices()).toMatchObject([{ state: "shown" }]);
});

test("of equal prices of one person, a merge keeps the one that an operator accepted", async () => {
  const other = await addPerfume(db, "Armaf", "Club de Nuit Intense");
  await see(ana, other);
  await see(ana);
  await accept((await prices())[0]!.id);
  const entry = (await merge(db, other, bottle, { actor: "olga", now })).entry;
  const kept = { perfume_id: bottle, state: "shown", vouched: 1, decided_at: now.toISOString() };
  expect(await prices()).toMatchObject([kept]);
  expect(await disagreements(db, now)).toEqual([]);
  await undo(db, entry, "olga", now);
  expect(await prices()).toMatchObject([
    { perfume_id: other, vouched: 1, decided_at: now.toISOString() },
    { perfume_id: bottle, vouched: 0, decided_at: null },
  ]);
});

const refused = async (id: number, version: number) =>
  (await refuse(db, { kind: "price", id, version }, "no", "olga", now)).entry;
const leave = (userId: string, at = now) => eraseAccount(db, userId, true, ["secret"], at);

test("what an operator refused stays refused when its author deletes the account and comes back", async () => {
  await see(ana);
  const { id } = (await prices())[0]!;
  await refused(id, 1);
  await leave("ana");
  expect(await see(await confirmedPerson(db, "ana2", null, "home"))).toBe("disputed");
  expect(await see(bea)).toBe("disputed");
});

test("an undone refusal leaves an operator's acceptance as it was, with what people said before", async () => {
  await see(ana);
  const { id } = (await prices())[0]!;
  const say = async (name: string) =>
    sayGone(db, id, await confirmedPerson(db, name, null, name), now);
  expect([await say("leo"), await say("mia"), await say("zoe")]).toEqual([
    "noted",
    "noted",
    "held",
  ]);
  await accept(id);
  const entry = await refused(id, 3);
  await undo(db, entry, "olga", daysLater(1));
  expect((await prices())[0]).toMatchObject({ state: "shown", vouched: 1 });
  expect(await say("eva")).toBe("noted");
  expect((await prices())[0]).toMatchObject({ state: "shown", vouched: 1 });
});

test("an undone refusal shows no price of a person who waits by then, nor forgets that one waits", async () => {
  const fresh = { ...(await confirmedPerson(db, "neu", null, "home")), isTrusted: false };
  await db.updateTable("usuarios").set({ created_at: now.toISOString() }).execute();
  const trust = (await countAtOnce(db, "neu", "olga", now)).entry;
  expect(await see(fresh)).toBe("shown");
  const { id } = (await prices())[0]!;
  const first = await refused(id, 1);
  await undo(db, trust, "olga", now);
  await undo(db, first, "olga", now);
  expect((await prices())[0]).toMatchObject({ state: "held", vouched: 0 });
  await undo(db, await refused(id, 3), "olga", now);
  expect(await countDuePrices(db, daysLater(2.9))).toEqual([]);
  expect(await countDuePrices(db, daysLater(3))).toEqual([bottle]);
  expect((await prices())[0]).toMatchObject({ state: "shown", vouched: 0 });
});

test("a suspended person who deletes the account vouches for nobody again", async () => {
  await see(ana);
  await see(bea);
  const at = daysLater(31);
  await suspend(db, "ana", { reason: "bought", days: null }, "olga", at);
  await leave("ana", at);
  await recountVouched(db, { perfume_id: bottle, kind: "bottle", currency: "EUR" });
  expect(await vouched()).toEqual([0, 0]);
});

test("prices that operators removed are not shown again because their author sends them again", async () => {
  await see(ana);
  const entry = (await removePrices(db, "ana", "olga", now)).entry;
  expect(await see(ana)).toBe("disputed");
  expect(await see(bea)).toBe("shown");
  await leave("ana");
  await expect(undo(db, entry, "olga", now)).rejects.toMatchObject({ code: "changed-since" });
  const back = {
    ...(await confirmedPerson(db, "ana2", null, "elsewhere")),
    mailboxes: ana.mailboxes,
  };
  const mailbox = await db.selectFrom("prices").select("mailbox").orderBy("id").execute();
  expect(mailbox[0]).toEqual({ mailbox: ana.mailboxes[0] });
  expect(await see(back)).toBe("disputed");
});

const onCard = async (only: "bottle" | "vouched" = "bottle") =>
  (await bestOffers(db, [bottle], { now, only })).get(bottle)?.get("EUR")?.reference.amount;

test("a refused price is not shown any more because a second person had sent the same", async () => {
  for (const by of [ana, bea]) await see(by);
  const [first] = await prices();
  await refuse(db, { kind: "price", id: first!.id, version: null }, "wrong", "olga", now);
  expect(await onCard()).toBeUndefined();
});

test("undoing a refusal shows what was like it again, unless another such refusal stands", async () => {
  const carl = await confirmedPerson(db, "carl", null, "school");
  for (const by of [ana, bea, carl]) await see(by);
  const [hers, bought, third] = await prices();
  const first = await refused(hers!.id, 1);
  expect((await prices()).map(({ state }) => state)).toEqual(["refused", "held", "held"]);
  const second = await refused(bought!.id, 2);
  await undo(db, first, "olga", now);
  expect((await prices()).find(({ id }) => id === third!.id)).toMatchObject({ state: "held" });
  await undo(db, second, "olga", now);
  expect((await prices()).map(({ state }) => state)).toEqual(["shown", "shown", "shown"]);
  expect(await vouched()).toEqual([1, 1, 1]);
  expect(await disagreements(db, now)).toEqual([]);
});

test("a refusal leaves what operators stand behind, and what costs something else", async () => {
  await addPrice(db, bottle, 2490, now, { seen_on: "2026-10-01" });
  await see(ana);
  await refused((await prices())[1]!.id, 1);
  expect((await prices()).map(({ state }) => state)).toEqual(["shown", "refused"]);
});

test("removed prices that are put back wait where the like were refused meanwhile", async () => {
  for (const by of [ana, bea]) await see(by);
  const removal = (await removePrices(db, "ana", "olga", now)).entry;
  await refused((await prices())[1]!.id, 1);
  await undo(db, removal, "olga", now);
  expect((await prices())[0]).toMatchObject({ state: "held" });
});

test("what two people vouched for on a double of the bottle does not pass an operator's price when they merge", async () => {
  await addPrice(db, bottle, 9000, now);
  const double = await addPerfume(db, "Armaf", "Club de Nuit EDP");
  for (const by of [ana, bea]) {
    expect(await see(by)).toBe("unusual-price");
    await see(by, double);
  }
  await merge(db, double, bottle, { actor: "olga", now });
  expect(await onCard("vouched")).toBe(9000);
});

test("a refused price is not shown again when a double of the bottle that has it, too, is merged", async () => {
  const double = await addPerfume(db, "Armaf", "Club de Nuit EDP");
  await see(ana);
  await see(ana, double);
  const [first] = await prices();
  await refuse(db, { kind: "price", id: first!.id, version: null }, "wrong", "olga", now);
  await merge(db, double, bottle, { actor: "olga", now });
  expect(await onCard()).toBeUndefined();
});

test("undoing a merge takes a price back to its bottle, whoever vouched for it meanwhile", async () => {
  const other = await addPerfume(db, "Zara", "Body Spray");
  await see(ana, other);
  await see(bea);
  const [hers, bought] = await prices();
  const entry = (await merge(db, other, bottle, { actor: "olga", now })).entry;
  await refuse(db, { kind: "price", id: bought!.id, version: null }, "wrong", "olga", now);
  await undo(db, entry, "olga", now);
  expect((await prices()).find(({ id }) => id === hers!.id)).toMatchObject({ perfume_id: other });
});

test("undoing a merge brings back what it held and what it joined, as it was", async () => {
  await addPrice(db, bottle, 9000, now);
  const double = await addPerfume(db, "Armaf", "Club de Nuit EDP");
  for (const by of [ana, bea]) {
    await see(by);
    await see(by, double);
  }
  const all = () => db.selectFrom("prices").selectAll().orderBy("id").execute();
  const before = await all();
  const entry = (await merge(db, double, bottle, { actor: "olga", now })).entry;
  expect(await disagreements(db, now)).toEqual([]);
  await undo(db, entry, "olga", now);
  expect(await all()).toEqual(before);
  expect(await disagreements(db, now)).toEqual([]);
});

test("a price waits when a double of the bottle, where the like were refused, is merged, and is shown once that is undone", async () => {
  const double = await addPerfume(db, "Armaf", "Club de Nuit EDP");
  await see(bea);
  await see(ana, double);
  await refused((await prices())[1]!.id, 1);
  const entry = (await merge(db, double, bottle, { actor: "olga", now })).entry;
  expect(await onCard()).toBeUndefined();
  await undo(db, entry, "olga", now);
  expect(await onCard()).toBe(2490);
});

test("prices that were judged beside an operator's on the merged bottle are shown beside it on the other", async () => {
  const dear = await addPerfume(db, "Roja", "Haute Luxe");
  await see(ana, dear);
  await addPrice(db, dear, 250_000, now);
  await db
    .updateTable("prices")
    .set({ amount_cents: 240_000 })
    .where("user_id", "=", "ana")
    .execute();
  await merge(db, dear, bottle, { actor: "olga", now });
  expect((await prices()).map(({ state }) => state)).toEqual(["shown", "shown"]);
});
