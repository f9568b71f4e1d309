// The forms of a look-alike beside its original: what they answer, and who sees it.
import { afterAll, beforeEach, expect, test } from "vitest";
import { removePerfume } from "#app/domain/catalog/rename-and-remove.ts";
import { addAccount } from "../support/accounts.ts";
import type { TestBrowser } from "../support/browser.ts";
import { addDupe, addPerfume, addPerfumeWithDupe, pairOf } from "../support/database.ts";
import { fieldValue, linksInAlert } from "../support/form-page.ts";
import "../support/matchers.ts";
import { addShop } from "../support/prices.ts";
import { logIn, signedIn, signedInAs } from "../support/sign-in.ts";
import { openSite, type Page } from "../support/site.ts";
import { texts } from "../support/structured-data.ts";
import { twoLanguages } from "../support/translations.ts";
import { said } from "../support/verdicts.ts";

const site = await openSite();
afterAll(() => site.close());

let dupe: number;
/** of the original, and of the dupe beside it */
let path: string;
let pair: string;
let people = 0;

beforeEach(async () => {
  const added = await addPerfumeWithDupe(site.db);
  dupe = added.dupe;
  path = `/es${added.path}`;
  pair = `/es${await pairOf(site.db, dupe)}`;
});

type Fields = Record<string, string>;

const somebody = (more = {}) => signedIn(site, `pair_${++people}`, more);
const within = (code: string) => pair.replace("/es/", `/${code}/`);
const send = (who: TestBrowser, intent: string, fields: Fields, at = pair) =>
  who.post(at, { intent, dupe_id: String(dupe), ...fields });
const vote = (who: TestBrowser, voto = "1", at = pair) => send(who, "vote", { voto }, at);
const write = (who: TestBrowser, description: string, at = pair) =>
  send(who, "publish-review", { description }, at);
const judge = (who: TestBrowser, fields: Fields, at = pair) =>
  send(who, "verdict", { worn_both: "on", ...fields }, at);
const outcome = ({ status, headers }: Page) => [status, headers.get("Location")];
const likes = (page: Page) => page.dom.querySelector(".vote[value='1']")!.text.split(" ").at(-1);
const votes = () =>
  site.db.selectFrom("user_votes").select("voto").where("dupe_id", "=", dupe).execute();
const backOf = (way: string) => new URL(way, site.origin).searchParams.get("redirectTo")!;

test.each(twoLanguages)(
  "a vote, a verdict and a review lead back to their place on the page, which shows them, in %s",
  async (code) => {
    const ana = await somebody();
    const there = within(code);
    expect(outcome(await vote(ana, "1", there))).toEqual([303, `${there}#dupe-${dupe}`]);
    expect(outcome(await judge(ana, { lasting: "less" }, there))).toEqual([
      303,
      `${there}#verdict`,
    ]);
    const published = await write(ana, "Close enough.", there);
    expect(outcome(published)).toEqual([303, `${there}#reviews`]);
    const page = await ana.follow(published);
    expect(page).toShow(code, "reviews.published");
    expect([likes(page), texts(page, ".said")]).toEqual(["1", ["Close enough."]]);
    expect(page.dom.querySelector(".vote[value='1']")!.getAttribute("aria-pressed")).toBe("true");
    expect(page.dom.querySelector(`#verdict [name=lasting][checked]`)?.getAttribute("value")).toBe(
      "less",
    );
    // A visitor's own page is cached.
    const visitors = await site.get(there);
    expect([likes(visitors), texts(visitors, ".said")]).toEqual(["1", ["Close enough."]]);
  },
);

test("what cannot be done here is refused with its status, on the page", async () => {
  const ana = await somebody();
  const other = await addDupe(
    site.db,
    await addPerfume(site.db, "Dior", `Elsewhere ${++people}`),
    "Zara",
    `Else ${people}`,
  );
  const elsewhere = { dupe_id: String(other) };
  const refused = await send(ana, "vote", { voto: "1", ...elsewhere });
  expect(refused).toBeRefused(404, "es", "perfume.errorVote");
  const verdict = { lasting: "more", worn_both: "on", ...elsewhere };
  expect(await send(ana, "verdict", verdict)).toBeRefused(404, "es", "verdicts.errorMissing");
  const written = await send(ana, "publish-review", { description: "Kept text", ...elsewhere });
  expect(written).toBeRefused(404, "es", "reviews.errorPublish");
  expect(written.html).toContain("Kept text");
  for (const intent of ["suggest-dupe", "add-price", "constructor", ""])
    expect([intent, (await send(ana, intent, {})).status]).toEqual([intent, 422]);
  const unconfirmed = await somebody({ confirmed: false });
  expect(await vote(unconfirmed)).toBeRefused(403, "es", "perfume.errorUnconfirmed");
  const long = "ñ".repeat(2001);
  const tooLong = await write(ana, long);
  expect([tooLong.status, fieldValue(tooLong, "description")]).toEqual([422, long]);
});

test("a review is reported by others and deleted by its author, from its place on the page", async () => {
  const [ana, bea] = [await somebody(), await somebody()];
  const mine = await ana.follow(await write(ana, "Mine."));
  const review_id = mine.dom.querySelector("button[name=review_id]")!.getAttribute("value")!;
  const link = (await bea.get(pair)).dom.querySelector("#reviews li > a")!.getAttribute("href")!;
  expect(link).toBe(`${pair}?report=${review_id}`);
  expect(texts(await bea.get(link), "blockquote")).toEqual(["Mine."]);
  const reported = await send(bea, "report-review", { review_id, reason: "spam" }, link);
  expect(outcome(reported)).toEqual([303, `${pair}#reviews`]);
  expect(texts(await site.get(pair), ".said")).toEqual(["Mine."]);
  const deleted = await send(ana, "delete-review", { review_id });
  expect(outcome(deleted)).toEqual([303, `${pair}#reviews`]);
  for (const page of [await ana.follow(deleted), await site.get(pair)])
    expect(texts(page, ".said")).toEqual([]);
});

test.each(twoLanguages)(
  "a visitor's review is in its form after their sign-in, and of what they said the last waits, in %s",
  async (code) => {
    const there = within(code);
    const name = `waits_${++people}`;
    await addAccount(site.db, name);
    const visitor = site.newBrowser();
    const refused = await vote(visitor, "1", there);
    expect(refused).toBeRefused(401, code, "perfume.errorMustLogin");
    const back = backOf(linksInAlert(refused)[0]!.getAttribute("href")!);
    expect(back).toMatch(new RegExp(`^${there}\\?vote=[\\w-]+#dupe-${dupe}$`, "u"));
    expect((await judge(visitor, { again: "dupe" }, there)).status).toBe(401);
    const writing = await write(visitor, "Written before.", there);
    expect(writing.status).toBe(303);
    const draft = backOf(writing.headers.get("Location")!);
    expect(draft).toMatch(new RegExp(`^${there}\\?draft=[\\w-]+#reviews$`, "u"));
    const arrived = await logIn(visitor, name, { redirectTo: draft }, code);
    const page = await visitor.follow(arrived);
    expect(fieldValue(page, "description")).toBe("Written before.");
    await logIn(visitor, name, { redirectTo: back }, code);
    expect(await votes()).toEqual([]);
    expect(await said(site.db, dupe)).toBe("nothing");
  },
);

test("answers that wait are back in their visitor's form, and in nobody else's", async () => {
  const visitor = site.newBrowser();
  const refused = await judge(visitor, { again: "either" });
  const back = backOf(linksInAlert(refused)[0]!.getAttribute("href")!);
  const chosen = (page: Page) =>
    page.dom.querySelectorAll("#verdict [checked]").map((one) => one.getAttribute("name"));
  expect(chosen(await visitor.get(back))).toEqual(["worn_both", "again"]);
  expect(chosen(await site.get(pair))).toEqual([]);
  expect(chosen(await visitor.get(back))).toEqual(["worn_both", "again"]);
});

test("with scripts, a sign-in leads to the place on the page by a new document", async () => {
  const name = `waits_${++people}`;
  await addAccount(site.db, name);
  const visitor = site.newBrowser();
  const back = backOf(linksInAlert(await vote(visitor))[0]!.getAttribute("href")!);
  const arrived = await logIn(visitor, name, { redirectTo: back });
  expect(outcome(arrived)).toEqual([303, `${pair}#dupe-${dupe}`]);
  expect(arrived.headers.get("X-Remix-Reload-Document")).toBe("true");
  expect(await votes()).toEqual([{ voto: 1 }]);
});

test("a relation that is removed while somebody writes is 404 with everything typed, and leads to both bottles", async () => {
  const ana = await somebody();
  await ana.get(pair);
  await site.db.deleteFrom("dupes").where("id", "=", dupe).execute();
  const page = await write(ana, "Half an hour of work.");
  expect(page.status).toBe(404);
  expect(page.dom.querySelector("main")!.text).toContain("Half an hour of work.");
  expect(page.dom.querySelectorAll("main li a[href*='/es/perfume/']")).toHaveLength(2);
  const verdict = await judge(ana, { lasting: "more" });
  expect(verdict.status).toBe(404);
});

test("a page of outdated words, or with the order swapped, still takes a form, and shows its refusal", async () => {
  const ana = await somebody();
  const [original, bottle] = pair.split("/").slice(3);
  for (const at of [`/es/perfume/${bottle}/${original}`, pair.replace("creed", "old-words")]) {
    const text = `Sent to ${at}`;
    expect(outcome(await write(ana, text, at))).toEqual([303, `${pair}#reviews`]);
    const empty = await judge(ana, {}, at);
    expect(empty).toBeRefused(422, "es", "verdicts.errorNone", { fields: ["opening"] });
  }
});

test("a verdict form of an older bottle's page is sent on by 307, from either bottle", async () => {
  const ana = await somebody();
  const bottle = `/es/perfume/${pair.split("/").at(-1)}`;
  for (const at of [path, bottle]) {
    const old = await judge(ana, { lasting: "same" }, `${at}?verdict=${dupe}`);
    expect(outcome(old)).toEqual([307, `${pair}#verdict`]);
    expect(await said(site.db, dupe)).toBe("nothing");
  }
  await judge(ana, { lasting: "same" }, pair);
  const deletion = await send(ana, "delete-verdict", {}, `${path}?verdict=${dupe}`);
  expect(deletion.status).toBe(307);
  const other = await judge(ana, { dupe_id: "999999", lasting: "same" }, path);
  expect(other.status).toBe(404);
});

test("a cached page is new after a vote or review from a bottle's page, and a price of either bottle", async () => {
  const ana = await somebody();
  const bottle = `/es/perfume/${pair.split("/").at(-1)}`;
  expect(likes(await site.get(pair))).toBe("0");
  await vote(ana, "1", path);
  expect(likes(await site.get(pair))).toBe("1");
  await write(ana, "From the look-alike's page.", bottle);
  expect(texts(await site.get(pair), ".said")).toEqual(["From the look-alike's page."]);
  await addShop(site.db, "druni.es", { name: "Druni" });
  const olga = await signedInAs("owner", site, `olga_${++people}`);
  for (const [at, amount] of [
    [path, "81.00"],
    [bottle, "21.00"],
  ] as const) {
    const seen = { currency: "EUR", size_ml: "100", shop: "druni.es", kind: "bottle", seen_on: "" };
    const perfume_id = at.split("-").at(-1)!;
    const sent = await olga.post(at, { intent: "add-price", perfume_id, amount, ...seen });
    expect(sent.status).toBe(303);
    const cells = texts(await site.get(pair), "tbody td").join();
    expect(cells).toContain(amount.replace(".", ","));
  }
});

test("a review whose bottle was removed meanwhile comes back with its text, to be copied", async () => {
  const ana = await somebody();
  await removePerfume(site.db, Number(pair.split("-").at(-1)));
  const gone = await write(ana, "Smells like cloves and rain.", pair);
  expect(gone.status).toBe(410);
  expect(texts(gone, ".kept textarea")).toEqual(["Smells like cloves and rain."]);
});
