import { expect, test } from "vitest";
import { shape } from "#app/ui/bottle/shape.ts";
import { seed } from "#app/commands/load-starter.ts";
import { freshDatabase } from "./support/database.ts";

test("a brand of the starter catalogue with five bottles or more has at least three silhouettes", async () => {
  const db = await freshDatabase();
  await seed(db);
  const bottles = await db.selectFrom("perfumes").select(["marca", "nombre"]).execute();
  const brands = Map.groupBy(bottles, ({ marca }) => marca);
  const large = [...brands].filter(([, own]) => own.length >= 5);
  expect(large.length).toBeGreaterThan(20);
  const alike = large.filter(([, own]) => {
    const names = own.map(({ marca, nombre }) => shape(marca, nombre).silhouette.name);
    return new Set(names).size < 3;
  });
  expect(alike.map(([marca]) => marca)).toEqual([]);
});
