// What a person who wore both says of a dupe against its original (RULES.md 5.10).
import { afterAll, beforeEach, expect, test } from "vitest";
import { addAccount } from "../support/accounts.ts";
import type { TestBrowser } from "../support/browser.ts";
import { addDupe, addPerfumeWithDupe, pairOf } from "../support/database.ts";
import { linksInAlert } from "../support/form-page.ts";
import "../support/matchers.ts";
import { logIn, signedIn } from "../support/sign-in.ts";
import { openSite, type Page } from "../support/site.ts";
import { texts } from "../support/structured-data.ts";
import { type TextKey, translate, twoLanguages } from "../support/translations.ts";
import { addVerdictCounts, said } from "../support/verdicts.ts";

const site = await openSite();
afterAll(() => site.close());

let dupe: number;
/** of the original, and of the dupe beside it */
let path: string;
let pair: string;
let perfumeId: number;
let people = 0;

beforeEach(async () => {
  const added = await addPerfumeWithDupe(site.db);
  dupe = added.dupe;
  path = `/es${added.path}`;
  pair = `/es${await pairOf(site.db, dupe)}`;
  perfumeId = Number(path.split("-").at(-1));
});

type Fields = Record<string, string>;

const somebody = (more = {}) => signedIn(site, `judge_${++people}`, more);
const give = (visitor: TestBrowser, fields: Fields, at = pair) =>
  visitor.post(at, {
    intent: "verdict",
    dupe_id: String(dupe),
    worn_both: "on",
    ...fields,
  });
const panel = (page: Page) => page.dom.querySelector("#verdict");
/** Names of the answers that the form has filled in. */
const filledIn = (page: Page) =>
  panel(page)!
    .querySelectorAll("input[checked]")
    .map((input) => `${input.getAttribute("name")}=${input.getAttribute("value") ?? "on"}`);
/** What the card on a bottle's page says of the dupe; undefined if nothing. */
const onCard = (page: Page) => page.dom.querySelector(`#dupe-${dupe} .said`)?.text;

test.each(twoLanguages)(
  "a verdict is counted, another answer moves the count, and the card says nothing of fewer than three, in %s",
  async (code) => {
    const [there, bottle] = [pair, path].map((one) => one.replace("/es/", `/${code}/`)) as [
      string,
      string,
    ];
    const ana = await somebody();
    const answer = await give(ana, { lasting: "less" }, there);
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, `${there}#verdict`]);
    expect(await ana.follow(answer)).toShow(code, "verdicts.given");
    expect(await said(site.db, dupe)).toBe("1: lasting less 1");

    const changed = await ana.follow(await give(ana, { lasting: "same", again: "dupe" }, there));
    expect(changed).toShow(code, "verdicts.changed");
    expect(onCard(await ana.get(bottle))).toBeUndefined();
    expect(await said(site.db, dupe)).toBe("1: lasting same 1, again dupe 1");
  },
);

test.each(twoLanguages)(
  "the form has five questions with their answers in whole words, in %s",
  async (code) => {
    const page = await site.get(pair.replace("/es/", `/${code}/`));
    const groups = panel(page)!.querySelectorAll("fieldset");
    expect(groups.map((group) => group.querySelector("legend")!.text)).toEqual(
      ["opening", "drydown", "lasting", "projection", "again"].map((name) =>
        translate(code, `pages:verdict.${name}` as TextKey),
      ),
    );
    expect(groups[2]!.querySelectorAll("label").map(({ text }) => text)).toEqual(
      ["less", "same", "more"].map((name) =>
        translate(code, `pages:verdict.answers.lasting.${name}` as TextKey),
      ),
    );
    // Nothing is chosen for anybody, and the page needs no scripts.
    expect(filledIn(page)).toEqual([]);
    expect(page.html).not.toContain("window.loaded");
  },
);

test("the forms lead to the page's address without a fragment, which would hide a refusal's message", async () => {
  const ana = await somebody();
  await give(ana, { lasting: "less" });
  const forms = panel(await ana.get(pair))!.querySelectorAll("form");
  expect(forms.map((form) => form.getAttribute("action"))).toEqual([pair, pair]);
});

test("the form opens with the reader's answers, which can be changed, left out or deleted", async () => {
  const ana = await somebody();
  await give(ana, { opening: "close", lasting: "more" });
  const open = await ana.get(pair);
  expect(filledIn(open)).toEqual(["worn_both=on", "opening=close", "lasting=more"]);
  expect(panel(open)!.text).toContain(translate("es", "pages:verdict.delete"));
  await give(ana, { opening: "close", lasting: "" });
  expect(await said(site.db, dupe)).toBe("1: opening close 1");

  const bruno = await somebody();
  const other = await bruno.get(pair);
  expect(filledIn(other)).toEqual([]);
  expect(panel(other)!.text).not.toContain(translate("es", "pages:verdict.delete"));

  const deletion = { intent: "delete-verdict", dupe_id: String(dupe) };
  const gone = await ana.post(pair, deletion);
  expect([gone.status, gone.headers.get("Location")]).toEqual([303, `${pair}#verdict`]);
  expect(await ana.follow(gone)).toShow("es", "verdicts.deleted");
  expect(onCard(await ana.get(path))).toBeUndefined();
  expect(await said(site.db, dupe)).toBe("nothing");
  expect(await ana.post(pair, deletion)).toBeRefused(404, "es", "verdicts.errorNothing");
});

test.each(twoLanguages)("a verdict that cannot be given says why, in %s", async (code) => {
  const there = pair.replace("/es/", `/${code}/`);
  const unconfirmed = await somebody({ confirmed: false });
  const all = { opening: "same", again: "either" };
  const refused = await give(unconfirmed, all, there);
  expect(refused).toBeRefused(403, code, "perfume.errorUnconfirmed");
  expect(filledIn(refused)).toEqual(["worn_both=on", "opening=same", "again=either"]);

  const lost = site.newBrowser();
  lost.cookies.set("auth_token", "made-up");
  expect(await give(lost, all, there)).toBeRefused(401, code, "perfume.errorAuth");

  const ana = await somebody();
  const unworn = await give(ana, { ...all, worn_both: "" }, there);
  expect(unworn).toBeRefused(422, code, "verdicts.errorWorn", { fields: ["worn_both"] });
  expect(filledIn(unworn)).toEqual(["opening=same", "again=either"]);
  const empty = await give(ana, { opening: "" }, there);
  expect(empty).toBeRefused(422, code, "verdicts.errorNone", { fields: ["opening"] });
  for (const lasting of ["forever", "constructor", " less"]) {
    const wrong = await give(ana, { ...all, lasting }, there);
    expect(wrong).toBeRefused(422, code, "verdicts.errorValue", { fields: ["lasting"] });
    expect(filledIn(wrong)).toEqual(["worn_both=on", "opening=same", "again=either"]);
  }
  // A comparison's answer is none of another question.
  expect(await give(ana, { opening: "less" }, there)).toBeRefused(
    422,
    code,
    "verdicts.errorValue",
    { fields: ["opening"] },
  );
  for (const dupe_id of ["999999", "", "1 or 1=1"])
    expect(await give(ana, { ...all, dupe_id }, there)).toBeRefused(
      404,
      code,
      "verdicts.errorMissing",
    );
  expect(await said(site.db, dupe)).toBe("nothing");
});

const backOf = (way: string) => new URL(way, site.origin).searchParams.get("redirectTo")!;

test.each(twoLanguages)(
  "a visitor's answers stay in the form, and count once they log in, in %s (RULES.md 5.9)",
  async (code) => {
    const there = pair.replace("/es/", `/${code}/`);
    const name = `later_${++people}`;
    await addAccount(site.db, name);
    const visitor = site.newBrowser();
    const refused = await give(visitor, { lasting: "less", drydown: "close" }, there);
    expect(refused).toBeRefused(401, code, "verdicts.errorMustLogin");
    expect(filledIn(refused)).toEqual(["worn_both=on", "drydown=close", "lasting=less"]);
    const [logInWay, signUpWay] = linksInAlert(refused).map((one) => one.getAttribute("href")!);
    expect(backOf(signUpWay!)).toBe(backOf(logInWay!));
    const answer = await logIn(visitor, name, { redirectTo: backOf(logInWay!) }, code);
    expect(answer.headers.get("Location")).toBe(`${there}#verdict`);
    expect(await visitor.follow(answer)).toShow(code, "verdicts.given");
    expect(await said(site.db, dupe)).toBe("1: drydown close 1, lasting less 1");
    expect(visitor.cookies.has("vote")).toBe(false);
  },
);

test.each(twoLanguages)(
  "a visitor who answered nothing hears to answer first, and no answers are said to be kept, in %s",
  async (code) => {
    const visitor = site.newBrowser();
    const there = pair.replace("/es/", `/${code}/`);
    const refused = await give(visitor, {}, there);
    expect(refused).toBeRefused(401, code, "verdicts.errorNothingYet");
    expect(visitor.cookies.has("vote")).toBe(false);
    const back = backOf(linksInAlert(refused)[0]!.getAttribute("href")!);
    expect((await visitor.get(back)).dom.querySelector("#verdict")).not.toBeNull();
  },
);

test("an incomplete verdict waits, too: after the sign-in the form has its answers and says what is missing", async () => {
  const name = `later_${++people}`;
  await addAccount(site.db, name);
  const visitor = site.newBrowser();
  const refused = await give(visitor, { lasting: "less", worn_both: "" });
  expect(refused.status).toBe(401);
  const back = backOf(linksInAlert(refused)[0]!.getAttribute("href")!);
  const page = await visitor.follow(await logIn(visitor, name, { redirectTo: back }));
  expect(page).toShow("es", "verdicts.errorWorn", { role: "alert" });
  expect(filledIn(page)).toEqual(["lasting=less"]);
  expect(await said(site.db, dupe)).toBe("nothing");
});

test("all answers of a question with three or more are in words, beside a stacked bar", async () => {
  await addVerdictCounts(site.db, dupe, {
    lasting: [5, 1, 1],
    projection: [2, 0, 0],
    again: [6, 3, 3],
  });
  const results = panel(await site.get(pair.replace("/es/", "/en/")))!;
  expect(texts({ dom: results } as never, "p")[0]).toBe("What people who have worn both say");
  expect(texts({ dom: results } as never, "dt, li")).toEqual([
    "How long does it last?",
    "Lasts less than the original: 5 of 7",
    "Lasts as long as the original: 1 of 7",
    "Lasts longer than the original: 1 of 7",
    "Which would you buy again?",
    "The dupe: 50% (12 answers)",
    "Either one: 25% (12 answers)",
    "The original: 25% (12 answers)",
  ]);
  const parts = results
    .querySelectorAll("rect")
    .map((part) => [part.getAttribute("x"), part.getAttribute("width")]);
  expect(parts).toEqual([
    ["0%", "71%"],
    ["71%", "15%"],
    ["86%", "14%"],
    ["0%", "50%"],
    ["50%", "25%"],
    ["75%", "25%"],
  ]);
});

test("?sort=lasting puts first what surely lasts, and last what too few have judged", async () => {
  const add = async (name: string, lasting: number[], likes = 5) => {
    const id = await addDupe(site.db, perfumeId, "Zara", `${name} ${people}`, { likes });
    await addVerdictCounts(site.db, id, { lasting });
  };
  await add("Short", [9, 1, 0]);
  await add("Two", [0, 0, 2], 40);
  await add("Few", [0, 3, 0]);
  await add("Long", [1, 20, 9]);
  const page = await site.get(`${path}?sort=lasting`);
  const names = texts(page, ".dupes h3 a").map((name) => name.replace(` ${people}`, ""));
  expect(names).toEqual(["Long", "Few", "Short", "Two", "Club de Nuit"]);
  expect(page.dom.querySelector("meta[name=robots]")?.getAttribute("content")).toContain("noindex");
  // The way back to the usual order.
  expect(page.dom.querySelector(".answers a")?.getAttribute("href")).toBe(path);
});

test("the visible questions answer from three verdicts on how long the dupe lasts, and structured data repeats it", async () => {
  const question = /last as long as/u;
  const english = path.replace("/es/", "/en/");
  await addVerdictCounts(site.db, dupe, { lasting: [2, 0, 0], opening: [5, 0, 0] });
  expect(texts(await site.get(english), ".faq dt").join()).not.toMatch(question);
  await site.db.deleteFrom("verdict_counts").where("dupe_id", "=", dupe).execute();
  await addVerdictCounts(site.db, dupe, { lasting: [5, 1, 1] });
  site.services.pages.drop(path.replace("/es", ""));
  const page = await site.get(english);
  const at = texts(page, ".faq dt").findIndex((text) => question.test(text));
  const answer = "As long or longer, say 2 of the 7 people who’ve worn both.";
  expect(texts(page, ".faq dd")[at]).toBe(answer);
  expect(page.dom.querySelector("[type='application/ld+json']")!.text).toContain(answer);
});

test("a verdict, and its end, show to everybody at once on the bottle's cached page", async () => {
  await addVerdictCounts(site.db, dupe, { lasting: [2, 0, 0] });
  await site.get(path);
  const ana = await somebody();
  await give(ana, { lasting: "less" });
  expect(onCard(await site.get(path))).toBe("Dura menos: 3 de 3");
  await ana.post(pair, { intent: "delete-verdict", dupe_id: String(dupe) });
  expect(onCard(await site.get(path))).toBeUndefined();
});
