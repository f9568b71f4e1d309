import { afterAll, beforeEach, expect, test } from "vitest";
import { addDupe, addPerfumeWithDupe, addReview } from "../support/database.ts";
import { openSite, type Page } from "../support/site.ts";
import type { Language } from "#app/i18n/languages.ts";
import { type TestBrowser } from "../support/browser.ts";
import { registration } from "../support/accounts.ts";
import { fieldValue } from "../support/form-page.ts";
import { signedIn } from "../support/sign-in.ts";
import { translate, twoLanguages } from "../support/translations.ts";
import "../support/matchers.ts";

const site = await openSite();
afterAll(() => site.close());

let dupe: number;
let other: number;
let path: string;
let people = 0;

beforeEach(async () => {
  const added = await addPerfumeWithDupe(site.db);
  dupe = added.dupe;
  other = await addDupe(site.db, added.id, "Zara", "Vibrant Leather");
  path = `/es${added.path}`;
});

const somebody = (more = {}) => signedIn(site, `person_${++people}`, more);
const publish = (visitor: TestBrowser, description: string, more = {}, at = path) =>
  visitor.post(at, { intent: "publish-review", dupe_id: String(dupe), description, ...more });
const remove = (visitor: TestBrowser, review: number | string, at = path) =>
  visitor.post(at, { intent: "delete-review", review_id: String(review) });
const rows = () =>
  site.db
    .selectFrom("dupe_reviews")
    .selectAll()
    .where("dupe_id", "=", dupe)
    .orderBy("id")
    .execute();
const drafts = () =>
  site.db.selectFrom("review_drafts").selectAll().where("dupe_id", "=", dupe).execute();
const typed = (page: Page) => fieldValue(page, "description");
const shownReviews = ({ dom }: Page) =>
  dom.querySelectorAll("#reviews .said").map(({ text }) => text);
const within = (code: Language) => path.replace("/es/", `/${code}/`);

test.each(twoLanguages)("a review is published, read and deleted, in %s", async (code) => {
  const ana = await somebody();
  const published = await publish(ana, "Smells alike.", {}, within(code));
  expect([published.status, published.headers.get("Location")]).toEqual([
    303,
    `${within(code)}?reviews=${dupe}#dupe-${dupe}`,
  ]);
  const page = await ana.follow(published);
  expect(page).toShow(code, "reviews.published");
  expect(shownReviews(page)).toEqual(["Smells alike."]);
  expect(typed(page)).toBe("");
  expect(page.dom.querySelector("#reviews details")?.text).toContain(
    translate(code, "reviews.deleteQuestion"),
  );
  const [review] = await rows();
  const deleted = await ana.follow(await remove(ana, review!.id, within(code)));
  expect(deleted).toShow(code, "reviews.deleted");
  expect(shownReviews(deleted)).toEqual([]);
});

test.each(twoLanguages)(
  "a refused review shows what is wrong and keeps the text, in %s",
  async (code) => {
    const at = within(code);
    const ana = await somebody();
    for (const blank of ["", "  \n\t "]) {
      const page = await publish(ana, blank, {}, at);
      expect(page).toBeRefused(422, code, "reviews.errorEmpty", { fields: ["description"] });
    }
    const long = "ñ".repeat(2001);
    const tooLong = await publish(ana, long, {}, at);
    expect(tooLong).toBeRefused(422, code, "reviews.errorTooLong", { fields: ["description"] });
    expect(typed(tooLong)).toBe(long);
    for (const dupe_id of ["999999", "x", ""])
      expect(await publish(ana, "Text", { dupe_id }, at)).toBeRefused(
        404,
        code,
        "reviews.errorPublish",
      );
    for (const who of [site.newBrowser(), await somebody({ username: null })])
      expect((await publish(who, "Text", { dupe_id: "x" }, at)).status).toBe(404);
    const page = await publish(await somebody({ confirmed: false }), "My text", {}, at);
    expect(page).toBeRefused(403, code, "perfume.errorUnconfirmed");
    expect(typed(page)).toBe("My text");
    expect(await rows()).toEqual([]);
  },
);

test.each(twoLanguages)("nobody can delete another person's review, in %s", async (code) => {
  const at = within(code);
  const [ana, bruno] = [await somebody(), await somebody()];
  await publish(ana, "Ana's", {}, at);
  const [review] = await rows();
  expect(await remove(bruno, review!.id, at)).toBeRefused(403, code, "reviews.errorNotYours");
  for (const none of ["999999", "", "x", "-1"])
    expect(await remove(ana, none, at)).toBeRefused(404, code, "reviews.errorDelete");
  expect(await remove(site.newBrowser(), review!.id, at)).toBeRefused(
    401,
    code,
    "auth.signInAgain",
  );
  expect((await rows()).length).toBe(1);
});

test.each(twoLanguages)(
  "a review written without a session is kept while its author signs in, in %s",
  async (code) => {
    const visitor = site.newBrowser();
    const answer = await publish(visitor, "Written before signing in.", {}, within(code));
    const way = answer.headers.get("Location")!;
    expect([answer.status, way]).toEqual([
      303,
      expect.stringMatching(`^/${code}/auth\\?redirectTo=`),
    ]);
    const auth = await visitor.follow(answer);
    expect(auth).toShow(code, "reviews.errorMustLogin", { role: "alert" });
    expect(await rows()).toEqual([]);

    const member = await signedIn(site, `back_${code}`);
    visitor.cookies.set("auth_token", member.cookies.get("auth_token")!);
    const back = await visitor.get(way);
    expect(back.status).toBe(302);
    const page = await visitor.follow(back);
    expect(typed(page)).toBe("Written before signing in.");
    expect(
      page.dom.querySelector(`#dupe-${dupe} #reviews input[name=dupe_id]`)?.getAttribute("value"),
    ).toBe(String(dupe));
    const draft = page.dom.querySelector("input[name=draft]")!.getAttribute("value")!;
    const done = await publish(visitor, "Written before signing in.", { draft }, within(code));
    expect(typed(await visitor.follow(done))).toBe("");
    expect([(await rows()).length, await drafts()]).toEqual([1, []]);
    expect(typed(await visitor.follow(back))).toBe("");
  },
);

test("a review is kept while its author signs up", async () => {
  const visitor = site.newBrowser();
  const auth = await visitor.follow(await publish(visitor, "New here."));
  const toSignup = auth.dom.querySelector('a[href*="mode=signup"]')!.getAttribute("href")!;
  const form = await visitor.get(toSignup.replaceAll("&amp;", "&"));
  const redirectTo = form.dom.querySelector("input[name=redirectTo]")!.getAttribute("value")!;
  const back = { redirectTo: redirectTo.replaceAll("&amp;", "&") };
  const answer = await visitor.post(
    toSignup.replaceAll("&amp;", "&"),
    registration("new_person", back),
  );
  const page = await visitor.follow(answer);
  expect(page).toShow("es", "auth.created");
  expect(typed(page)).toBe("New here.");
});

test("a wrong password in between does not lose the review", async () => {
  const visitor = site.newBrowser();
  const answer = await publish(visitor, "Patience.");
  const way = answer.headers.get("Location")!;
  const body = { intent: "login", email: "nobody@example.org", password: "petitgrain1" };
  const page = await visitor.post(way, body);
  expect(page).toBeRefused(401, "es", "auth.wrongCredentials");
  const kept = page.dom.querySelector("input[name=redirectTo]")!.getAttribute("value");
  expect(kept).toBe(new URL(way, site.origin).searchParams.get("redirectTo"));
});

test.each([
  ["empty", " \n ", null],
  ["too long", "x".repeat(2001), "x".repeat(2001)],
  ["as long as no review ever is", "x".repeat(60_000), "x".repeat(8000)],
])(
  "a person who must sign in is told so before the text is validated, and gets it back: %s",
  async (_, text, kept) => {
    const visitor = site.newBrowser();
    const answer = await publish(visitor, text);
    expect(answer.status).toBe(303);
    const way = new URL(answer.headers.get("Location")!, site.origin);
    expect(way.pathname).toBe("/es/auth");
    // Loads the sign-in page as a new document, which opens at its top whatever was scrolled before.
    expect(answer.headers.get("X-Remix-Reload-Document")).toBe("true");
    expect(await visitor.follow(answer)).toShow("es", "reviews.errorMustLogin", { role: "alert" });
    expect(await drafts()).toHaveLength(kept === null ? 0 : 1);
    const member = await somebody();
    const back = await member.get(way.searchParams.get("redirectTo")!);
    expect([back.status, typed(back)]).toEqual([200, kept ?? ""]);
  },
);

test("a form refused for lack of a session costs nothing when it is not kept", async () => {
  const visitor = site.newBrowser();
  for (let n = 0; n < 9; n++) expect((await publish(visitor, "")).status).toBe(303);
  expect((await publish(visitor, "Now a text.")).status).toBe(303);
  expect(await drafts()).toHaveLength(1);
});

test.each(twoLanguages)(
  "a person without a username must choose one before publishing, and returns with the text, in %s",
  async (code) => {
    const nameless = await somebody({ username: null });
    const answer = await publish(nameless, "By somebody without a name.", {}, within(code));
    expect([answer.status, answer.headers.get("Location")]).toEqual([
      303,
      expect.stringMatching(`^/${code}/set-username\\?redirectTo=`),
    ]);
    const setup = await nameless.follow(answer);
    expect(setup).toShow(code, "reviews.errorMustName", { role: "alert" });
    expect(await rows()).toEqual([]);
    const redirectTo = fieldValue(setup, "redirectTo")!;
    const saved = await nameless.post(`/${code}/set-username`, {
      nombre_usuario: `named_${++people}`,
      redirectTo,
    });
    const page = await nameless.follow(saved);
    expect(page).toShow(code, "username.saved");
    expect(typed(page)).toBe("By somebody without a name.");
    const draft = fieldValue(page, "draft")!;
    const published = await publish(nameless, typed(page)!, { draft }, within(code));
    expect(published.headers.get("Location")).toBe(`${within(code)}?reviews=${dupe}#dupe-${dupe}`);
    expect([(await rows()).length, (await drafts()).length]).toEqual([1, 0]);
  },
);

test("a review is kept when the session ends while it is being written", async () => {
  const ana = await somebody();
  await site.db.deleteFrom("sessions").where("user_id", "=", ana.id).execute();
  const answer = await publish(ana, "Three paragraphs.");
  const auth = await ana.follow(answer);
  expect(auth).toShow("es", "auth.signInAgain", { role: "alert" });
  expect(ana.cookies.has("auth_token")).toBe(false);
  const back = new URL(answer.headers.get("Location")!, site.origin).searchParams.get("redirectTo");
  expect(typed(await ana.get(back!))).toBe("Three paragraphs.");
});

test("a review is shown as text, both in the page and in its scripts' data", async () => {
  const ana = await somebody();
  const hostile = [
    `</script><script>alert(1)</script>`,
    `<img src=x onerror=alert(1)>`,
    `"><svg/onload=alert(1)>`,
    `<!--<script>`,
    `\u2028\u2029</textarea><i>`,
    `javascript:alert(1) https://evil.example/ www.evil.example`,
    `{{constructor}} \${7*7} %s &lt;i&gt; $t(auth.failed)`,
  ].join(" ");
  const page = await ana.follow(await publish(ana, hostile));
  const kept = (await rows())[0]!.description;
  expect(page.dom.querySelector("#reviews .said")!.text).toBe(kept);
  expect(page.dom.querySelector("#reviews .said")!.innerHTML).not.toMatch(/<\w/u);
  expect(page.html.match(/<script/gu)!.length).toBe(
    (await ana.get(`${path}?reviews=${other}`)).html.match(/<script/gu)!.length,
  );
  expect(page.html).not.toMatch(/<(img src=x|svg\/onload|i>)/u);
  expect(page.html).not.toContain("<!--<script");
  expect(page.dom.querySelectorAll('a[href*="evil"]')).toEqual([]);

  const refused = await publish(await somebody({ confirmed: false }), hostile);
  expect(refused.html).not.toMatch(/<(img src=x|svg\/onload|i>)|<script>alert/u);
  expect(typed(refused)).toContain("</textarea><i>");
});

test("reviews are listed ten per page, and a page number out of range still shows the perfume", async () => {
  const ana = await somebody();
  const avatar_url = "/ana.webp";
  await site.db.updateTable("usuarios").set({ avatar_url }).where("id", "=", ana.id).execute();
  for (let n = 1; n <= 11; n++) {
    const created_at = new Date(Date.UTC(2026, 0, n)).toISOString();
    await addReview(site.db, dupe, ana.id, { description: `Review ${n}`, created_at });
  }
  const first = await site.get(`${path}?reviews=${dupe}`);
  expect(shownReviews(first)).toEqual(Array.from({ length: 10 }, (_, n) => `Review ${11 - n}`));
  expect(first.dom.querySelector("#reviews .by .small")?.text).toBe("11 de enero de 2026");
  expect(first.dom.querySelector("#reviews .by b")?.text).toBe(`person_${people}`);
  expect(first.dom.querySelector("#reviews .by img")?.getAttribute("src")).toBe("/ana.webp");
  const next = first.dom.querySelector("a[rel=next]")!.getAttribute("href")!;
  const second = await site.get(next.replaceAll("&amp;", "&").split("#")[0]!);
  expect(shownReviews(second)).toEqual(["Review 1"]);
  for (const query of [`${dupe}&page=3`, `${dupe}&page=x`, "999999", "<script"]) {
    const page = await site.get(`${path}?reviews=${query.replace("<", "%3C")}`);
    expect([query, page.status]).toEqual([query, 200]);
  }
});
