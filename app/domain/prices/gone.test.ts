import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { addPrice, addShop, confirmedPerson, visitorFrom } from "../../../tests/support/prices.ts";
import { addSighting } from "./add-sighting.ts";
import { decideSighting } from "./decide-sighting.ts";
import { sightingsOf } from "./sightings.ts";
import { deleteOldPriceVotes, sayGone } from "./gone-votes.ts";
import type { Voter } from "./voter.ts";

const now = new Date("2026-11-12T10:00:00.000Z");
const after = (days: number) => new Date(now.getTime() + days * 86_400_000);
let db: Db;
let bottle: number;
let price: number;

beforeEach(async () => {
  db = await freshDatabase();
  bottle = await addPerfume(db, "Armaf", "Club de Nuit");
  price = await addPrice(db, bottle, 2490, now, { size_ml: 105 });
});

const gone = (by: Voter, id = price, at = now) => sayGone(db, id, [bottle], by, at);
const from = (network: string) => gone(visitorFrom(network));
const summaries = () =>
  db.selectFrom("price_summaries").select("count").where("kind", "=", "bottle").execute();
const stateOf = async (id = price) =>
  (await db.selectFrom("prices").select("state").where("id", "=", id).executeTakeFirstOrThrow())
    .state;

const same = {
  amount: 2490,
  currency: "EUR",
  size: 105,
  shop: "druni.es",
  kind: "bottle" as const,
  seenOn: "2026-11-12",
};

test("one network hides nothing, and three hold a price for the desk (RULES.md 4.6)", async () => {
  expect(await from("a")).toBe("noted");
  expect(await from("a")).toBe("said-already");
  expect(await from("b")).toBe("noted");
  expect(await summaries()).toEqual([{ count: 1 }]);
  expect(await from("c")).toBe("held");
  expect(await stateOf()).toBe("held");
  expect(await sightingsOf(db, bottle, { now })).toEqual([]);
  expect(await summaries()).toEqual([]);
  expect(await from("d")).toBe("no-such-price");
});

test("a confirmed person's word holds a price and never refuses it (RULES.md 4.6)", async () => {
  expect(await gone(await confirmedPerson(db, "ana"))).toBe("held");
  expect(await stateOf()).toBe("held");
});

test("a person holds five prices a day alone; further words need a second person (RULES.md 4.6)", async () => {
  const [ana, bea] = [await confirmedPerson(db, "ana"), await confirmedPerson(db, "bea")];
  const prices: number[] = [];
  for (let shop = 0; shop < 7; shop++)
    prices.push(await addPrice(db, bottle, 2490, now, { shop: `shop${shop}.es` }));
  const said: string[] = [];
  for (const id of prices) said.push(await gone(ana, id));
  expect(said).toEqual(["held", "held", "held", "held", "held", "noted", "noted"]);
  expect(await gone(bea, prices[5])).toBe("held");
  expect(await gone(ana, prices[6], after(2))).toBe("said-already");
  expect(await gone(ana, price, after(2))).toBe("held");
});

test("mailboxes of one own domain are one person, who holds five prices a day and takes back one word (RULES.md 4.6, 5.7)", async () => {
  await addShop(db, "druni.es");
  const mailboxes: Voter[] = [];
  for (let n = 0; n < 8; n++)
    mailboxes.push(await confirmedPerson(db, `mailbox${n}`, "catchall.com"));
  const said: string[] = [];
  for (const by of mailboxes.slice(0, 6))
    said.push(await gone(by, await addPrice(db, bottle, 2490, now)));
  expect(said).toEqual(["held", "held", "held", "held", "held", "noted"]);
  for (const by of mailboxes.slice(6)) expect(await gone(by)).toBe("noted");
  expect(await gone(await confirmedPerson(db, "ana"))).toBe("held");

  price = await addPrice(db, bottle, 1990, now, { size_ml: 105 });
  const again = { ...same, amount: 1990 };
  for (const by of mailboxes) await addSighting(db, bottle, again, by, now);
  for (const network of ["a", "b", "c"]) expect(await from(network)).toBe("noted");
  expect(await from("d")).toBe("held");
});

test("what the desk has shown again is not held again by the same words (RULES.md 4.6)", async () => {
  const [ana, bea] = [await confirmedPerson(db, "ana"), await confirmedPerson(db, "bea")];
  await from("a");
  await from("b");
  expect(await gone(ana)).toBe("held");
  const decision = { state: "shown", actor: null, reason: null } as const;
  await decideSighting(db, price, decision, after(1));
  expect(await gone(ana, price, after(2))).toBe("said-already");
  expect(await gone(visitorFrom("c"), price, after(2))).toBe("noted");
  expect(await stateOf()).toBe("shown");
  expect(await gone(bea, price, after(2))).toBe("held");
});

test("a repeated sighting confirms a price, so holding it takes one word more (RULES.md 4.6)", async () => {
  await addShop(db, "druni.es");
  const bea = await confirmedPerson(db, "bea");
  expect(await addSighting(db, bottle, same, bea, now)).toMatchObject({ outcome: "same" });
  // A visitor's confirmation does not count.
  await addSighting(db, bottle, same, visitorFrom("v"), now);
  for (const network of ["a", "b", "c"]) expect(await from(network)).toBe("noted");
  expect(await from("d")).toBe("held");
});

test("a person and their network do not add up", async () => {
  const [ana, bea] = [await confirmedPerson(db, "ana"), await confirmedPerson(db, "bea")];
  await addShop(db, "druni.es");
  await addSighting(db, bottle, same, bea, now);
  expect(await gone(ana)).toBe("noted");
  expect(await from("network of ana")).toBe("noted");
  expect(await stateOf()).toBe("shown");
});

test("a person who changes their mind still counts once", async () => {
  const ana = await confirmedPerson(db, "ana");
  await addShop(db, "druni.es");
  await addSighting(db, bottle, same, ana, now);
  expect(await gone(ana)).toBe("held");
  expect(await db.selectFrom("price_gone").selectAll().execute()).toMatchObject([{ gone: 1 }]);
});

test("a mailbox has one word, whichever secret its hash was made with (RULES.md 5.7)", async () => {
  await from("older");
  const hashes = ["newer", "older"] as const;
  expect(await gone({ userId: null, confirmed: false, hashes, mailDomain: null })).toBe(
    "said-already",
  );
});

test("the reporter alone can withdraw a price, with another account of the mailbox too", async () => {
  for (const name of ["ana", "bea"]) {
    const by = await confirmedPerson(db, name);
    const more = { user_id: name === "ana" ? by.userId : null, mailbox: by.hashes[0] };
    const own = await addPrice(db, bottle, 1990, now, more);
    expect(await gone(by, own)).toBe("withdrawn");
    expect(await stateOf(own)).toBe("refused");
  }
  expect(await summaries()).toEqual([{ count: 1 }]);
});

test("a held or missing sighting, or one from another page, cannot be reported as gone", async () => {
  const ana = await confirmedPerson(db, "ana");
  expect(await sayGone(db, price, [bottle + 1], ana, now)).toBe("no-such-price");
  expect(await gone(ana, 999)).toBe("no-such-price");
  expect(await gone(ana, await addPrice(db, bottle, 1990, now, { state: "held" }))).toBe(
    "no-such-price",
  );
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

test("reports are deleted after 180 days", async () => {
  await from("a");
  const votes = () => db.selectFrom("price_gone").selectAll().execute();
  await deleteOldPriceVotes(db, after(180));
  expect(await votes()).toHaveLength(1);
  await deleteOldPriceVotes(db, after(181));
  expect(await votes()).toEqual([]);
});
