import { HtmlValidate } from "html-validate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seed } from "#db/starter/seed.ts";
import { languageCodes } from "#app/i18n/languages.ts";
import { addAccount, password } from "../support/accounts.ts";
import { openSite, type TestSite } from "../support/site.ts";

let site: TestSite;

beforeAll(async () => {
  site = await openSite();
  await seed(site.db);
});

afterAll(() => site.close());

const validator = new HtmlValidate({
  extends: ["html-validate:recommended", "html-validate:document"],
  rules: {
    // How React writes what HTML lets be written in several ways.
    "attr-case": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "void-style": "off",
    // What HTML says when nothing is said is what is meant.
    "no-implicit-button-type": "off",
    "no-implicit-input-type": "off",
    // spec.md §2 asks for a film that plays by itself, and muted.
    "no-autoplay": "off",
    // Ours hold a form's controls together to disable them, and say so by role="none".
    "wcag/h71": "off",
    // Names of perfumes are as long as they are.
    "long-title": "off",
  },
});

async function faults(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`,
    ),
  );
}

test("a fault is noticed", async () => {
  expect(await faults("<!doctype html><p><div></p><img src=x>")).not.toEqual([]);
});

const pages = [
  "",
  "?q=dior",
  "?q=zzqqxx",
  "?suggest=perfume",
  "/perfume/dior-sauvage-1",
  "/perfume/dior-sauvage-1?reviews=2",
  "/perfume/dior-sauvage-1?suggest=dupe",
  "/perfume/nothing-999999",
  "/auth",
  "/auth?mode=signup",
  "/auth/forgot",
  "/auth/confirm",
  "/auth/reset?token=x",
  "/contact",
  "/about",
  "/blog",
  "/legal-notice",
  "/privacy-policy",
  "/cookie-policy",
  "/nowhere",
];

test.each(pages)("the HTML of %s is valid in every language", async (path) => {
  for (const code of languageCodes) {
    const { html } = await site.get(`/${code}${path}`);
    expect([code, await faults(html)]).toEqual([code, []]);
  }
});

test.each([
  ["/auth", { intent: "login", email: "", password: "" }],
  ["/auth", { intent: "signup", email: "x", nombre_usuario: "a" }],
  ["/auth/forgot", { email: "x" }],
  ["/contact", { name: "" }],
  ["", { intent: "suggest-perfume", nombre_perfume: " " }],
  ["/perfume/dior-sauvage-1", { intent: "vote", dupe_id: "2", voto: "1" }],
  ["/perfume/dior-sauvage-1", { intent: "publish-review", dupe_id: "2", description: " " }],
  ["/perfume/dior-sauvage-1", { intent: "suggest-dupe", nombre_dupe: "<b>" }],
])("the HTML of %s is valid when %o is refused", async (path, fields: Record<string, string>) => {
  for (const code of languageCodes) {
    const { html, status } = await site.post(`/${code}${path}`, fields);
    expect([code, status >= 400, await faults(html)]).toEqual([code, true, []]);
  }
});

test("the HTML of a signed-in person's pages is valid", async () => {
  await addAccount(site.db, "ana");
  const ana = site.visitor();
  await ana.post("/es/auth", { intent: "login", email: "ana@example.org", password });
  for (const path of ["", "/profile", "/perfume/dior-sauvage-1?reviews=2"]) {
    const { html, status } = await ana.get(`/es${path}`);
    expect([path, status, await faults(html)]).toEqual([path, 200, []]);
  }
});
