import type { HTMLElement } from "node-html-parser";
import { afterAll, expect, test } from "vitest";
import { openSite } from "../support/site.ts";
import type { Language } from "#app/i18n/languages.ts";
import { findPeople } from "#app/domain/desk/find-people.ts";
import { findAccount } from "#app/domain/desk/operators.ts";
import { addAccount, password, registration } from "../support/accounts.ts";
import { messageForm } from "../support/message-form.ts";
import { fieldValue } from "../support/form-page.ts";
import "../support/matchers.ts";
import { type MessageKey, translate, twoLanguages } from "../support/translations.ts";

const site = await openSite();
afterAll(() => site.close());

let persons = 0;

/** A new person's sign-up form. */
function person(more: Record<string, string> = {}) {
  const name = `person${++persons}`;
  return registration(name, { email: `${name}@example.com`, ...more });
}

const signUp = (fields: Record<string, string>, language: Language = "es") =>
  site.newBrowser().post(`/${language}/auth`, fields);

const acceptedIn = (dom: HTMLElement) =>
  dom
    .querySelectorAll("form.label p")
    .find((paragraph) => paragraph.querySelector("a[href$='/legal-notice']"));

test("where no emails are sent, a new person is signed in and led on, in the form's language (RULES.md 9.3)", async () => {
  const ana = site.newBrowser();
  const answer = await ana.post("/fr/auth", person({ redirectTo: "/es/about" }));
  expect(answer.headers.get("Location")).toBe("/fr/about");
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

test.each(twoLanguages)(
  "every refusal of a sign-up is in %s and keeps what was typed",
  async (language) => {
    const empty = { intent: "signup" };
    const all = ["nombre_completo", "nombre_usuario", "email", "password"];
    expect(await signUp(empty, language)).toBeRefused(422, language, "auth.fillIn", {
      fields: all,
    });
    const refusals: [number, MessageKey, Record<string, string>, string][] = [
      [422, "auth.usernameFormat", { nombre_usuario: "a b" }, "nombre_usuario"],
      [422, "auth.usernameReserved", { nombre_usuario: "demo_ana" }, "nombre_usuario"],
      [422, "auth.emailInvalid", { email: "nobody" }, "email"],
      [422, "auth.weakPassword", { password: "weak" }, "password"],
      [422, "auth.commonPassword", { password: "PassWord1!" }, "password"],
      [422, "auth.nameTooLong", { nombre_completo: "x".repeat(200) }, "nombre_completo"],
    ];
    for (const [status, key, change, field] of refusals) {
      const fields = person(change);
      const page = await signUp(fields, language);
      expect(page).toBeRefused(status, language, key, { fields: [field] });
      for (const name of ["nombre_completo", "nombre_usuario", "email"] as const)
        expect(fieldValue(page, name)).toBe(fields[name]);
    }
    await addAccount(site.db, `owner_${language}`);
    const email = `OWNER_${language}@Example.org`;
    expect(await signUp(person({ email }), language)).toBeRefused(
      409,
      language,
      "auth.emailTaken",
      {
        fields: ["email"],
      },
    );
    const nombre_usuario = `Owner_${language.toUpperCase()}`;
    expect(await signUp(person({ nombre_usuario }), language)).toBeRefused(
      409,
      language,
      "auth.usernameTaken",
      {
        fields: ["nombre_usuario"],
      },
    );
  },
);

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

test.each(["", "__proto__", "hasOwnProperty"])("the intent %j is refused", async (intent) => {
  const page = await site.newBrowser().post("/es/auth", { intent });
  expect(page).toBeRefused(422, "es", "auth.failed");
});

test("an address whose domain has other letters is one mailbox with its ASCII form", async () => {
  const [typed, ascii] = ["Ana@müller.example", "Ana@xn--mller-kva.example"];
  expect((await signUp(person({ email: typed }))).status).toBe(303);
  for (const email of [ascii, "ana@MÜLLER.example."]) {
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
  const message = messageForm("Hola", { email: typed });
  expect((await site.newBrowser().post("/es/contact", message)).status).toBe(303);
});
