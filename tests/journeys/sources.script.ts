import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import type { Db } from "#db/database.ts";
import { addDupe, addPerfume, addSource } from "../support/database.ts";
import { addPrice } from "../support/prices.ts";
import { expectAccessible } from "./axe.ts";
import { cardOf, expect, test } from "./community-steps.ts";
import { compareLinkOf } from "./verdict-steps.ts";
import { translationsOf } from "../support/translations.ts";

const titles = [
  "Khamrah or Angels’ Share? Eight hours on skin",
  "The 30 best dupes of the year, ranked by four noses and one very patient neighbour",
  "Not a clone: why these two only share the cinnamon",
  "Inspired by a famous liqueur",
];

/** A perfume with dupes that sources support, deny or say nothing of. @param name a word that no other test uses */
async function addSourced(db: Db, name: string) {
  const [marca, nombre] = ["Casa Alba", `Fuente ${name.replaceAll("_", " ")}`];
  const id = await addPerfume(db, marca, nombre);
  const add = (word: string, more: Parameters<typeof addDupe>[4]) =>
    addDupe(db, id, "Taller Sur", `${word} ${nombre}`, more);
  const voted = await add("Albor", { likes: 37, dislikes: 2, sources: { for: 3 } });
  const supported = await add("Brisa", { sources: { for: 1 } });
  await add("Estimado", { estimacion: 88, sources: { for: 1 } });
  const denied = await add("Calma", {});
  await add("Duna", {});
  for (const [at, title] of titles.entries())
    await addSource(db, denied, {
      url: `https://www.reviews.example/${name}/${at}`,
      title,
      stance: at === 3 ? "for" : "against",
      kind: (["review", "article", "discussion", "maker"] as const)[at]!,
      said_on: at === 1 ? null : `202${6 - at}-0${at + 2}-11`,
    });
  const bottles = await db
    .selectFrom("dupes")
    .select("dupe_perfume_id")
    .where("perfume_id", "=", id)
    .where("id", "<=", denied)
    .execute();
  await addPrice(db, id, 18_995, new Date(), { shop: "druni.es" });
  for (const [at, { dupe_perfume_id }] of bottles.entries())
    await addPrice(db, dupe_perfume_id, 1595 + 350 * at, new Date(), { shop: "druni.es" });
  await catalogChanged(db);
  return { path: perfumePath({ id, marca, nombre }), voted, supported, denied };
}

test("axe finds nothing in cards with sources, which are no higher, and on a pair's page", async ({
  page,
  db,
  member,
}) => {
  const { path, voted, denied } = await addSourced(db, member.name);
  await page.goto(`/de${path}`);
  await expectAccessible(page, "sources counted");
  const acts = await cardOf(page, { id: voted }).locator(".acts").boundingBox();
  expect(acts!.height).toBeLessThanOrEqual(46);
  await compareLinkOf(cardOf(page, { id: denied }), translationsOf("de")).click();
  await expect(page.locator("#sources li")).toHaveCount(4);
  await expectAccessible(page, "pair with sources");
});
