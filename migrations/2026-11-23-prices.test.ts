import { expect, test } from "vitest";
import { connect } from "#db/open/open.ts";
import { up as baseline } from "./2026-11-23-baseline.ts";
import { up } from "./2026-11-23-prices.ts";

test("prices from before are vouched when imported or accepted, and only people's lose their parameters (RULES.md 4.3, 4.10)", async () => {
  const db = connect(":memory:");
  await baseline(db);
  await db
    .insertInto("usuarios")
    .values({ id: "ana", nombre_completo: "Ana", created_at: "2026-01-01T00:00:00.000Z" } as never)
    .execute();
  await db
    .insertInto("perfumes")
    .values({
      marca: "a",
      marca_clave: "a",
      marca_slug: "a",
      created_at: "",
      updated_at: "",
      nombre: "b",
      nombre_clave: "b",
    } as never)
    .execute();
  const price = {
    perfume_id: 1,
    amount_cents: 100,
    currency: "EUR",
    size_ml: 100,
    kind: "bottle" as const,
    shop: "druni.es",
    url: "https://druni.es/p?affid=x#y",
    country: null,
    seen_on: "2026-01-01",
    user_id: null,
    state: "shown" as const,
    created_at: "2026-01-01T00:00:00.000Z",
  };
  const accepted = { ...price, user_id: "ana", decided_at: price.created_at };
  for (const row of [price, { ...price, user_id: "ana" }, accepted, { ...price, state: "held" }])
    await db
      .insertInto("prices")
      .values(row as never)
      .execute();
  const summary = {
    perfume_id: 1,
    kind: "bottle",
    currency: "EUR",
    count: 2,
    cheapest_id: 1,
    amount_cents: 100,
    size_ml: 100,
    shop: "druni.es",
    seen_on: "2026-01-01",
    highest: 100,
    best_per_100_ml: 100,
    median_per_100_ml: 100,
    valid_until: "2026-06-30",
  };
  await db
    .insertInto("price_summaries")
    .values(summary as never)
    .execute();
  await up(db);
  const summaries = db.selectFrom("price_summaries").select(["kind", "valid_until"]);
  expect(await summaries.orderBy("kind").execute()).toEqual([
    { kind: "bottle", valid_until: "2000-01-01" },
    { kind: "vouched", valid_until: "2000-01-01" },
  ]);
  const rows = await db.selectFrom("prices").select(["vouched", "url"]).orderBy("id").execute();
  const cut = "https://druni.es/p";
  expect(rows).toEqual([
    { vouched: 1, url: price.url },
    { vouched: 0, url: cut },
    { vouched: 1, url: cut },
    { vouched: 0, url: cut },
  ]);
  await db.destroy();
});
