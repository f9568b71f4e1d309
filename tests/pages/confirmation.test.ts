import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { addDupe, addPerfume } from "../support/database.ts";
import { fieldValue } from "../support/form-page.ts";
import { openSite } from "../support/site.ts";
import { languageCodes, type Language } from "#app/i18n/languages.ts";
import "../support/matchers.ts";
import { useQuickPasswords } from "../support/quick-passwords.ts";

// Emails are sent, so that an account waits for its email; the server itself may be down.
const site = await openSite({ SMTP_URL: "smtp://127.0.0.1:9" });
afterAll(() => site.close());
useQuickPasswords(site);

let dupe: number;
let path: string;

beforeAll(async () => {
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

test.each(languageCodes)(
  "a review written before signing up is still there after the email, in %s",
  async (code: Language) => {
    const person = {
      nombre_completo: "Ana Ruiz",
      nombre_usuario: `ana_${code}`,
      email: `ana_${code}@example.org`,
      password: "password1",
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

    // On another device, as emails are often read.
    const elsewhere = site.newBrowser();
    const link = await linkInEmail(person.email);
    const page = await elsewhere.get(link);
    const token = page.dom.querySelector("input[name=token]")!.getAttribute("value")!;
    const action = page.dom.querySelector("main form")!.getAttribute("action")!;
    const confirmed = await elsewhere.post(action.replaceAll("&amp;", "&"), { token });
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

test("the link of the email never leads to another site", async () => {
  await site.newBrowser().post("/es/auth", {
    intent: "signup",
    redirectTo: "//evil.example/x",
    nombre_completo: "Eve",
    nombre_usuario: "eve_1",
    email: "eve@example.org",
    password: "password1",
  });
  const link = await linkInEmail("eve@example.org");
  expect(link).toMatch(/^\/es\/auth\/confirm\?token=/);
  expect(link).not.toContain("evil");
});

test("an address that could not be confirmed while the database was busy is confirmed by the same form afterwards", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const person = {
    nombre_completo: "Eva Ruiz",
    nombre_usuario: "eva_busy",
    email: "eva_busy@example.org",
    password: "password1",
  };
  const browser = site.newBrowser();
  await browser.post("/es/auth", { intent: "signup", ...person });
  const link = await linkInEmail(person.email);
  const token = fieldValue(await browser.get(link), "token")!;
  const other = new Database(site.config.databaseUrl.slice("file:".length));
  other.exec("begin immediate");
  const busy = await browser.post(link, { token });
  other.exec("rollback");
  other.close();
  expect(busy).toBeRefused(503, "es", "form.busy");
  expect(fieldValue(busy, "token")).toBe(token);
  expect((await browser.post(link, { token })).status).toBe(303);

  const spent = await browser.post(link, { token });
  expect(spent).toBeRefused(410, "es", "auth.linkSpent");
  expect(fieldValue(spent, "email")).toBe("");
});
