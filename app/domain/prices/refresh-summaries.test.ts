import { expect, test } from "vitest";
import { addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { addShop } from "../../../tests/support/prices.ts";
import { seeded } from "../../../tests/bench/search-synthetic.ts";
import { addDays, dayOf } from "#app/domain/catalog/days.ts";
import type { Kind } from "./bounds.ts";
import { refreshSummaries } from "./refresh-summaries.ts";
import { summaryOf } from "./summary-of.ts";
import { insertSightings, type NewPrice } from "./write-sighting.ts";

const now = new Date("2026-11-20T12:00:00.000Z");

test("the summaries of many bottles at once are those of each", async () => {
  const db = await freshDatabase();
  await addShop(db, "blocked.example", { state: "blocked" });
  const random = seeded(5);
  const anyOf = <One>(list: readonly One[]) => list[Math.floor(random() * list.length)]!;
  const bottles: number[] = [];
  for (let n = 0; n < 60; n++) bottles.push(await addPerfume(db, "Armaf", `Bottle ${n}`));
  const prices = Array.from({ length: 600 }, (): NewPrice & { kind: Kind } => ({
    perfume_id: anyOf(bottles),
    amount_cents: 1000 + Math.floor(random() * 20),
    currency: anyOf(["EUR", "USD"]),
    size_ml: anyOf([30, 100]),
    kind: anyOf(["bottle", "bottle", "tester"]),
    shop: anyOf(["druni.es", "druni.es", "blocked.example"]),
    seen_on: addDays(dayOf(now), -Math.floor(random() * 250)),
    state: anyOf(["shown", "shown", "shown", "held"]),
    vouched: anyOf([0, 1]),
    created_at: now.toISOString(),
  }));
  await insertSightings(db, prices);
  await refreshSummaries(db, prices, now);

  const written = await db.selectFrom("price_summaries").selectAll().execute();
  expect(written.length).toBeGreaterThan(150);
  for (const summary of written) expect(summary).toEqual(await summaryOf(db, summary, now));
  const groups = new Set(prices.map((one) => `${one.perfume_id} ${one.kind} ${one.currency}`));
  let without = 0;
  for (const key of groups) {
    const [perfume_id, kind, currency] = key.split(" ") as [string, Kind, string];
    const group = { perfume_id: Number(perfume_id), kind, currency };
    if (!(await summaryOf(db, group, now))) without++;
  }
  const ofKinds = written.filter(({ kind }) => kind !== "vouched");
  expect(ofKinds).toHaveLength(groups.size - without);
});
