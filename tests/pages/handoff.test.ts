import { afterAll, beforeAll, expect, test } from "vitest";
import { readShown } from "#app/http/browser/shown-data.ts";
import { UNSAFE_decodeViaTurboStream as decodeViaTurboStream } from "react-router";
import { findByName } from "#app/domain/catalog/bottles.ts";
import { type FullSite, openFullSite } from "../support/bytes.ts";
import { twoLanguages } from "../support/translations.ts";
import { addPrice } from "../support/prices.ts";
import { addDupe, addPerfume } from "../support/database.ts";

let site: FullSite;
let mixed: string;

beforeAll(async () => {
  site = await openFullSite();
  const id = await addPerfume(site.db, "Dior", "Mixed");
  const votes = [{}, { likes: 1 }, { likes: 2000 }, { estimacion: 92 }, { dislikes: 3 }];
  for (let at = 0; at < 9; at++) {
    const enlace = at % 2 === 0 ? { enlace: "https://shop.example/p?a=1&b=2" } : {};
    const more = { ...votes[at % votes.length], ...enlace };
    await addDupe(site.db, id, `<b> & "${at}`, `</b> ' ${at}  é`, more);
  }
  const dupes = await site.db
    .selectFrom("dupes")
    .select("dupe_perfume_id")
    .where("perfume_id", "=", id)
    .orderBy("id")
    .execute();
  for (const { dupe_perfume_id } of dupes.slice(0, 6))
    await addPrice(site.db, dupe_perfume_id, 1234, new Date(), {
      shop: dupe_perfume_id % 2 === 0 ? "Corner & shop" : "druni.es",
    });
  mixed = `/perfume/dior-mixed-${id}`;
});

afterAll(() => site.close());

async function loadedAnew(path: string) {
  const [address, query = ""] = path.split("?");
  const { body } = await site.bytes(`${address}.data?${query}`, {});
  const stream = new Blob([new Uint8Array(body)]).stream();
  const { value } = await decodeViaTurboStream(stream, globalThis as never);
  return (value as Record<string, { data: unknown }>)["routes/perfume/perfume"]!.data;
}

test.each(["perfume", "reviews", "prices", "sorted", "mixed", "lookAlike", "also"] as const)(
  "what a page shows need not be handed over again: read from the page it is what the loader returned (%s)",
  async (kind) => {
    const { perfume, reviews, lookAlike } = site;
    const [first] = await site.db
      .selectFrom("dupes")
      .select("dupe_perfume_id")
      .orderBy("id")
      .execute();
    const shared = await findByName(site.db, { marca: "Kilian", nombre: "Oud Wood Intense" });
    const paths = {
      also: `/perfume/kilian-oud-wood-intense-${shared!.id}`,
      perfume,
      reviews,
      mixed,
      lookAlike,
      prices: `${perfume}?prices=${first!.dupe_perfume_id}`,
      sorted: `${perfume}?sort=price`,
    };
    for (const code of twoLanguages) {
      const { dom, html } = await site.get(`/${code}${paths[kind]}`);
      const script = /window\.loaded=(.*?)<\/script>/u.exec(html)![1]!;
      const { loaderData } = JSON.parse(script) as { loaderData: object };
      expect(JSON.stringify(loaderData)).not.toMatch(/"(nombre":"Cloud|likes|answers)"/u);
      readShown(loaderData, dom as never);
      const { "routes/perfume/perfume": data } = loaderData as Record<string, unknown>;
      expect(data).toEqual(await loadedAnew(`/${code}${paths[kind]}`));
    }
  },
);
