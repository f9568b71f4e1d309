import type { HTMLElement } from "node-html-parser";
import { afterAll, expect, test } from "vitest";
import { openSite } from "../support/site.ts";
import type { Language } from "#app/i18n/languages.ts";
import { findPeople } from "#app/domain/desk/find-people.ts";
import { findAccount } from "#app/domain/desk/operators.ts";
import { addAccount, password } from "../support/accounts.ts";
import { setCookieHeader } from "../support/browser.ts";
import { fieldValue } from "../support/form-page.ts";
import "../support/matchers.ts";
import { type MessageKey, translate, twoLanguages } from "../support/translations.ts";

const site = await openSite();
afterAll(() => site.close());

let persons = 0;

/** A new person's sign-up form. */
function person(more: Record<string, string> = {}) {
  const name = `person${++persons}`;
  return {
    intent: "signup",
    nombre_completo: "Ana López",
    nombre_usuario: name,
    email: `${name}@example.com`,
    password,
    ...more,
  };
}

const signUp = (fields: Record<string, string>, language: Language = "es") =>
  site.newBrowser().post(`/${language}/auth`, fields);

const acceptedIn = (dom: HTMLElement) =>
  dom
    .querySelectorAll("form.label p")
    .find((paragraph) => paragraph.querySelector("a[href$='/legal-notice']"));

const howMany = async () =>
  (await site.db.selectFrom("accounts").select("user_id").execute()).length;

test("where no emails are sent, a new account is active immediately, and its owner is signed in", async () => {
  const ana = site.newBrowser();
  const answer = await ana.post("/fr/auth?mode=signup", person({ redirectTo: "/es/about" }));
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/fr/about"]);
  expect(setCookieHeader(answer, "auth_token")).toMatch(
    /^auth_token=[^;]{40,}; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  expect(await ana.follow(answer)).toShow("fr", "auth.created");
  expect(await ana.isSignedIn()).toBe(true);
});

test.each(twoLanguages)(
  "the sign-up page in %s says what signing up accepts, with links",
  async (code) => {
    const { dom } = await site.get(`/${code}/auth?mode=signup`);
    const sentence = acceptedIn(dom)!;
    const paths = sentence.querySelectorAll("a").map((link) => link.getAttribute("href")!);
    expect(paths).toEqual([`/${code}/legal-notice`, `/${code}/privacy-policy`]);
    for (const path of paths) expect((await site.get(path)).status).toBe(200);
    expect(sentence.text).toBe(
      `${translate(code, "auth.acceptStart")} ${translate(code, "auth.acceptLegal")} ${translate(code, "auth.acceptAnd")} ${translate(code, "contact.privacyLink")}.`,
    );
    // Above the button and without a checkbox: the button accepts.
    expect(sentence.closest("form")?.querySelector("input[type=checkbox]")).toBeNull();
    expect(acceptedIn((await site.get(`/${code}/auth`)).dom)).toBeUndefined();
  },
);

const wrong: [what: string, change: Record<string, string>, key: MessageKey, field: string][] = [
  ["no full name", { nombre_completo: " " }, "auth.missingName", "nombre_completo"],
  [
    "a name of 101 characters",
    { nombre_completo: "a".repeat(101) },
    "auth.nameTooLong",
    "nombre_completo",
  ],
  ["no username", { nombre_usuario: "" }, "auth.missingUsername", "nombre_usuario"],
  ["a username of two", { nombre_usuario: "ab" }, "auth.usernameFormat", "nombre_usuario"],
  ["a username of 31", { nombre_usuario: "a".repeat(31) }, "auth.usernameFormat", "nombre_usuario"],
  [
    "an accent in the username",
    { nombre_usuario: "josé" },
    "auth.usernameFormat",
    "nombre_usuario",
  ],
  [
    "a Cyrillic letter in the username",
    { nombre_usuario: "аna" },
    "auth.usernameFormat",
    "nombre_usuario",
  ],
  ["a reserved username", { nombre_usuario: "Admin_1" }, "auth.usernameReserved", "nombre_usuario"],
  [
    "a name of the sample community",
    { nombre_usuario: "demo_ana" },
    "auth.usernameReserved",
    "nombre_usuario",
  ],
  ["no email", { email: "" }, "auth.missingEmail", "email"],
  ["half an email", { email: "ana@" }, "auth.emailInvalid", "email"],
  ["two emails", { email: "a@example.com, b@example.com" }, "auth.emailInvalid", "email"],
  [
    "a header in the email",
    { email: "a@example.com\r\nBcc: b@example.com" },
    "auth.emailInvalid",
    "email",
  ],
  [
    "an email of 256 characters",
    { email: `${"a".repeat(244)}@example.com` },
    "auth.emailInvalid",
    "email",
  ],
  ["no password", { password: "" }, "auth.missingNewPassword", "password"],
  ["seven characters", { password: "abcdef1" }, "auth.weakPassword", "password"],
  ["no digit", { password: "abcdefgh" }, "auth.weakPassword", "password"],
  ["no letter", { password: "12345678" }, "auth.weakPassword", "password"],
  ["a space in the password", { password: "secret 123" }, "auth.passwordSpace", "password"],
  ["73 characters", { password: `1${"a".repeat(72)}` }, "auth.weakPassword", "password"],
];

test.each(wrong)("%s is refused, and what was typed stays", async (_, change, key, field) => {
  const before = await howMany();
  const fields = person(change);
  const page = await signUp(fields, "en");
  expect(page).toBeRefused(422, "en", key, { fields: [field] });
  for (const name of ["nombre_completo", "nombre_usuario", "email"] as const)
    expect(fieldValue(page, name) ?? "").toBe(fields[name]);
  expect(await howMany()).toBe(before);
});

test.each([
  ["secret#123", "#"],
  ["señal1234", "ñ"],
  ["a^b", "^"],
  ["clave1234😀", "😀"],
])("the refusal of the password %s names the sign that may not be used", async (text, sign) => {
  expect(await signUp(person({ password: text }))).toBeRefused(422, "es", "auth.passwordSign", {
    fields: ["password"],
    values: { sign },
  });
});

test("the field of a new password says which signs may be used, to people and to password managers", async () => {
  const { dom } = await site.get("/es/auth?mode=signup");
  const field = dom.querySelector("input[type=password]")!;
  const hint = field.getAttribute("aria-describedby")!;
  expect(dom.querySelector(`#${hint}`)?.text).toContain("@$!%*?&");
  expect(field.getAttribute("passwordrules")).toBe(
    "minlength: 8; maxlength: 72; required: lower, upper; required: digit; allowed: [@$!%*?&];",
  );
});

test.each(twoLanguages)(
  "an empty form says above its fields to fill them in, and each field says what to write, in %s",
  async (code) => {
    const { dom } = await signUp({ intent: "signup" }, code);
    const alert = dom.querySelector("[role=alert]")!;
    expect(alert.querySelector("p")?.text).toBe(translate(code, "messages:auth.fillIn"));
    const own = (["Name", "Username", "Email", "NewPassword"] as const).map((name) =>
      translate(code, `messages:auth.missing${name}`),
    );
    expect(alert.querySelectorAll("a").map(({ text }) => text)).toEqual(own);
    expect(dom.querySelectorAll(".wrong").map(({ text }) => text)).toEqual(own);
  },
);

test.each(twoLanguages)("every refusal of a sign-up is in %s", async (language) => {
  const empty = { intent: "signup" };
  const all = ["nombre_completo", "nombre_usuario", "email", "password"];
  expect(await signUp(empty, language)).toBeRefused(422, language, "auth.fillIn", { fields: all });
  const refusals: [number, MessageKey, Record<string, string>, string][] = [
    [422, "auth.usernameFormat", { nombre_usuario: "a b" }, "nombre_usuario"],
    [422, "auth.emailInvalid", { email: "nobody" }, "email"],
    [422, "auth.weakPassword", { password: "weak" }, "password"],
    [422, "auth.commonPassword", { password: "PassWord1!" }, "password"],
    [422, "auth.nameTooLong", { nombre_completo: "x".repeat(200) }, "nombre_completo"],
  ];
  for (const [status, key, change, field] of refusals)
    expect(await signUp(person(change), language)).toBeRefused(status, language, key, {
      fields: [field],
    });
  await addAccount(site.db, `owner_${language}`);
  const email = `OWNER_${language}@Example.org`;
  expect(await signUp(person({ email }), language)).toBeRefused(409, language, "auth.emailTaken", {
    fields: ["email"],
  });
  const nombre_usuario = `Owner_${language.toUpperCase()}`;
  expect(await signUp(person({ nombre_usuario }), language)).toBeRefused(
    409,
    language,
    "auth.usernameTaken",
    {
      fields: ["nombre_usuario"],
    },
  );
});

test("an own name with digits is refused as password, and costs no sign-up (RULES.md 9.17)", async () => {
  const eva = site.newBrowser("203.0.113.77");
  const named = person({ email: "eva.marquez@example.org" });
  for (let n = 0; n < 6; n++)
    expect(await eva.post("/es/auth", { ...named, password: "EvaMarquez7" })).toBeRefused(
      422,
      "es",
      "auth.commonPassword",
      { fields: ["password"] },
    );
  expect((await eva.post("/es/auth", named)).status).toBe(303);
});

test("a refused form never sends the password back", async () => {
  const page = await signUp(person({ email: "nobody", password: "Unmistakable$1" }));
  expect(page).toBeRefused(422, "es", "auth.emailInvalid", { fields: ["email"] });
  expect(page.html).not.toContain("Unmistakable");
});

test("the sixth sign-up from one client within an hour is refused, keeps what was typed and says when to try again", async () => {
  for (let n = 0; n < 5; n++)
    expect((await site.newBrowser("203.0.113.5").post("/es/auth", person())).status).toBe(303);
  const fields = person();
  const page = await site
    .newBrowser("203.0.113.5")
    .post("/es/auth", fields, { "X-Forwarded-For": "198.51.100.77" });
  expect(page).toBeRefused(429, "es", "form.tooMany", { values: { minutes: "60" } });
  expect(Number(page.headers.get("Retry-After"))).toBeGreaterThan(3500);
  expect(fieldValue(page, "email")).toBe(fields.email);
});

const odd: [what: string, fields: Record<string, string>][] = [
  ["no intent", {}],
  ["an unknown intent", { intent: "__proto__" }],
  [
    "names of object machinery",
    { __proto__x: "1", constructor: "1", toString: "1", intent: "hasOwnProperty" },
  ],
];

test.each(odd)("a form with %s is refused", async (_, fields) => {
  expect(await site.newBrowser().post("/es/auth", fields)).toBeRefused(422, "es", "auth.failed");
});

test("a body that is not a form is 400, one that is too large 413", async () => {
  const post = (type: string, body: string) =>
    site.request("/es/auth", {
      method: "POST",
      body,
      headers: { "Content-Type": type, "Content-Length": String(body.length) },
    });
  expect((await post("application/json", '{"intent":"signup"}')).status).toBe(400);
  expect((await post("text/plain", "intent=signup")).status).toBe(400);
  const form = "application/x-www-form-urlencoded";
  expect((await post(form, `email=${"a".repeat(70_000)}`)).status).toBe(413);
});

test("an address whose domain has other letters is one mailbox with its ASCII form", async () => {
  const [typed, ascii] = ["Ana@müller.example", "Ana@xn--mller-kva.example"];
  expect((await signUp(person({ email: typed }))).status).toBe(303);
  for (const email of [typed, ascii, "ana@MÜLLER.example.", "ana＠müller．example"]) {
    expect([email, (await signUp(person({ email }))).status]).toEqual([email, 409]);
    const answer = await site.newBrowser().post("/es/auth", { intent: "login", email, password });
    expect([email, answer.status]).toEqual([email, 303]);
    expect([email, (await site.newBrowser().post("/es/auth/forgot", { email })).status]).toEqual([
      email,
      303,
    ]);
    expect(await findAccount(site.db, email)).toMatchObject({ email: ascii });
    expect(await findPeople(site.db, email, true)).toHaveLength(1);
  }
  const other = person({ email: "ana@mülIer.example", nombre_usuario: "another_ana" });
  expect((await signUp(other)).status).toBe(303);
  const message = { name: "Ana", email: typed, message: "Hola", privacyAccepted: "on" };
  expect((await site.newBrowser().post("/es/contact", message)).status).toBe(303);
});
