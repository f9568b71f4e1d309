import { afterAll, expect, test } from "vitest";
import { openSite } from "../support/site.ts";
import { languageCodes } from "#app/i18n/languages.ts";
import { addAccount, emailOf } from "../support/accounts.ts";
import { fieldValue } from "../support/form-page.ts";
import { useUp } from "../support/use-up.ts";
import { logIn } from "../support/sign-in.ts";
import "../support/matchers.ts";

const site = await openSite();
afterAll(() => site.close());

const guess = (name: string, address?: string, more: Record<string, string> = {}) =>
  logIn(site.newBrowser(address), name, { password: "wrong1234", ...more });

test("after ten wrong passwords in three minutes the account's next sign-in is refused for any client", async () => {
  await addAccount(site.db, "ana");
  for (let n = 0; n < 10; n++) expect((await guess("ana")).status).toBe(401);
  for (const language of languageCodes) {
    // The correct password, but from an unknown client.
    const page = await logIn(site.newBrowser(), "ana", {}, language);
    expect(page).toBeRefused(429, language, "form.tooMany", { values: { minutes: "3" } });
    expect(fieldValue(page, "email")).toBe("ana@example.org");
    const wait = Number(page.headers.get("Retry-After"));
    expect(wait).toBeGreaterThan(150);
    expect(wait).toBeLessThanOrEqual(180);
  }
});

test("an email address without an account has the same limit", async () => {
  await Promise.all(Array.from({ length: 10 }, () => guess("nobody")));
  expect((await guess("NOBODY")).status).toBe(429);
});

test("a known client's attempts cannot be used up with a forged address", async () => {
  await addAccount(site.db, "carla");
  await logIn(site.newBrowser("203.0.113.2"), "carla");
  for (let n = 0; n < 10; n++) {
    await guess("carla");
    await guess("x", undefined, { email: "carla@example.org 203.0.113.2" });
  }
  expect((await logIn(site.newBrowser("203.0.113.2"), "carla")).status).toBe(303);
});

test("of many concurrent wrong passwords only ten are checked", async () => {
  await addAccount(site.db, "dora");
  const answers = await Promise.all(Array.from({ length: 40 }, () => guess("dora")));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
});

test("right passwords do not count towards the limit", async () => {
  await addAccount(site.db, "eva");
  await useUp(site, 9, ["failedSignInsOfAccount", "eva@example.org"]);
  for (let n = 0; n < 2; n++) expect((await logIn(site.newBrowser(), "eva")).status).toBe(303);
});

test("a client can guess thirty times an hour in total, whatever its headers say", async () => {
  await useUp(site, 29, ["failedSignInsOfClient", "203.0.113.3"]);
  expect((await guess("target", "203.0.113.3")).status).toBe(401);
  const visitor = site.newBrowser("203.0.113.3");
  for (const header of ["X-Forwarded-For", "X-Real-IP", "Forwarded", "CF-Connecting-IP"]) {
    const fields = { intent: "login", email: emailOf("target"), password: "wrong1234" };
    const page = await visitor.post("/es/auth", fields, { [header]: "198.51.100.1" });
    expect(page.status).toBe(429);
    expect(Number(page.headers.get("Retry-After"))).toBeGreaterThan(3500);
  }
});
