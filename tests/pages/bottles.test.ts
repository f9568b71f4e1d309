import { afterAll, beforeEach, expect, test } from "vitest";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { mergePerfumes } from "#app/domain/desk/catalog/merge.ts";
import { addDupe, addPerfume, addReview, lookAlikeOf, originalOf } from "../support/database.ts";
import { fieldValue } from "../support/form-page.ts";
import { signedIn } from "../support/sign-in.ts";
import { openSite, type Page } from "../support/site.ts";
import { dataOf, texts } from "../support/structured-data.ts";
import "../support/matchers.ts";

const site = await openSite();
afterAll(() => site.close());

let made = 0;
let dupe: number;
let bottle: number;
/** the addresses of an original and of its look-alike, without a language */
let original: string;
let lookAlike: string;

beforeEach(async () => {
  made++;
  const names = { marca: "Kilian", nombre: `Angels' Share ${made}` };
  const id = await addPerfume(site.db, names.marca, names.nombre);
  dupe = await addDupe(site.db, id, "Lattafa", `Khamrah ${made}`, { likes: 2, estimacion: 75 });
  await addDupe(site.db, id, "Zara", `Tobacco ${made}`, { estimacion: 60 });
  original = perfumePath({ id, ...names });
  bottle = await lookAlikeOf(site.db, dupe);
  lookAlike = perfumePath({ id: bottle, marca: "Lattafa", nombre: `Khamrah ${made}` });
});

const somebody = () => signedIn(site, `person_${made}`);
const both = () => [original, lookAlike].flatMap((path) => [`/es${path}`, `/de${path}`]);

test("a look-alike's page names its original, the similarity, and the original's other dupes", async () => {
  const page = await site.get(`/es${lookAlike}`);
  expect(texts(page, "h1")).toEqual([`¿Khamrah ${made} huele como Angels' Share ${made}?`]);
  expect(texts(page, "h2")[0]).toBe("Es dupe de");
  expect(texts(page, ".dupe h3")).toEqual([`Angels' Share ${made}`]);
  expect(texts(page, ".dupe .score, .intro")).toEqual([
    "De momento, 2 de 2 dicen que se parece.",
    "2 de 2 dicen que se parece",
  ]);
  expect(page.dom.querySelector(".dupe h3 a")?.getAttribute("href")).toBe(`/es${original}`);
  expect(page.dom.querySelector(".dupe .vote .unseen")?.text).toContain(`Angels' Share ${made}`);
  expect(texts(page, ".related li")).toContain(`Tobacco ${made} Zara`);
});

test("a vote on a look-alike's page counts once, returns there, and shows on both pages immediately", async () => {
  for (const address of both()) await site.get(address);
  const ana = await somebody();
  const vote = (path: string) =>
    ana.post(`/es${path}`, { intent: "vote", dupe_id: String(dupe), voto: "1" });
  const answer = await vote(lookAlike);
  expect([answer.status, answer.headers.get("Location")]).toEqual([
    303,
    `/es${lookAlike}#dupe-${dupe}`,
  ]);
  const page = await ana.follow(answer);
  expect(page.dom.querySelector(".vote[value='1']")?.getAttribute("aria-pressed")).toBe("true");
  for (const address of both()) {
    const { dom } = await site.get(address);
    expect([address, dom.querySelector(`#dupe-${dupe} .vote`)?.text]).toEqual([
      address,
      expect.stringMatching(/ 3$/u),
    ]);
  }
  expect(dataOf(await site.get(`/es${lookAlike}`)).Product.aggregateRating).toMatchObject({
    ratingValue: 5,
    ratingCount: 3,
  });
  expect(await vote(original)).toBeRefused(409, "es", "perfume.errorAlreadyVoted");
});

test("a review written or deleted on one of the two pages changes both immediately", async () => {
  const ana = await somebody();
  const counted = async () =>
    Promise.all(
      both().map(
        async (address) =>
          (await site.get(address)).dom.querySelector(`#dupe-${dupe} .acts > a`)!.text,
      ),
    );
  const none = await counted();
  for (const path of [lookAlike, original]) {
    const review = { intent: "publish-review", dupe_id: String(dupe), description: `On ${path}` };
    const answer = await ana.post(`/es${path}`, review);
    expect(answer.headers.get("Location")).toBe(`/es${path}?reviews=${dupe}#dupe-${dupe}`);
    for (const text of await counted()) expect(text).toMatch(/^1 /u);
    const page = await ana.follow(answer);
    const review_id = page.dom.querySelector("button[name=review_id]")!.getAttribute("value")!;
    await ana.post(`/es${path}`, { intent: "delete-review", review_id });
    expect(await counted()).toEqual(none);
  }
});

test("reviews in another language than the page's name theirs", async () => {
  const ana = await somebody();
  for (const language of ["es", "de", null])
    await addReview(site.db, dupe, ana.id, { language, description: `In ${language}` });
  const page = await site.get(`/de${original}?reviews=${dupe}`);
  const said = page.dom.querySelectorAll("#reviews .said");
  expect(said.map((one) => [one.text, one.getAttribute("lang")])).toEqual([
    ["In null", undefined],
    ["In de", undefined],
    ["In es", "es"],
  ]);
});

test("a plain link opens a card's reviews inside it, before the form, and closes them", async () => {
  const opener = (page: Page) => page.dom.querySelector(`#dupe-${dupe} .acts > a`)!;
  const closed = await site.get(`/es${original}`);
  expect(closed.dom.querySelector("#reviews")).toBeNull();
  // Without a review there is nothing to open; the first is written on the pair's page.
  const address = `/es${original}?reviews=${dupe}#dupe-${dupe}`;
  expect(opener(closed).getAttribute("href")).toMatch(/\/lattafa-khamrah-[\d-]+$/u);
  const open = await site.get(address.split("#")[0]!);
  const card = open.dom.querySelector(`#dupe-${dupe}`)!;
  expect(card.querySelector("#reviews")?.getAttribute("aria-label")).toContain(`Khamrah ${made}`);
  expect(open.dom.querySelectorAll("#reviews")).toHaveLength(1);
  expect(open.dom.querySelector("dialog")).toBeNull();
  expect(opener(open).getAttribute("href")).toBe(`/es${original}#dupe-${dupe}`);
  expect(opener(open).text).toContain("Ocultar");
});

/** Adds a bottle and merges it into the look-alike. @returns its id and its address */
async function merged() {
  const old = await addPerfume(site.db, "Lattafa", `Kamrah ${made}`);
  await mergePerfumes(site.db, old, bottle, new Date());
  return { old, there: `/es/perfume/lattafa-kamrah-${made}-${old}` };
}

test("a merged bottle's address redirects permanently to the other, with its query", async () => {
  const { old } = await merged();
  for (const [from, to] of [
    [
      `/de/perfume/lattafa-kamrah-${made}-${old}?reviews=${dupe}`,
      `/de${lookAlike}?reviews=${dupe}`,
    ],
    [`/perfume/${old}`, lookAlike],
  ]) {
    const page = await site.get(from!);
    expect([page.status, page.headers.get("Location")]).toEqual([301, to]);
  }
});

test("a form posted to a merged bottle's address works, and keeps its text when refused", async () => {
  const { there } = await merged();
  const ana = await somebody();
  const vote = await ana.post(there, { intent: "vote", dupe_id: String(dupe), voto: "-1" });
  expect([vote.status, vote.headers.get("Location")]).toEqual([
    303,
    `/es${lookAlike}#dupe-${dupe}`,
  ]);
  const description = "y".repeat(2001);
  const review = { intent: "publish-review", dupe_id: String(dupe), description };
  const refused = await ana.post(there, review);
  expect(refused).toBeRefused(422, "es", "reviews.errorTooLong", { fields: ["description"] });
  expect(fieldValue(refused, "description")).toBe(description);
});

test("a draft review, or one sent from an open page, survives the merge of its dupe", async () => {
  const old = await addPerfume(site.db, "Lattafa", `Kamrah ${made}`);
  const there = `/es/perfume/lattafa-kamrah-${made}-${old}`;
  const gone = await addDupe(site.db, await originalOf(site.db, dupe), "Lattafa", `Kamrah ${made}`);
  const send = async (description: string) => {
    const review = { intent: "publish-review", dupe_id: String(gone), description };
    const { headers } = await site.post(there, review);
    return new URL(headers.get("Location") ?? "/", site.origin).searchParams.get("redirectTo")!;
  };
  const before = await send("Written before.");
  await mergePerfumes(site.db, old, bottle, new Date());
  const after = await send("Written after.");
  for (const [back, text] of [
    [before, "Written before."],
    [after, "Written after."],
  ] as const) {
    const { search } = new URL(back, site.origin);
    const page = await site.get(`/es${lookAlike}${search}`);
    expect(fieldValue(page, "description")).toBe(text);
    expect(fieldValue(page, "dupe_id")).toBe(String(dupe));
  }
});

test("a merged bottle's picture is the other's, and views of its open page count for the other", async () => {
  const { old } = await merged();
  const [picture, kept] = [await site.get(`/og/${old}.png`), await site.get(`/og/${bottle}.png`)];
  expect([picture.status, picture.headers.get("ETag")]).toEqual([200, kept.headers.get("ETag")]);
  expect((await site.post("/viewed", { perfume: String(old) })).status).toBe(204);
});
