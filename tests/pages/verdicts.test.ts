// What a person who wore both says of a dupe against its original (RULES.md 5.10).
import { afterAll, beforeEach, expect, test } from "vitest";
import { languageCodes } from "#app/i18n/languages.ts";
import { addAccount } from "../support/accounts.ts";
import type { TestBrowser } from "../support/browser.ts";
import { addDupe, addPerfume, addPerfumeWithDupe } from "../support/database.ts";
import { linksInAlert } from "../support/form-page.ts";
import "../support/matchers.ts";
import { useQuickPasswords } from "../support/quick-passwords.ts";
import { logIn, signedIn } from "../support/sign-in.ts";
import { openSite, type Page } from "../support/site.ts";
import { texts } from "../support/structured-data.ts";
import { type TextKey, translate, twoLanguages } from "../support/translations.ts";
import { addVerdictCounts, said } from "../support/verdicts.ts";

const site = await openSite();
afterAll(() => site.close());
useQuickPasswords(site);

let dupe: number;
let path: string;
let perfumeId: number;
let people = 0;

beforeEach(async () => {
  const added = await addPerfumeWithDupe(site.db);
  dupe = added.dupe;
  path = `/es${added.path}`;
  perfumeId = Number(path.split("-").at(-1));
});

type Fields = Record<string, string>;

const somebody = (more = {}) => signedIn(site, `judge_${++people}`, more);
const give = (visitor: TestBrowser, fields: Fields, at = path) =>
  visitor.post(`${at}?verdict=${dupe}`, {
    intent: "verdict",
    dupe_id: String(dupe),
    worn_both: "on",
    ...fields,
  });
const panel = (page: Page) => page.dom.querySelector(`#dupe-${dupe} #verdict`);
const link = (page: Page) => page.dom.querySelector(`#dupe-${dupe} .acts > [href*="verdict="]`)!;
/** Names of the answers that the form has filled in. */
const filledIn = (page: Page) =>
  panel(page)!
    .querySelectorAll("input[checked]")
    .map((input) => `${input.getAttribute("name")}=${input.getAttribute("value") ?? "on"}`);
/** What the link says, without the bottle's name. */
const onCard = (page: Page) => link(page).text.replace(/ \([^)]*\)$/u, "");

test.each(twoLanguages)(
  "a verdict is counted and seen on the card, and another answer moves the count, in %s",
  async (code) => {
    const there = path.replace("/es/", `/${code}/`);
    const ana = await somebody();
    const before = await ana.get(there);
    expect(onCard(before)).toBe(translate(code, "perfume.verdict"));
    expect(link(before).getAttribute("href")).toBe(`${there}?verdict=${dupe}#dupe-${dupe}`);
    const answer = await give(ana, { lasting: "less" }, there);
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, `${there}#dupe-${dupe}`]);
    const page = await ana.follow(answer);
    expect(page).toShow(code, "verdicts.given");
    expect(onCard(page)).toBe(translate(code, "pages:verdict.soFar", { count: 1 }));
    expect(await said(site.db, dupe)).toBe("1: lasting less 1");

    const changed = await ana.follow(await give(ana, { lasting: "same", again: "dupe" }, there));
    expect(changed).toShow(code, "verdicts.changed");
    expect(onCard(changed)).toBe(translate(code, "pages:verdict.soFar", { count: 1 }));
    expect(await said(site.db, dupe)).toBe("1: lasting same 1, again dupe 1");
  },
);

test.each(languageCodes)(
  "the form has five questions with their answers in whole words, in %s",
  async (code) => {
    const page = await site.get(`${path.replace("/es/", `/${code}/`)}?verdict=${dupe}`);
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

test("the panel's forms lead to its address without the card's fragment, which would hide a refusal's message", async () => {
  const ana = await somebody();
  await give(ana, { lasting: "less" });
  const open = await ana.get(`${path}?sort=lasting&verdict=${dupe}`);
  const forms = panel(open)!.querySelectorAll("form");
  const address = `${path}?sort=lasting&verdict=${dupe}`;
  expect(forms.map((form) => form.getAttribute("action"))).toEqual([address, address]);
});

test("the form opens with the reader's answers, which can be changed, left out or deleted", async () => {
  const ana = await somebody();
  await give(ana, { opening: "close", lasting: "more" });
  const open = await ana.get(`${path}?verdict=${dupe}`);
  expect(filledIn(open)).toEqual(["opening=close", "lasting=more", "worn_both=on"]);
  expect(panel(open)!.text).toContain(translate("es", "pages:verdict.delete"));
  await give(ana, { opening: "close", lasting: "" });
  expect(await said(site.db, dupe)).toBe("1: opening close 1");

  const bruno = await somebody();
  const other = await bruno.get(`${path}?verdict=${dupe}`);
  expect(filledIn(other)).toEqual([]);
  expect(panel(other)!.text).not.toContain(translate("es", "pages:verdict.delete"));

  const deletion = { intent: "delete-verdict", dupe_id: String(dupe) };
  const gone = await ana.post(`${path}?verdict=${dupe}`, deletion);
  expect([gone.status, gone.headers.get("Location")]).toEqual([303, `${path}#dupe-${dupe}`]);
  const page = await ana.follow(gone);
  expect(page).toShow("es", "verdicts.deleted");
  expect(onCard(page)).toBe(translate("es", "perfume.verdict"));
  expect(await said(site.db, dupe)).toBe("nothing");
  expect(await ana.post(`${path}?verdict=${dupe}`, deletion)).toBeRefused(
    404,
    "es",
    "verdicts.errorNothing",
  );
});

test("either bottle's page takes a verdict, and says of which it is", async () => {
  const { dupe_perfume_id } = await site.db
    .selectFrom("dupes")
    .select("dupe_perfume_id")
    .where("id", "=", dupe)
    .executeTakeFirstOrThrow();
  const there = (await site.get(`/es/perfume/x-${dupe_perfume_id}`)).headers.get("Location")!;
  const ana = await somebody();
  const [one, other] = [
    await ana.get(`${path}?verdict=${dupe}`),
    await ana.get(`${there}?verdict=${dupe}`),
  ];
  expect(panel(other)!.querySelector("h4")!.text).toBe(panel(one)!.querySelector("h4")!.text);
  const answer = await give(ana, { again: "original" }, there);
  expect(answer.headers.get("Location")).toBe(`${there}#dupe-${dupe}`);
  expect(await said(site.db, dupe)).toBe("1: again original 1");
});

test.each(twoLanguages)("a verdict that cannot be given says why, in %s", async (code) => {
  const there = path.replace("/es/", `/${code}/`);
  const unconfirmed = await somebody({ confirmed: false });
  const all = { opening: "same", again: "either" };
  const refused = await give(unconfirmed, all, there);
  expect(refused).toBeRefused(403, code, "perfume.errorUnconfirmed");
  expect(filledIn(refused)).toEqual(["opening=same", "again=either", "worn_both=on"]);

  const lost = site.newBrowser();
  lost.cookies.set("auth_token", "made-up");
  expect(await give(lost, all, there)).toBeRefused(401, code, "perfume.errorAuth");

  const ana = await somebody();
  const unworn = await give(ana, { ...all, worn_both: "" }, there);
  expect(unworn).toBeRefused(422, code, "verdicts.errorWorn", { fields: ["worn_both"] });
  expect(filledIn(unworn)).toEqual(["opening=same", "again=either"]);
  const empty = await give(ana, { opening: "" }, there);
  expect(empty).toBeRefused(422, code, "verdicts.errorNone", { fields: ["opening"] });
  for (const lasting of ["forever", "same,more", "constructor", "LESS", " less", "0"]) {
    const wrong = await give(ana, { ...all, lasting }, there);
    expect(wrong).toBeRefused(422, code, "verdicts.errorValue", { fields: ["lasting"] });
    expect(filledIn(wrong)).toEqual(["opening=same", "again=either", "worn_both=on"]);
  }
  // A comparison's answer is none of another question.
  expect(await give(ana, { opening: "less" }, there)).toBeRefused(
    422,
    code,
    "verdicts.errorValue",
    { fields: ["opening"] },
  );
  for (const dupe_id of ["999999", "", "x", "-1", "1 or 1=1", "9".repeat(40)])
    expect(await give(ana, { ...all, dupe_id }, there)).toBeRefused(
      404,
      code,
      "verdicts.errorMissing",
    );
  expect(await said(site.db, dupe)).toBe("nothing");
});

test("a dupe of another page, or an address, takes no verdict", async () => {
  const elsewhere = await addPerfume(site.db, "Dior", `Sauvage ${++people}`);
  const other = await addDupe(site.db, elsewhere, "A", `B ${people}`);
  const ana = await somebody();
  expect(await give(ana, { lasting: "more", dupe_id: String(other) })).toBeRefused(
    404,
    "es",
    "verdicts.errorMissing",
  );
  expect((await site.get(`${path}?verdict=${other}`)).dom.querySelector("#verdict")).toBeNull();
  await ana.get(`${path}?intent=verdict&dupe_id=${dupe}&worn_both=on&lasting=more`);
  for (const id of [dupe, other]) expect(await said(site.db, id)).toBe("nothing");
});

test("the 31st verdict within a minute is refused, with everything chosen still there", async () => {
  const ana = await somebody();
  for (let n = 0; n < 30; n++) await give(ana, { lasting: n % 2 ? "less" : "more" });
  const page = await give(ana, { lasting: "same", opening: "close" });
  expect(page).toBeRefused(429, "es", "form.tooMany", { values: { minutes: "1" } });
  expect(filledIn(page)).toEqual(["opening=close", "lasting=same", "worn_both=on"]);
  expect(await said(site.db, dupe)).toBe("1: lasting less 1");
});

const backOf = (way: string) => new URL(way, site.origin).searchParams.get("redirectTo")!;

test.each(twoLanguages)(
  "a visitor's answers stay in the form, and count once they log in, in %s (RULES.md 5.9)",
  async (code) => {
    const there = path.replace("/es/", `/${code}/`);
    const name = `later_${++people}`;
    await addAccount(site.db, name);
    const visitor = site.newBrowser();
    const refused = await give(visitor, { lasting: "less", drydown: "close" }, there);
    expect(refused).toBeRefused(401, code, "verdicts.errorMustLogin");
    expect(filledIn(refused)).toEqual(["drydown=close", "lasting=less", "worn_both=on"]);
    const [logInWay, signUpWay] = linksInAlert(refused).map((one) => one.getAttribute("href")!);
    expect(backOf(signUpWay!)).toBe(backOf(logInWay!));
    const answer = await logIn(visitor, name, { redirectTo: backOf(logInWay!) }, code);
    expect(answer.headers.get("Location")).toBe(`${there}#dupe-${dupe}`);
    expect(await visitor.follow(answer)).toShow(code, "verdicts.given");
    expect(await said(site.db, dupe)).toBe("1: drydown close 1, lasting less 1");
    expect(visitor.cookies.has("vote")).toBe(false);
  },
);

test.each(twoLanguages)(
  "a visitor who answered nothing hears to answer first, and no answers are said to be kept, in %s",
  async (code) => {
    const visitor = site.newBrowser();
    const there = path.replace("/es/", `/${code}/`);
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

test("the answers are nobody else's: without their cookie or their link nothing is given", async () => {
  const name = `later_${++people}`;
  await addAccount(site.db, name);
  const visitor = site.newBrowser();
  const back = backOf(
    linksInAlert(await give(visitor, { lasting: "less" }))[0]!.getAttribute("href")!,
  );
  await logIn(site.newBrowser(), name, { redirectTo: back });
  await logIn(visitor, name, { redirectTo: `${path}#dupe-${dupe}` });
  expect(await said(site.db, dupe)).toBe("nothing");
});

test.each([
  [{ lasting: [2, 0, 0] }, "2 verdicts so far"],
  [{ lasting: [2, 2, 1] }, "5 verdicts so far"],
  [{ lasting: [3, 0, 3], opening: [1, 0, 1] }, "longevity: opinions differ"],
  [{ lasting: [5, 1, 1] }, "lasts less: 5 of 7"],
  [{ lasting: [9, 1, 0], again: [0, 1, 4] }, "lasts less: 90% of 10"],
  [
    { opening: [20, 1, 0], drydown: [1, 18, 1], again: [30, 0, 1] },
    "would rebuy the dupe: 97% of 31",
  ],
] as const)("of %j a card says %s", async (counts, words) => {
  await addVerdictCounts(site.db, dupe, counts as never);
  const page = await site.get(path.replace("/es/", "/en/"));
  expect(onCard(page)).toBe(words);
});

test("all answers of a question with three or more are a table", async () => {
  await addVerdictCounts(site.db, dupe, {
    lasting: [5, 1, 1],
    projection: [2, 0, 0],
    again: [6, 3, 3],
  });
  const page = await site.get(`${path.replace("/es/", "/en/")}?verdict=${dupe}`);
  const table = panel(page)!.querySelector("table")!;
  expect(table.querySelector("caption")!.text).toBe("What people who have worn both say");
  expect(table.querySelectorAll("tr").map((row) => texts({ dom: row } as never, "th, td"))).toEqual(
    [
      ["How long does it last?"],
      ["Lasts less than the original", "5 of 7", ""],
      ["Lasts as long as the original", "1 of 7", ""],
      ["Lasts longer than the original", "1 of 7", ""],
      ["Which would you buy again?"],
      ["The dupe", "50% of 12", ""],
      ["Either one", "25% of 12", ""],
      ["The original", "25% of 12", ""],
    ],
  );
  expect(table.querySelectorAll("svg").map((bar) => bar.getAttribute("width"))).toEqual([
    "71%",
    "14%",
    "14%",
    "50%",
    "25%",
    "25%",
  ]);
});

test("?sort=lasting puts first what surely lasts, and last what too few have judged", async () => {
  const { nombre } = await site.db
    .selectFrom("dupes")
    .innerJoin("perfumes", "perfumes.id", "dupe_perfume_id")
    .select("perfumes.nombre")
    .where("dupes.id", "=", dupe)
    .executeTakeFirstOrThrow();
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
  expect(names).toEqual(["Long", "Few", "Short", "Two", nombre]);
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
  const answer = "It lasts as long or longer, according to 2 out of 7 people who have worn both.";
  expect(texts(page, ".faq dd")[at]).toBe(answer);
  expect(page.dom.querySelector("[type='application/ld+json']")!.text).toContain(answer);
});

test("a page with an open verdict is not indexed, and its canonical address is the plain page", async () => {
  const { dom } = await site.get(`${path}?verdict=${dupe}`);
  expect(dom.querySelector("meta[name=robots]")?.getAttribute("content")).toContain("noindex");
  expect(dom.querySelector("link[rel=canonical]")?.getAttribute("href")).toBe(site.origin + path);
});

test("the client router, asking for an open verdict, is sent to a new document", async () => {
  const answer = await site.get(`${path}.data?verdict=${dupe}`);
  expect(answer.html).toContain(`${path}?verdict=${dupe}#dupe-${dupe}`);
});

test("a verdict shows to everybody at once, on both bottles' cached pages", async () => {
  await site.get(path);
  await give(await somebody(), { lasting: "less" });
  expect(onCard(await site.get(path))).toBe(translate("es", "pages:verdict.soFar", { count: 1 }));
});
