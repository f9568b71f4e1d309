import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { addAccount } from "../../../tests/support/accounts.ts";
import { addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { addPrice } from "../../../tests/support/prices.ts";
import { addSighting } from "./add-sighting.ts";
import { decideSighting } from "./decide-sighting.ts";
import { sightingsOf } from "./sightings.ts";
import { deleteOldPriceVotes, sayGone } from "./gone-votes.ts";

const now = new Date("2026-11-12T10:00:00.000Z");
let db: Db;
let bottle: number;
let price: number;

beforeEach(async () => {
  db = await freshDatabase();
  bottle = await addPerfume(db, "Armaf", "Club de Nuit");
  price = await addPrice(db, bottle, 2490, now, { size_ml: 105 });
});

const gone = (voter: string, userId: string | null = null) =>
  sayGone(db, price, [bottle], { voter, userId, confirmed: userId !== null }, now);
const summaries = () => db.selectFrom("price_summaries").select("count").execute();

test("two people's reports withdraw a price, and one person counts once", async () => {
  expect(await gone("a")).toBe("noted");
  expect(await gone("a")).toBe("said-already");
  expect(await summaries()).toHaveLength(1);
  expect(await gone("b")).toBe("no-longer-shown");
  expect(await sightingsOf(db, bottle, { now })).toEqual([]);
  expect(await summaries()).toEqual([]);
  expect(await gone("c")).toBe("no-such-price");
});

test("a repeated sighting confirms a price, so withdrawing it takes one more report", async () => {
  const bea = { userId: await addAccount(db, "bea"), voter: "bea", confirmed: true };
  const same = {
    amount: 2490,
    currency: "EUR",
    size: 105,
    shop: "druni.es",
    kind: "bottle" as const,
    seenOn: "2026-11-12",
  };
  await gone("a");
  expect(await addSighting(db, bottle, same, bea, now)).toMatchObject({ outcome: "same" });
  // A visitor's confirmation does not count.
  await addSighting(db, bottle, same, { userId: null, voter: "v", confirmed: false }, now);
  expect(await gone("b")).toBe("noted");
  expect(await gone("c")).toBe("no-longer-shown");
});

test("one person cannot count twice: signed-in reports and network reports are counted separately", async () => {
  await gone("ana", await addAccount(db, "ana"));
  expect(await gone("network of ana")).toBe("noted");
  expect(await summaries()).toHaveLength(1);
  expect(await gone("bea", await addAccount(db, "bea"))).toBe("no-longer-shown");
});

test("a person who changes their mind still counts once", async () => {
  const bea = await addAccount(db, "bea");
  await gone("bea", bea);
  await db.updateTable("price_gone").set({ gone: 0 }).execute();
  expect(await gone("bea", bea)).toBe("noted");
  expect(await db.selectFrom("price_gone").selectAll().execute()).toMatchObject([{ gone: 1 }]);
});

test("the reporter alone can withdraw a price", async () => {
  const ana = await addAccount(db, "ana");
  price = await addPrice(db, bottle, 1990, now, { user_id: ana });
  expect(await gone("ana", ana)).toBe("no-longer-shown");
  expect(await summaries()).toEqual([{ count: 1 }]);
});

test("a held or missing sighting, or one from another page, cannot be reported as gone", async () => {
  expect(
    await sayGone(db, price, [bottle + 1], { voter: "a", userId: null, confirmed: false }, now),
  ).toBe("no-such-price");
  expect(
    await sayGone(db, 999, [bottle], { voter: "a", userId: null, confirmed: false }, now),
  ).toBe("no-such-price");
  price = await addPrice(db, bottle, 1990, now, { state: "held" });
  expect(await gone("a")).toBe("no-such-price");
});

const byMod = { actor: null, reason: null };

test("operators' decisions show or remove a price immediately", async () => {
  price = await addPrice(db, bottle, 1990, now, { state: "held" });
  expect(await decideSighting(db, price, { ...byMod, state: "shown" }, now)).toBe(true);
  expect(await summaries()).toEqual([{ count: 2 }]);
  expect(await decideSighting(db, price, { ...byMod, state: "refused" }, now)).toBe(true);
  expect(await summaries()).toEqual([{ count: 1 }]);
  expect(await decideSighting(db, 999, { ...byMod, state: "shown" }, now)).toBe(false);
});

test("reports are deleted after 180 days, and anonymised when the account is deleted", async () => {
  await gone("ana", await addAccount(db, "ana"));
  await db.deleteFrom("usuarios").execute();
  const votes = () => db.selectFrom("price_gone").selectAll().execute();
  expect(await votes()).toMatchObject([{ user_id: null }]);
  const after = (days: number) => new Date(now.getTime() + days * 86_400_000);
  await deleteOldPriceVotes(db, after(180));
  expect(await votes()).toHaveLength(1);
  await deleteOldPriceVotes(db, after(181));
  expect(await votes()).toEqual([]);
});
