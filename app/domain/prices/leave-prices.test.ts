import { beforeEach, expect, test } from "vitest";
import { mailboxHashes } from "#app/domain/accounts/mailboxes.ts";
import { eraseAccount } from "#app/domain/desk/erase-account.ts";
import type { Db } from "#db/database.ts";
import { addAccount } from "../../../tests/support/accounts.ts";
import { addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { addPrice, addShop, confirmedPerson } from "../../../tests/support/prices.ts";
import { addSighting } from "./add-sighting.ts";
import { sayGone } from "./gone.ts";

const now = new Date("2026-11-12T10:00:00.000Z");
const daysLater = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60 * 1000);
const secrets = ["secret"];
const hashes = mailboxHashes(secrets, "ana@gmail.com");
let db: Db;
let bottle: number;

beforeEach(async () => {
  db = await freshDatabase();
  bottle = await addPerfume(db, "Armaf", "Club de Nuit");
  await addShop(db, "druni.es");
});

const signUp = async (name: string) => ({
  userId: await addAccount(db, name, { email: `ana+${name}@gmail.com` }),
  confirmed: true,
  mailboxes: hashes,
  mailDomain: null,
  network: null,
  isTrusted: true,
});
const leave = (userId: string, at = now) => eraseAccount(db, userId, true, secrets, at);
const prices = () => db.selectFrom("prices").select(["user_id", "mailbox", "state"]).execute();
const summaries = () => db.selectFrom("price_summaries").select("count").execute();
const sighting = { amount: 2490, currency: "EUR", size: 100, kind: "bottle" } as const;
const see = async (name: string) => {
  const by = await signUp(name);
  const seen = { ...sighting, shop: "druni.es", seenOn: "2026-11-12" };
  return addSighting(db, bottle, seen, by, now);
};

test("a deleted account's prices of its last 30 days are deleted, and its pages change (RULES.md 9.11)", async () => {
  await see("ana");
  expect((await leave("ana", daysLater(30))).map(({ id }) => id)).toEqual([bottle]);
  expect(await prices()).toEqual([]);
  expect(await summaries()).toEqual([]);
});

test("older prices stay, with the keyed hash of the mailbox (RULES.md 5.7, 9.11)", async () => {
  await see("ana");
  await addPrice(db, bottle, 2000, now, { user_id: "ana" });
  expect(await leave("ana", daysLater(30.1))).toEqual([]);
  const kept = { user_id: null, mailbox: hashes[0], state: "shown" };
  expect(await prices()).toEqual([kept, kept]);
});

test("one mailbox that signs up again and again is one word (RULES.md 4.6, 5.7)", async () => {
  const price = await addPrice(db, bottle, 2490, now, { user_id: await addAccount(db, "eva") });
  const said: string[] = [];
  for (let round = 0; round < 3; round++) {
    const by = await signUp(`round${round}`);
    said.push(await sayGone(db, price, by, now));
    await leave(by.userId);
  }
  expect(said).toEqual(["noted", "said-already", "said-already"]);
});

test("a deleted account's word of its last 30 days no longer counts (RULES.md 9.11)", async () => {
  const price = await addPrice(db, bottle, 2490, now, {
    user_id: null,
    mailbox: "eva",
    vouched: 0,
  });
  await sayGone(db, price, await signUp("ana"), now);
  await leave("ana");
  const outcomes = [];
  for (const name of ["bea", "leo", "mia"])
    outcomes.push(await sayGone(db, price, await confirmedPerson(db, name), now));
  expect(outcomes).toEqual(["noted", "noted", "held"]);
});
