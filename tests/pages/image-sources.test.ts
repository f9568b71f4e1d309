// Where pages may load pictures from (RULES.md 13.6).
import { afterAll, expect, test } from "vitest";
import { setOfBottle } from "#app/domain/catalog/update-bottle.ts";
import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import { addPerfume } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { openSite } from "../support/site.ts";

const plain = await openSite();
const tracked = await openSite({ ANALYTICS_ID: "G-TEST12345" });
afterAll(() => Promise.all([plain.close(), tracked.close()]));

async function imagesOf(site: typeof plain, path: string, headers: Record<string, string> = {}) {
  const policy = (await site.get(path, headers)).headers.get("Content-Security-Policy")!;
  return /(?:^|; )img-src ([^;]*)/u.exec(policy)![1];
}

test("pictures come from the site alone, and from anywhere once a bottle's photo is elsewhere", async () => {
  const id = await addPerfume(plain.db, "Creed", "Aventus");
  await plain.start();
  const pages = ["/es", `/es/perfume/creed-aventus-${id}`, "/es/about", "/es/nope"];
  const all = (sources: string) =>
    eventually(async () => {
      for (const path of pages) expect(await imagesOf(plain, path)).toBe(sources);
    });
  await all("'self' blob:");
  const give = async (foto: string | null) => {
    await plain.db.transaction().execute(async (tx) => {
      await setOfBottle(tx, id, { foto }, new Date());
      await catalogChanged(tx);
    });
  };
  await give("https://photos.example/a.webp");
  await all("'self' blob: https:");
  await give(`/photos/${id}/card-0123456789abcdef.webp`);
  await all("'self' blob:");
});

test("with consent to analytics its own addresses are added", async () => {
  await tracked.start();
  const Cookie = "consent=analytics";
  await eventually(async () =>
    expect(await imagesOf(tracked, "/es/about", { Cookie })).toBe(
      "'self' blob: https://*.google-analytics.com https://www.googletagmanager.com",
    ),
  );
  expect(await imagesOf(tracked, "/es/about")).toBe("'self' blob:");
});
