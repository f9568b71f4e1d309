// Many concurrent attempts, and attempts by somebody else (RULES.md 9.16, 10.9, 10.19).
import { hash } from "bcryptjs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addAccount, password } from "../support/accounts.ts";
import { operatorWithFactor } from "../support/second-factor.ts";
import { openSite, type TestSite } from "../support/site.ts";
import { logIn, signedInAs } from "../support/sign-in.ts";

let site: TestSite;

beforeAll(async () => {
  site = await openSite();
});

afterAll(() => site.close());

test("of thirty concurrent guesses only ten are checked", async () => {
  await operatorWithFactor(site, "par");
  const browser = site.newBrowser();
  const to = (await logIn(browser, "par")).headers.get("Location")!;
  const all = await Promise.all(
    Array.from({ length: 30 }, (_, i) => browser.post(to, { code: String(100000 + i) })),
  );
  const tried = all.filter(({ status }) => status === 401);
  expect(tried.length).toBe(10);
});

test("a sign-in without its second step counts as signed out on every page", async () => {
  await operatorWithFactor(site, "half");
  const browser = site.newBrowser();
  const to = (await logIn(browser, "half")).headers.get("Location")!;
  const token = new URL(to, site.origin).searchParams.get("token")!;
  for (const path of ["/es/desk", "/es/profile"])
    expect((await browser.get(path)).headers.get("Location")).toContain("/es/auth");
  const act = { intent: "restore", again_password: password };
  expect((await browser.post("/es/desk/people/half", act)).headers.get("Location")).toMatch(
    /^\/es\/auth\?/u,
  );
  for (const path of ["/es/auth/reset", "/es/auth/confirm"])
    expect((await browser.post(path, { token, password: "patchouli1234" })).status).not.toBe(303);
});

test("a question is sent only to this site, and never with another person's password", async () => {
  const mod = await signedInAs("moderator", site, "moll");
  await addAccount(site.db, "tim");
  await site.db
    .updateTable("accounts")
    .set({ password_hash: await hash("another1234", 4) })
    .where("user_id", "=", mod.id)
    .execute();
  await site.db
    .updateTable("sessions")
    .set({ proved_at: null })
    .where("user_id", "=", mod.id)
    .execute();
  const fields = { intent: "suspend", reason: "spam", confirmed: "yes", again_password: password };
  for (const path of [
    "//evil.example/desk/people/tim",
    "/es//desk/people/tim",
    "//es/desk/people/tim",
  ]) {
    const page = await mod.post(path, fields);
    expect([path, page.status, page.headers.get("Location")]).toEqual([path, 405, null]);
  }
  const own = "/es/desk/people/tim?back=%2F%2Fevil.example";
  // That is the password of everybody else.
  const asked = await mod.post(own, fields);
  expect([asked.status, asked.dom.querySelector("main form")?.getAttribute("action")]).toEqual([
    401,
    own,
  ]);
  const done = await mod.post(own, { ...fields, again_password: "another1234" });
  expect([done.status, done.headers.get("Location")]).toEqual([303, "/es/desk/people/tim"]);
});
