import { afterAll, beforeAll, expect, test } from "vitest";
import { suspend } from "#app/domain/desk/sanctions.ts";
import { addOwner } from "../support/accounts.ts";
import { addDupe, addPerfume } from "../support/database.ts";
import { setCookieHeader } from "../support/browser.ts";
import { fieldValue } from "../support/form-page.ts";
import { openSite } from "../support/site.ts";
import type { Language } from "#app/i18n/languages.ts";
import "../support/matchers.ts";
import { translate, twoLanguages } from "../support/translations.ts";

// Emails are enabled, so an account waits for confirmation; the mail server may be down.
const site = await openSite({ SMTP_URL: "smtp://127.0.0.1:9" });
afterAll(() => site.close());

let dupe: number;
let path: string;

beforeAll(async () => {
  await addOwner(site.db);
  const id = await addPerfume(site.db, "Creed", "Aventus");
  dupe = await addDupe(site.db, id, "Armaf", "Club de Nuit");
  path = `/perfume/creed-aventus-${id}`;
});

async function linkInEmail(to: string): Promise<string> {
  const { text } = await site.db
    .selectFrom("outbox")
    .select("text")
    .where("recipient", "=", to)
    .executeTakeFirstOrThrow();
  return /http:\/\/sosia\.test(\S+)/u.exec(text)![1]!;
}

test.each(twoLanguages)(
  "a review written before sign-up is still there after confirmation, in %s",
  async (code: Language) => {
    const person = {
      nombre_completo: "Ana Ruiz",
      nombre_usuario: `ana_${code}`,
      email: `ana_${code}@example.org`,
      password: "petitgrain1",
    };
    const visitor = site.newBrowser();
    const review = {
      intent: "publish-review",
      dupe_id: String(dupe),
      description: "Kept so long.",
    };
    const toAuth = (await visitor.post(`/${code}${path}`, review)).headers.get("Location")!;
    const redirectTo = new URL(toAuth, site.origin).searchParams.get("redirectTo")!;
    const signedUp = await visitor.post(toAuth, { intent: "signup", redirectTo, ...person });
    const waiting = await visitor.follow(signedUp);
    expect(waiting).toShow(code, "auth.confirmationSent");
    expect(waiting.dom.querySelector("input[name=redirectTo]")).not.toBeNull();

    // On another device, where people often read email.
    const elsewhere = site.newBrowser();
    const link = await linkInEmail(person.email);
    const page = await elsewhere.get(link);
    const token = page.dom.querySelector("input[name=token]")!.getAttribute("value")!;
    const action = page.dom.querySelector("main form")!.getAttribute("action")!;
    const confirmed = await elsewhere.post(action.replaceAll("&amp;", "&"), {
      token,
      password: person.password,
    });
    const signIn = await elsewhere.follow(confirmed);
    expect(signIn).toShow(code, "auth.confirmed");
    const field = signIn.dom.querySelector("input[name=redirectTo]")!.getAttribute("value")!;
    const back = await elsewhere.post(confirmed.headers.get("Location")!, {
      intent: "login",
      redirectTo: field.replaceAll("&amp;", "&"),
      email: person.email,
      password: person.password,
    });
    const open = await elsewhere.follow(back);
    expect(open).toShow(code, "auth.welcomeBack");
    expect(open.dom.querySelector("textarea[name=description]")?.text.trim()).toBe("Kept so long.");
  },
);

test.each(twoLanguages)(
  "in the browser that signed up one press confirms, signs in and leads on, in %s (RULES.md 9.4)",
  async (code: Language) => {
    const name = `here_${code}`;
    const visitor = site.newBrowser();
    const wanted = `/${code}/about`;
    const signedUp = await visitor.post(`/${code}/auth`, {
      intent: "signup",
      redirectTo: wanted,
      nombre_completo: "Ana",
      nombre_usuario: name,
      email: `${name}@example.org`,
      password: "petitgrain1",
    });
    expect(setCookieHeader(signedUp, "signed_up")).toMatch(
      /; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/u,
    );
    const link = await linkInEmail(`${name}@example.org`);
    const page = await visitor.get(link);
    // Opening the link changes nothing.
    expect(await isConfirmed(name)).toBe(false);
    expect(page.html).toContain(translate(code, "messages:auth.confirmHereText"));
    expect(page.dom.querySelector("main input[type=password]")).toBeNull();
    const form = page.dom.querySelector("main form")!;
    expect(page.dom.querySelectorAll("main form")).toHaveLength(1);
    const token = form.querySelector("input[name=token]")!.getAttribute("value")!;
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
  await stranger.post("/es/auth", {
    intent: "signup",
    nombre_completo: "Another",
    nombre_usuario: "another",
    email: "another@example.org",
    password: "petitgrain1",
  });
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
  const email = "newer@example.org";
  await visitor.post("/es/auth", {
    intent: "signup",
    nombre_completo: "Newer",
    nombre_usuario: "newer",
    email,
    password: "petitgrain1",
  });
  await site.db.deleteFrom("outbox").where("recipient", "=", email).execute();
  await visitor.post("/es/auth/confirm", { email });
  const link = await linkInEmail(email);
  const token = new URLSearchParams(link.split("?")[1]).get("token")!;
  expect((await visitor.post(link, { token, intent: "confirm" })).status).toBe(303);
  expect(await visitor.isSignedIn()).toBe(true);
});

test("somebody who was suspended before they confirmed learns of it, in the browser that signed up", async () => {
  const visitor = site.newBrowser();
  const email = "suspended_before@example.org";
  await visitor.post("/es/auth", {
    intent: "signup",
    nombre_completo: "Ana",
    nombre_usuario: "suspended_before",
    email,
    password: "petitgrain1",
  });
  const { user_id } = await site.db
    .selectFrom("accounts")
    .select("user_id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  await suspend(site.db, user_id, { reason: "spam", days: null }, "olga", new Date());
  await site.db.deleteFrom("outbox").where("recipient", "=", email).execute();
  await visitor.post("/es/auth/confirm", { email });
  const link = await linkInEmail(email);
  const token = new URLSearchParams(link.split("?")[1]).get("token")!;
  const answer = await visitor.post(link, { token, intent: "confirm" });
  expect(answer).toBeRefused(403, "es", "auth.suspended");
  expect(await isConfirmed("suspended_before")).toBe(false);
});

test("the email's link never leads to another site", async () => {
  await site.newBrowser().post("/es/auth", {
    intent: "signup",
    redirectTo: "//evil.example/x",
    nombre_completo: "Eve",
    nombre_usuario: "eve_1",
    email: "eve@example.org",
    password: "petitgrain1",
  });
  const link = await linkInEmail("eve@example.org");
  expect(link).toMatch(/^\/es\/auth\/confirm\?token=/);
  expect(link).not.toContain("evil");
});

/** A stranger signs up with somebody else's address. @returns the link that the owner receives */
async function registered(name: string, query = "") {
  await site.newBrowser().post("/es/auth", {
    intent: "signup",
    redirectTo: query,
    nombre_completo: "A stranger",
    nombre_usuario: name,
    email: `${name}@example.org`,
    password: "stranger1",
  });
  const link = await linkInEmail(`${name}@example.org`);
  return { link, token: new URLSearchParams(link.split("?")[1]).get("token")! };
}

const signInAs = (name: string, password: string) =>
  site.newBrowser().post("/es/auth", { intent: "login", email: `${name}@example.org`, password });

const isConfirmed = async (name: string) => {
  const { confirmed_at } = await site.db
    .selectFrom("accounts")
    .select("confirmed_at")
    .where("email", "=", `${name}@example.org`)
    .executeTakeFirstOrThrow();
  return confirmed_at !== null;
};

test.each(twoLanguages)("confirming asks for the sign-up password, in %s", async (code) => {
  const name = `owner_${code}`;
  const { link, token } = await registered(name);
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
  expect(await signInAs(name, "stranger1")).toBeRefused(403, "es", "auth.unconfirmed");

  // The address without a token gets the same answer.
  const bare = await owner.post(`/${code}/auth/confirm`, { token, password: "guessed12" });
  expect(bare).toBeRefused(401, code, "auth.wrongSignUpPassword", { fields: ["password"] });
  expect(fieldValue(bare, "token")).toBe(token);
  expect((await owner.post(`/${code}/auth/confirm`, { token, password: "stranger1" })).status).toBe(
    303,
  );
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
  expect(await signInAs("handed", "stranger1")).toBeRefused(401, "es", "auth.wrongCredentials");
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
  expect((await signInAs("guessed", "stranger1")).status).toBe(429);
  const owner = site.newBrowser();
  for (let guess = 0; guess < 10; guess++)
    expect((await owner.post(link, { token, password: `wrong${guess}12` })).status).toBe(401);
  const stopped = await owner.post(link, { token, password: "stranger1" });
  expect([stopped.status, Number(stopped.headers.get("Retry-After")) > 0]).toEqual([429, true]);
  expect(await isConfirmed("guessed")).toBe(false);
});
