import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { queueEmail } from "#app/mail/outbox.ts";
import { reportReview } from "#app/domain/reviews/reports.ts";
import { publishReview } from "#app/domain/reviews/reviews.ts";
import { suggestPerfume } from "../../../../tests/support/suggestions.ts";
import { suspend } from "../sanctions.ts";
import type { Db } from "#db/database.ts";
import { waitingCounts } from "./queue-lengths.ts";
import { addAccount, withoutEmail, addOwner } from "../../../../tests/support/accounts.ts";
import {
  addPerfume,
  addPerfumeWithDupe,
  freshDatabase,
} from "../../../../tests/support/database.ts";
import { addPrice } from "../../../../tests/support/prices.ts";
import { planOf } from "../../../../tests/support/query-plans.ts";
import { queueLengths } from "./queue-lengths.ts";

const at = "2026-01-31T08:00:00.000Z";

let db: Db;

beforeEach(async () => {
  db = await freshDatabase();
  await addOwner(db);
});

async function lengths() {
  const { lengths } = await queueLengths(db);
  const waiting = lengths.filter(({ length }) => length > 0);
  return Object.fromEntries(
    waiting.map(({ queue, state, length }) => [`${queue} ${state}`, length]),
  );
}

const email = (time: string) =>
  queueEmail(db, { to: "ana@example.org", subject: "s", text: "t", html: "h" }, new Date(time));

const change = (id: number, values: object) =>
  db.updateTable("outbox").set(values).where("id", "=", id).execute();

test("in a new database nothing waits", async () => {
  const { lengths, oldestEmail } = await queueLengths(db);
  expect(lengths).toHaveLength(12);
  expect(lengths.every(({ length }) => length === 0)).toBe(true);
  expect(oldestEmail).toBeNull();
});

test("emails wait, fail or are dead; sent ones are not counted, and the oldest unsent one sets the age", async () => {
  for (const hour of [1, 2, 3, 4, 5, 6]) await email(`2026-01-31T0${hour}:00:00.000Z`);
  await change(1, { next_attempt_at: null, sent_at: at });
  await change(2, { next_attempt_at: null, dead_at: at, attempts: 9 });
  await change(3, { attempts: 2 });
  expect(await lengths()).toEqual({ "outbox waiting": 3, "outbox failing": 1, "outbox dead": 1 });
  expect((await queueLengths(db)).oldestEmail).toEqual(new Date("2026-01-31T03:00:00.000Z"));
});

test("suggestions, held prices and pending search-engine notices are counted", async () => {
  const id = await addPerfume(db, "Creed", "Aventus");
  const common = { user_id: null, clave: "x", twin_key: "x", created_at: at };
  await db
    .insertInto("sugerencias_perfumes")
    .values({ nombre_perfume: "A", marca_perfume: "B", ...common })
    .execute();
  await db
    .insertInto("sugerencias_dupes")
    .values({ perfume_id: id, nombre_dupe: "A", marca_dupe: "B", ...common })
    .execute();
  const price = {
    perfume_id: id,
    amount_cents: 100,
    currency: "EUR",
    size_ml: 50,
    kind: "bottle",
    shop: "a shop",
    seen_on: "2026-01-31",
    created_at: at,
  } as const;
  await db
    .insertInto("prices")
    .values([
      { ...price, url: null, country: null, user_id: null, state: "held" },
      { ...price, url: null, country: null, user_id: null, state: "shown" },
    ])
    .execute();
  await db
    .insertInto("changed_perfumes")
    .values([
      { perfume_id: 1, marca: "a", nombre: "b", next_attempt_at: at },
      { perfume_id: 2, marca: "a", nombre: "b", dead_at: at },
    ] as never)
    .execute();
  expect(await lengths()).toEqual({
    "perfume_suggestions waiting": 1,
    "dupe_suggestions waiting": 1,
    "prices waiting": 1,
    "index_now waiting": 1,
    "index_now dead": 1,
  });
});

test("counts match the desk: reported reviews and open messages, but not suggestions by suspended people only", async () => {
  for (const name of ["ana", "bea", "zoe"]) await addAccount(db, name);
  const { id: perfumeId, dupe } = await addPerfumeWithDupe(db);
  const review = { dupeId: dupe, perfumeId, description: "Buy!", language: "en" };
  await publishReview(db, "zoe", review, new Date(at));
  const report = { reviewId: 1, perfumeId, reason: "spam", note: null } as const;
  for (const userId of ["ana", "bea"])
    await reportReview(db, { ...report, userId }, new Date(at), withoutEmail);
  const message = {
    name: "Ana",
    email: "ana@example.org",
    message: "Hello",
    privacy_accepted: 1 as const,
  };
  await db
    .insertInto("contact_messages")
    .values([
      { ...message, created_at: at, state: "open" },
      { ...message, created_at: at, state: "answered" },
    ])
    .execute();
  const suggested = { marca: "Zara", nombre: "Ebony", language: "es" };
  await suggestPerfume(db, { ...suggested, userId: "zoe" }, new Date(at));
  await suggestPerfume(db, { ...suggested, nombre: "Ivory", userId: "ana" }, new Date(at));
  await addPrice(db, perfumeId, 2490, new Date(at), { state: "held", user_id: "zoe" });
  await suspend(db, "zoe", { reason: "spam", days: null }, "olga", new Date(at));
  expect(await lengths()).toEqual({
    "reviews waiting": 1,
    "messages waiting": 1,
    "perfume_suggestions waiting": 1,
  });
  expect(await waitingCounts(db)).toEqual({
    perfumes: 1,
    dupes: 0,
    facts: 0,
    sources: 0,
    prices: 0,
    reviews: 1,
    messages: 1,
    deadEmails: 0,
  });
});

test("emails and prices are counted by index alone, however many were sent or are shown", async () => {
  for (const [table, where, index] of [
    ["outbox", "next_attempt_at is not null", "outbox_due"],
    ["outbox", "next_attempt_at is not null and attempts > 0", "outbox_due"],
    ["outbox", "dead_at is not null", "outbox_dead"],
    ["prices", "state = 'held'", "prices_held"],
  ] as const)
    expect(
      await planOf(
        db,
        sql.raw(`select count(*) from (select 1 from ${table} where ${where} limit 9) as counted`),
      ),
    ).toContainEqual(
      expect.stringMatching(new RegExp(`(COVERING INDEX|Index Only Scan using) ${index}\\b`, "u")),
    );
});
