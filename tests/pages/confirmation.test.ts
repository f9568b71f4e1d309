import { afterAll, beforeAll, expect, test } from "vitest";
import { suspend } from "#app/domain/desk/sanctions.ts";
import { addOwner, emailOf, password, registration } from "../support/accounts.ts";
import { setCookieHeader } from "../support/browser.ts";
import { fieldValue } from "../support/form-page.ts";
import { linkTo } from "../support/emails.ts";
import { logIn } from "../support/sign-in.ts";
import { openSite } from "../support/site.ts";
import type { Language } from "#app/i18n/languages.ts";
import "../support/matchers.ts";
import { translate, twoLanguages } from "../support/translations.ts";

// Emails are enabled, so an account waits for confirmation; the mail server may be down.
const site = await openSite({ SMTP_URL: "smtp://127.0.0.1:9" });
afterAll(() => site.close());

beforeAll(() => addOwner(site.db));

const isConfirmed = async (name: string) => {
  const { confirmed_at } = await site.db
    .selectFrom("accounts")
    .select("confirmed_at")
    .where("user_id", "=", await idOf(name))
    .executeTakeFirstOrThrow();
  return confirmed_at !== null;
};

const idOf = async (name: string) => {
  const row = site.db.selectFrom("accounts").select("user_id").where("email", "=", emailOf(name));
  return (await row.executeTakeFirstOrThrow()).user_id;
};

/** Signs up, by default in a stranger's browser. @returns the link that the mailbox's owner receives */
async function registered(name: string, redirectTo = "", browser = site.newBrowser()) {
  await browser.post("/es/auth", registration(name, { redirectTo }));
  return linkTo(site, emailOf(name));
}

test.each(twoLanguages)(
  "in the browser that signed up one press confirms, signs in and leads on, in %s (RULES.md 9.4)",
  async (code: Language) => {
    const name = `here_${code}`;
    const visitor = site.newBrowser();
    const wanted = `/${code}/about`;
    const form = registration(name, { redirectTo: wanted });
    const signedUp = await visitor.post(`/${code}/auth`, form);
    expect(setCookieHeader(signedUp, "signed_up")).toMatch(
      /; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/u,
    );
    const waiting = await visitor.follow(signedUp);
    expect(waiting).toShow(code, "auth.confirmationSent");
    expect(fieldValue(waiting, "redirectTo")).toBe(wanted);
    expect(await visitor.isSignedIn()).toBe(false);
    const { link, token } = await linkTo(site, emailOf(name));
    const page = await visitor.get(link);
    expect((await visitor.request(link, { method: "HEAD" })).status).toBe(200);
    // Opening the link changes nothing.
    expect(await isConfirmed(name)).toBe(false);
    expect(page.html).toContain(translate(code, "messages:auth.confirmHereText"));
    expect(page.dom.querySelector("main input[type=password]")).toBeNull();
    expect(page.dom.querySelectorAll("main form")).toHaveLength(1);
    expect(fieldValue(page, "token")).toBe(token);
    const answer = await visitor.post(link, { token, intent: "confirm" });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, wanted]);
    expect(await visitor.follow(answer)).toShow(code, "auth.confirmedHere");
    expect(await visitor.isSignedIn()).toBe(true);
    expect(visitor.cookies.has("signed_up")).toBe(false);
    expect(await visitor.post(link, { token, intent: "confirm" })).toBeRefused(
      410,
      code,
      "auth.linkSpent",
    );
  },
);

test("the browser that signed up as another person, or a forged cookie, is asked for the password", async () => {
  const { link, token } = await registered("asked");
  const stranger = site.newBrowser();
  await stranger.post("/es/auth", registration("another"));
  const forged = site.newBrowser();
  forged.cookies.set(
    "signed_up",
    Buffer.from(JSON.stringify({ signedUp: "asked" })).toString("base64"),
  );
  for (const browser of [stranger, forged, site.newBrowser()]) {
    expect((await browser.get(link)).dom.querySelector("main input[type=password]")).not.toBeNull();
    const answer = await browser.post(link, { token, intent: "confirm" });
    expect(answer).toBeRefused(422, "es", "auth.missingPassword", { fields: ["password"] });
  }
  expect(await isConfirmed("asked")).toBe(false);
});

test("a newer link works in the browser that signed up, too", async () => {
  const visitor = site.newBrowser();
  const first = await registered("newer", "", visitor);
  await visitor.post("/es/auth/confirm", { email: emailOf("newer") });
  const { link, token } = await linkTo(site, emailOf("newer"));
  expect(token).not.toBe(first.token);
  const there = `${link}&redirectTo=%2F%2Fevil.example`;
  const done = await visitor.post(there, { token, intent: "confirm" });
  expect([done.status, done.headers.get("Location")]).toEqual([303, "/es"]);
  expect(await visitor.isSignedIn()).toBe(true);
});

test("somebody who was suspended before they confirmed learns of it, in the browser that signed up", async () => {
  const visitor = site.newBrowser();
  await registered("barred", "", visitor);
  const why = { reason: "spam", days: null };
  await suspend(site.db, await idOf("barred"), why, "olga", new Date());
  await visitor.post("/es/auth/confirm", { email: emailOf("barred") });
  const { link, token } = await linkTo(site, emailOf("barred"));
  const answer = await visitor.post(link, { token, intent: "confirm" });
  expect(answer).toBeRefused(403, "es", "auth.suspended");
  expect(await isConfirmed("barred")).toBe(false);
});

test("the email's link never leads to another site", async () => {
  const { link } = await registered("eve", "//evil.example/x");
  expect(link).toMatch(/^\/es\/auth\/confirm\?token=/u);
  expect(link).not.toContain("evil");
});

const signInAs = (name: string, password: string) => logIn(site.newBrowser(), name, { password });

test.each(twoLanguages)("confirming asks for the sign-up password, in %s", async (code) => {
  const name = `owner_${code}`;
  const { link, token } = await registered(name, `/${code}/about`);
  const owner = site.newBrowser();
  const own = link.replace("/es/", `/${code}/`);
  for (const page of [
    await owner.post(own, { token }),
    await owner.post(own, { token, password: "" }),
  ])
    expect(page).toBeRefused(422, code, "auth.missingPassword", { fields: ["password"] });
  const wrong = await owner.post(own, { token, password: "guessed12" });
  expect(wrong).toBeRefused(401, code, "auth.wrongSignUpPassword", { fields: ["password"] });
  expect(fieldValue(wrong, "token")).toBe(token);
  expect(await isConfirmed(name)).toBe(false);
  expect(await signInAs(name, password)).toBeRefused(403, "es", "auth.unconfirmed");

  // The address without a token gets the same answer.
  const bare = await owner.post(`/${code}/auth/confirm`, { token, password: "guessed12" });
  expect(bare).toBeRefused(401, code, "auth.wrongSignUpPassword", { fields: ["password"] });
  expect(fieldValue(bare, "token")).toBe(token);
  const done = await owner.post(own, { token, password });
  expect(done.headers.get("Location")).toBe(`/${code}/auth?redirectTo=%2F${code}%2Fabout`);
  expect(await owner.follow(done)).toShow(code, "auth.confirmed");
  expect(await owner.isSignedIn()).toBe(false);
  expect(await isConfirmed(name)).toBe(true);
});

test("the mailbox owner without the password sets a new one, which invalidates the stranger's", async () => {
  const { link, token } = await registered("handed", "/es/about");
  const owner = site.newBrowser();
  const page = await owner.get(link);
  const button = page.dom.querySelector("main form input[value=choose-password]")!.closest("form")!;
  expect(button.querySelector("input[name=token]")!.getAttribute("value")).toBe(token);
  const chosen = await owner.post(link, { intent: "choose-password", token });
  const reset = chosen.headers.get("Location")!;
  expect([chosen.status, reset]).toEqual([
    303,
    expect.stringMatching(/^\/es\/auth\/reset\?token=[\w-]+&redirectTo=%2Fes%2Fabout$/u),
  ]);
  const done = await owner.post(reset, {
    token: fieldValue(await owner.get(reset), "token")!,
    password: "owners123",
  });
  expect(done.headers.get("Location")).toBe("/es/auth?redirectTo=%2Fes%2Fabout");
  expect(await owner.follow(done)).toShow("es", "auth.passwordChanged");
  expect(await signInAs("handed", password)).toBeRefused(401, "es", "auth.wrongCredentials");
  expect((await signInAs("handed", "owners123")).status).toBe(303);
  // That also invalidates the first email's link.
  expect(await owner.post(link, { intent: "choose-password", token })).toBeRefused(
    410,
    "es",
    "auth.linkSpent",
  );
});

test("password guesses at a link count, and a stranger's guesses elsewhere do not block the owner", async () => {
  const { link, token } = await registered("guessed");
  for (let guess = 0; guess < 10; guess++) await signInAs("guessed", `wrong${guess}12`);
  expect((await signInAs("guessed", password)).status).toBe(429);
  const owner = site.newBrowser();
  for (let guess = 0; guess < 10; guess++)
    expect((await owner.post(link, { token, password: `wrong${guess}12` })).status).toBe(401);
  const stopped = await owner.post(link, { token, password });
  expect([stopped.status, Number(stopped.headers.get("Retry-After")) > 0]).toEqual([429, true]);
  expect(await isConfirmed("guessed")).toBe(false);
});
