// Operators' second factor, and emails about new networks (RULES.md 10.19, 10.20).
import { afterAll, beforeAll, expect, test } from "vitest";
import { suspend } from "#app/domain/desk/sanctions.ts";
import { setRole } from "#app/domain/desk/operators.ts";
import { addAccount, addOwner } from "../support/accounts.ts";
import { setCookieHeader } from "../support/browser.ts";
import { addPerfumeWithDupe } from "../support/database.ts";
import { subjectsTo } from "../support/emails.ts";
import { linksInAlert } from "../support/form-page.ts";
import "../support/matchers.ts";
import { codeOf, operatorWithFactor } from "../support/second-factor.ts";
import { openSite, type TestSite } from "../support/site.ts";
import { logIn, signedIn, signedInAs } from "../support/sign-in.ts";
import { translationsOf, twoLanguages } from "../support/translations.ts";

let site: TestSite;
let n = 0;

beforeAll(async () => {
  site = await openSite();
  await addOwner(site.db);
});

afterAll(() => site.close());

const path = "/es/profile/second-factor";

const newOperator = () => operatorWithFactor(site, `op${n++}`);

test("an operator sets it up on a profile page that only operators have, and removes it with a code", async () => {
  const mod = await signedInAs("moderator", site, "mod");
  const shopper = await signedIn(site, "sam");
  expect((await shopper.get(path)).status).toBe(404);
  expect((await shopper.post(path, { intent: "begin" })).status).toBeGreaterThanOrEqual(404);
  expect((await site.get(path)).headers.get("Location")).toContain("/es/auth?");
  expect((await shopper.get("/es/profile")).html).not.toContain("second-factor");
  expect((await mod.get("/es/profile")).html).toContain(`href="${path}"`);

  const begun = await mod.post(path, { intent: "begin" });
  const secret = begun.dom.querySelector("main code")!.text;
  expect(begun.html).toContain("otpauth://totp/Sosia:mod%40example.org");
  const wrong = await mod.post(path, { intent: "confirm", code: "000000" });
  expect(wrong.status).toBe(401);
  // The key is not shown again: the page does not mention it, but offers a new one.
  expect(wrong.dom.querySelector("main .lead")).toBeNull();
  expect(wrong.dom.querySelector(`main p > a[href="${path}"]`)).not.toBeNull();
  const on = await mod.post(path, { intent: "confirm", code: codeOf(secret) });
  const codes = on.dom.querySelectorAll("main code").map(({ text }) => text);
  expect(codes).toHaveLength(10);
  expect((await mod.get(path)).html).not.toContain(codes[0]);

  expect((await mod.post(path, { intent: "off", code: "" })).status).toBe(422);
  expect((await mod.post(path, { intent: "off", code: codeOf(secret) })).status).toBe(401);
  expect((await mod.post(path, { intent: "off", code: codes[0]! })).status).toBe(303);
  expect((await logIn(site.newBrowser(), "mod")).headers.get("Location")).not.toContain("code");
});

test.each(twoLanguages)(
  "sign-in asks for a code in %s, and creates no session before it",
  async (code) => {
    const { name, secret } = await newOperator();
    const browser = site.newBrowser();
    const first = await logIn(browser, name, { redirectTo: `/${code}/desk/people` }, code);
    expect(first.headers.get("Location")).toMatch(new RegExp(`^/${code}/auth/code\\?token=`, "u"));
    expect(await browser.isSignedIn()).toBe(false);
    const page = await browser.follow(first);
    expect(page.dom.querySelector("h1")?.text).toBe(translationsOf(code).desk.code.title);
    expect(page.dom.querySelectorAll("script[src]")).toEqual([]);
    const to = first.headers.get("Location")!;
    const wrong = await browser.post(to, { code: "918273" });
    expect([wrong.status, wrong.html.includes("918273")]).toEqual([401, false]);
    expect(await browser.isSignedIn()).toBe(false);
    const second = await browser.post(to, { code: codeOf(secret) });
    expect([second.status, second.headers.get("Location")]).toEqual([303, `/${code}/desk/people`]);
    expect(await browser.isSignedIn()).toBe(true);
  },
);

test("whoever asks to stay signed in stays signed in after the code (RULES.md 9.5)", async () => {
  const { name, codes } = await newOperator();
  const browser = site.newBrowser();
  const to = (await logIn(browser, name, { stay: "on" })).headers.get("Location")!;
  const answer = await browser.post(to, { code: codes[0]! });
  expect(setCookieHeader(answer, "auth_token")).toContain("; Max-Age=2592000; ");
});

test("a vote pressed before sign-in counts after the code (RULES.md 5.9)", async () => {
  const { name, secret } = await newOperator();
  const { dupe, path } = await addPerfumeWithDupe(site.db);
  const browser = site.newBrowser();
  const vote = { intent: "vote", dupe_id: String(dupe), voto: "1" };
  const [way] = linksInAlert(await browser.post(`/es${path}`, vote));
  const { searchParams } = new URL(way!.getAttribute("href")!, site.origin);
  const redirectTo = searchParams.get("redirectTo")!;
  const to = (await logIn(browser, name, { redirectTo })).headers.get("Location")!;
  const answer = await browser.post(to, { code: codeOf(secret) });
  expect(await browser.follow(answer)).toShow("es", "perfume.voted");
});

test("a code and a pending sign-in work once, only in their own browser, and never from another site's form", async () => {
  const { name, secret, codes } = await newOperator();
  const browser = site.newBrowser();
  const to = (await logIn(browser, name)).headers.get("Location")!;
  expect((await site.newBrowser().post(to, { code: codeOf(secret) })).status).toBe(410);
  const forged = await browser.post(
    to,
    { code: codeOf(secret) },
    { Origin: "https://evil.example" },
  );
  expect(forged.status).toBe(403);
  const code = codeOf(secret);
  expect((await browser.post(to, { code })).status).toBe(303);
  expect((await browser.post(to, { code: codes[0]! })).status).toBe(410);
  const other = site.newBrowser();
  const again = (await logIn(other, name)).headers.get("Location")!;
  expect((await other.post(again, { code })).status).toBe(401);
  expect((await other.post(again, { code: codes[1]! })).status).toBe(303);
});

test("wrong codes are limited, from any browser, and never sent back (RULES.md 12.6)", async () => {
  const { name, codes, secret } = await newOperator();
  const statuses: number[] = [];
  const pages: string[] = [];
  for (let i = 0; i < 4; i++) {
    const browser = site.newBrowser();
    const to = (await logIn(browser, name)).headers.get("Location")!;
    for (let j = 0; j < 3; j++) {
      const page = await browser.post(to, { code: "918273" });
      statuses.push(page.status);
      pages.push(page.html);
    }
  }
  expect(pages.join("\n")).not.toContain("918273");
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
  const browser = site.newBrowser();
  const to = (await logIn(browser, name)).headers.get("Location")!;
  const late = await browser.post(to, { code: codeOf(secret) });
  expect([late.status, Number(late.headers.get("Retry-After")) > 0]).toEqual([429, true]);
  const recovered = await browser.post(to, { code: codes[0]! });
  expect(recovered.status).toBe(303);
});

test("a person suspended between the two steps is not signed in", async () => {
  const { name, id, secret } = await newOperator();
  const browser = site.newBrowser();
  const to = (await logIn(browser, name)).headers.get("Location")!;
  await suspend(site.db, id, { reason: "lost phone", days: null }, "olga", new Date());
  expect((await browser.post(to, { code: codeOf(secret) })).status).toBe(410);
  expect(await browser.isSignedIn()).toBe(false);
});

test("an operator gets one email about a sign-in from a new network, in the language they last used", async () => {
  const name = "nora";
  const id = await addAccount(site.db, name);
  await setRole(site.db, id, "owner", new Date());
  const subjects = () => subjectsTo(site, name);
  const subjectIn = (code: "fr" | "de") => translationsOf(code).emails.newNetwork.subject;
  await logIn(site.newBrowser("198.51.100.7"), name, {}, "fr");
  expect(await subjects()).toEqual([subjectIn("fr")]);
  await logIn(site.newBrowser("198.51.100.200"), name, {}, "fr");
  expect(await subjects()).toHaveLength(1);
  await logIn(site.newBrowser("203.0.113.7"), name, {}, "de");
  expect(await subjects()).toEqual([subjectIn("fr"), subjectIn("fr")]);
  await logIn(site.newBrowser("2001:db8:1:2::1"), name, {}, "de");
  await logIn(site.newBrowser("2001:db8:1:ffff::1"), name, {}, "de");
  expect(await subjects()).toEqual([subjectIn("fr"), subjectIn("fr"), subjectIn("de")]);
});

test("shoppers' sign-in networks are not recorded", async () => {
  await addAccount(site.db, "sue");
  await logIn(site.newBrowser(), "sue");
  const noted = await site.db
    .selectFrom("operator_networks")
    .select("user_id")
    .where("user_id", "=", "sue")
    .execute();
  expect(noted).toEqual([]);
});
