import { afterAll, beforeEach, expect, test } from "vitest";
import { decideReview } from "#app/domain/reviews/review-decisions.ts";
import type { Language } from "#app/i18n/languages.ts";
import { addDupe, addPerfume, addPerfumeWithDupe, lookAlikeOf } from "../support/database.ts";
import { fieldValue, linkInAlert } from "../support/form-page.ts";
import { type TestBrowser } from "../support/browser.ts";
import { logIn, signedIn } from "../support/sign-in.ts";
import { openSite, type Page } from "../support/site.ts";
import { translate, twoLanguages } from "../support/translations.ts";
import "../support/matchers.ts";

const site = await openSite();
afterAll(() => site.close());

let dupe: number;
let path: string;
let review: number;
let author: Awaited<ReturnType<typeof somebody>>;
let people = 0;

beforeEach(async () => {
  ({ dupe, path } = await addPerfumeWithDupe(site.db));
  author = await somebody();
  review = await publish("Smoky and sweet.");
});

const somebody = (more = {}) => signedIn(site, `reader_${++people}`, more);

async function publish(description: string): Promise<number> {
  const form = { intent: "publish-review", dupe_id: String(dupe), description };
  expect((await author.post(`/es${path}`, form)).status).toBe(303);
  const { id } = await site.db
    .selectFrom("dupe_reviews")
    .select("id")
    .where("dupe_id", "=", dupe)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return id;
}

const report = (
  who: TestBrowser,
  more: Record<string, string> = {},
  at = `/es${path}?report=${review}`,
) => who.post(at, { intent: "report-review", review_id: String(review), reason: "spam", ...more });

async function hide() {
  for (let n = 0; n < 3; n++) expect((await report(await somebody())).status).toBe(303);
}

const reports = () =>
  site.db.selectFrom("review_reports").selectAll().where("review_id", "=", review).execute();
const formAddress = (code: Language) => `/${code}${path}?report=${review}`;
const open = (code: Language = "es") => `/${code}${path}?reviews=${dupe}`;
const shown = ({ dom }: Page) => dom.querySelectorAll("#reviews .said").map(({ text }) => text);
const countOn = ({ dom }: Page) => dom.querySelector(`#dupe-${dupe} .acts > a`)!.text;
const typedReason = ({ dom }: Page) =>
  dom.querySelector("select[name=reason] option[selected]")?.getAttribute("value");

test.each(twoLanguages)(
  "a review links to a report form, which accepts a reason and a note, in %s",
  async (code) => {
    const ana = await somebody();
    const link = (await ana.get(open(code))).dom.querySelector("#reviews li > a")!;
    expect([link.text, link.getAttribute("href"), link.getAttribute("rel")]).toEqual([
      translate(code, "reviews.report"),
      formAddress(code),
      "nofollow",
    ]);
    const page = await ana.get(formAddress(code));
    expect(page.dom.querySelector("h1")!.text).toBe(translate(code, "pages:report.title"));
    expect(page.dom.querySelector("blockquote")!.text).toBe("Smoky and sweet.");
    expect(page.dom.querySelector("meta[name=robots]")!.getAttribute("content")).toBe("noindex");
    expect(page.dom.querySelectorAll("script[type=module], link[rel=modulepreload]")).toEqual([]);
    expect(page.dom.querySelector(`main a[href="/${code}/notice"]`)).not.toBeNull();
    const sent = await report(ana, { note: "It sells\nsomething." }, formAddress(code));
    expect([sent.status, sent.headers.get("Location")]).toEqual([
      303,
      `${open(code)}#dupe-${dupe}`,
    ]);
    expect(await ana.follow(sent)).toShow(code, "reports.thanks");
    expect(
      await ana.follow(await report(ana, { note: "ñ".repeat(1000) }, formAddress(code))),
    ).toShow(code, "reports.thanks");
    expect(await reports()).toMatchObject([
      { user_id: ana.id, reason: "spam", note: "It sells\nsomething.", decided_at: null },
    ]);
  },
);

test.each(twoLanguages)("a refused report keeps what was typed, in %s", async (code) => {
  const ana = await somebody();
  const note = "Why? ".repeat(3).trim();
  for (const reason of ["", "boring", "__proto__", "spam,false"]) {
    const page = await report(ana, { reason, note }, formAddress(code));
    expect(page).toBeRefused(422, code, "reports.errorReason", { fields: ["reason"] });
    expect(fieldValue(page, "note")).toBe(note);
  }
  const long = "ñ".repeat(1001);
  const page = await report(ana, { reason: "false", note: long }, formAddress(code));
  expect(page).toBeRefused(422, code, "reports.errorNote", { fields: ["note"] });
  expect([fieldValue(page, "note"), typedReason(page)]).toEqual([long, "false"]);
  const unconfirmed = await somebody({ confirmed: false });
  const refused = await report(unconfirmed, { reason: "rights", note }, formAddress(code));
  expect(refused).toBeRefused(403, code, "perfume.errorUnconfirmed");
  expect([fieldValue(refused, "note"), typedReason(refused)]).toEqual([note, "rights"]);
  expect(await reports()).toEqual([]);
});

test.each(twoLanguages)(
  "a signed-out person is asked to sign in, and returns to the form, in %s",
  async (code) => {
    const visitor = site.newBrowser();
    const page = await visitor.get(formAddress(code));
    expect(page.dom.querySelector("main form")).toBeNull();
    const signIn = page.dom.querySelector(`main a[href^="/${code}/auth"]`)!.getAttribute("href")!;
    const { searchParams } = new URL(signIn.replaceAll("&amp;", "&"), site.origin);
    expect(searchParams.get("redirectTo")).toBe(formAddress(code));

    const sent = await report(visitor, { note: "Typed" }, formAddress(code));
    expect(sent).toBeRefused(401, code, "reports.mustLogin");
    expect([fieldValue(sent, "note"), linkInAlert(sent)!.getAttribute("href")]).toEqual([
      "Typed",
      signIn,
    ]);
    expect(await reports()).toEqual([]);
  },
);

test("after signing in, the router's client gets the form as a new document", async () => {
  const ana = await somebody();
  const answer = await ana.get(`/es${path}.data?report=${review}`);
  expect([answer.status, answer.html.includes("blockquote")]).toEqual([202, false]);
  expect(answer.html).toContain(`${path}?report=${review}`);
  expect(answer.html).toMatch(/"reload",true/u);
  const back = await logIn(site.newBrowser(), ana.id, { redirectTo: formAddress("es") });
  expect(back.headers.get("Location")).toBe(formAddress("es"));
});

test("a person cannot report their own review, a review on another page, or a missing one", async () => {
  const own = await author.get(open());
  expect(own.dom.querySelector("#reviews li > a")).toBeNull();
  expect((await author.get(formAddress("es"))).dom.querySelector("#dupes-title")).not.toBeNull();
  expect(await report(author)).toBeRefused(403, "es", "reports.errorOwn");

  const ana = await somebody();
  for (const none of ["999999", "", "1e3"])
    expect(await report(ana, { review_id: none }, `/es${path}`)).toBeRefused(
      404,
      "es",
      "reports.errorMissing",
    );
  const other = await addPerfume(site.db, "Dior", `Sauvage ${Math.random()}`);
  await addDupe(site.db, other, "A", "B");
  const elsewhere = (await site.get(`/es/perfume/${other}`)).headers.get("Location")!;
  expect((await report(ana, {}, elsewhere)).status).toBe(404);
  for (const none of ["999999", "x", "", "<script"])
    expect((await ana.get(`/es${path}?report=${encodeURIComponent(none)}`)).status).toBe(200);
  expect(await reports()).toEqual([]);
});

test("the third person's report hides a review wherever it shows or counts, also in cached pages", async () => {
  const second = await publish("Stays.");
  expect(second).not.toBe(review);
  const bottle = await lookAlikeOf(site.db, dupe);
  const lookAlike = (await site.get(`/es/perfume/${bottle}`)).headers.get("Location")!;
  const places = [`/es${path}`, open(), lookAlike, `${lookAlike}?reviews=${dupe}`, `/de${path}`];
  for (const place of places) expect(countOn(await site.get(place))).not.toBe("");
  review = second - 1;
  await hide();
  const count = translate("es", "reviews.count", { count: 1, shown: "1" });
  for (const place of places)
    expect((await site.get(place)).html).not.toContain("Smoky and sweet.");
  for (const place of [`/es${path}`, lookAlike])
    expect(countOn(await site.get(place))).toContain(count);
  expect((await site.get(`/de${path}`)).html).toContain(
    translate("de", "reviews.count", { count: 1, shown: "1" }),
  );
  expect(shown(await (await somebody()).get(open()))).toEqual(["Stays."]);
  const reported = await (await somebody()).get(formAddress("es"));
  expect(reported.html).not.toContain("Smoky and sweet.");
  for (const other of [`/es${path}.data?reviews=${dupe}`, "/es/feed.xml", "/api/perfumes?q=creed"])
    expect((await site.get(other)).html).not.toContain("Smoky and sweet.");
});

test.each(twoLanguages)(
  "the author sees a hidden or removed review with an explanation, in %s",
  async (code) => {
    await hide();
    const hidden = translate(code, "messages:reports.hidden");
    const page = await author.get(open(code));
    expect(shown(page)).toEqual(["Smoky and sweet."]);
    expect(page.dom.querySelector("#reviews")!.text).toContain(hidden);
    expect(countOn(await author.get(`/${code}${path}`))).not.toContain(
      translate(code, "reviews.count", { count: 1, shown: "1" }),
    );
    expect((await author.get(`/${code}/shelf`)).dom.querySelector("#reviews")!.text).toContain(
      hidden,
    );
    await decideReview(site.db, { reviewId: review, version: 0, decision: "remove" }, new Date());
    const removed = translate(code, "messages:reports.removed");
    expect((await author.get(open(code))).dom.querySelector("#reviews")!.text).toContain(removed);
    expect((await author.get(`/${code}/shelf`)).html).toContain(removed);
    expect(shown(await site.get(open(code)))).toEqual([]);
  },
);

test("the data export shows an author the state of their reviews, and a reporter their reports", async () => {
  const ana = await somebody();
  await report(ana, { reason: "false", note: "Never wore it." });
  await report(await somebody());
  await report(await somebody());
  const own = JSON.parse((await author.get("/profile/data")).html);
  expect(own.reviews).toMatchObject([{ id: review, state: "hidden" }]);
  expect(own.reports).toEqual([]);
  expect(JSON.stringify(own)).not.toContain(ana.id);
  const hers = JSON.parse((await ana.get("/profile/data")).html);
  expect(hers.reports).toMatchObject([
    { review_id: review, reason: "false", note: "Never wore it.", decided_at: null },
  ]);
});

test("a hidden review can still be reported from a page opened earlier, but its text is not shown", async () => {
  const late = await somebody();
  await hide();
  const refused = await report(late, { reason: "", note: "Typed" });
  expect(refused).toBeRefused(422, "es", "reports.errorReason", { fields: ["reason"] });
  expect(fieldValue(refused, "note")).toBe("Typed");
  expect(refused.html).not.toContain("Smoky and sweet.");
  expect((await report(late)).status).toBe(303);
  expect((await reports()).length).toBe(4);
  await decideReview(site.db, { reviewId: review, version: 0, decision: "remove" }, new Date());
  expect((await report(await somebody(), {}, `/es${path}`)).status).toBe(404);
});
