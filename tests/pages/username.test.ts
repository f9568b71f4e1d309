import { afterAll, expect, test } from "vitest";
import { openSite } from "../support/site.ts";
import type { Language } from "#app/i18n/languages.ts";
import { type TestBrowser } from "../support/browser.ts";
import { fieldValue } from "../support/form-page.ts";
import { signedIn } from "../support/sign-in.ts";
import "../support/matchers.ts";
import { useUp } from "../support/use-up.ts";
import type { MessageKey } from "../support/translations.ts";
import { twoLanguages } from "../support/translations.ts";

const site = await openSite();
afterAll(() => site.close());

let persons = 0;

/** Somebody who signed in with Google and has no username yet. */
const newcomer = (name = `newcomer${++persons}`) => signedIn(site, name, { username: null });

const choose = (
  visitor: TestBrowser,
  nombre_usuario: string,
  language: Language = "es",
  more: Record<string, string> = {},
) => visitor.post(`/${language}/set-username`, { nombre_usuario, ...more });

test("a newcomer chooses a username once and continues to where they wanted to go", async () => {
  const ana = await newcomer("ana");
  const page = await ana.get("/fr/set-username?redirectTo=%2Ffr%2Fabout");
  expect([page.status, fieldValue(page, "redirectTo")]).toEqual([200, "/fr/about"]);
  // People from Google have not seen the sign-up form.
  for (const path of ["/fr/legal-notice", "/fr/privacy-policy"])
    expect(page.dom.querySelector(`form.label a[href="${path}"]`)).not.toBeNull();
  const answer = await choose(ana, "  Ana_1 ", "fr", { redirectTo: "/fr/about" });
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/fr/about"]);
  expect(await ana.follow(answer)).toShow("fr", "username.saved");
  expect(fieldValue(await ana.get("/es/profile"), "nombre_usuario")).toBe("ana_1");
  expect((await ana.get("/fr/set-username")).headers.get("Location")).toBe("/fr");
  expect((await choose(ana, "another")).headers.get("Location")).toBe("/es");
  expect(fieldValue(await ana.get("/es/profile"), "nombre_usuario")).toBe("ana_1");
});

test("a signed-out person is redirected to sign-in", async () => {
  const stranger = site.newBrowser();
  expect((await stranger.get("/it/set-username")).headers.get("Location")).toBe("/it/auth");
  const answer = await choose(stranger, "stranger", "it");
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/it/auth"]);
});

const faults: [string, MessageKey][] = [
  ["", "username.tooShort"],
  ["   a   ", "username.tooShort"],
  ["a".repeat(5000), "username.tooLong"],
  ["ana lópez", "username.characters"],
  ["soporte", "auth.usernameReserved"],
];

test.each(twoLanguages)(
  "a refused username stays in the form, with the error in %s",
  async (language) => {
    const visitor = await newcomer();
    for (const [name, key] of faults) {
      const page = await choose(visitor, name, language);
      expect(page).toBeRefused(422, language, key, { fields: ["nombre_usuario"] });
    }
    expect(fieldValue(await choose(visitor, "ana lópez", language), "nombre_usuario")).toBe(
      "ana lópez",
    );
    await signedIn(site, `taken_${language}`);
    const page = await choose(visitor, `TAKEN_${language}`, language);
    expect(page).toBeRefused(409, language, "auth.usernameTaken", { fields: ["nombre_usuario"] });
  },
);

test("a person can try 60 taken usernames an hour", async () => {
  const visitor = await newcomer();
  await signedIn(site, "somebody");
  await useUp(site, 59, ["mistakes", `names\n${visitor.id}`]);
  expect((await choose(visitor, "somebody")).status).toBe(409);
  expect((await choose(visitor, "somebody")).status).toBe(429);
});

test("a first username sent twice leads back to where the person wanted to go", async () => {
  const ana = await signedIn(site, "twice", { username: "twice" });
  const answer = await choose(ana, "twice", "es", { redirectTo: "/es/about" });
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/es/about"]);
});
