// Cookies over https (RULES.md 13.8).
import { createCookie } from "react-router";
import { afterAll, expect, test } from "vitest";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { setCookieHeader } from "../support/browser.ts";
import { addPerfume } from "../support/database.ts";
import { logIn } from "../support/sign-in.ts";
import { openSite, testSecret } from "../support/site.ts";
import { addAccount } from "../support/accounts.ts";
import { useQuickPasswords } from "../support/quick-passwords.ts";

const site = await openSite({
  APP_ORIGIN: "https://sosia.test",
  ANALYTICS_ID: "G-TEST12345",
});
afterAll(() => site.close());
useQuickPasswords(site);

const bottle = await addPerfume(site.db, "Creed", "Aventus");
const other = await addPerfume(site.db, "Dior", "Sauvage");
const put = (id: number) => ({ intent: "shelf-add", perfume_id: String(id), list: "want" });

/** What a release before the prefix wrote. */
async function formerShelf(): Promise<string> {
  const cookie = createCookie("shelf", { secrets: [testSecret] });
  return /=([^;]*)/u.exec(await cookie.serialize([[bottle, 0, 1_700_000_000]]))![1]!;
}

const shelfOf = (userId: string) =>
  site.db.selectFrom("shelf").select("perfume_id").where("user_id", "=", userId).execute();

test("a shelf is in a cookie that only this very host can set", async () => {
  const visitor = site.newBrowser();
  const answer = await visitor.post("/es/shelf", put(bottle));
  expect(setCookieHeader(answer, "__Host-shelf")).toMatch(
    /; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/u,
  );
  expect(setCookieHeader(answer, "shelf")).toBeUndefined();
  expect((await visitor.get("/es/shelf")).html).toContain("Aventus");
});

test("a shelf in a cookie of the former name is kept, and moves to the new name with its next change", async () => {
  const visitor = site.newBrowser();
  visitor.cookies.set("shelf", await formerShelf());
  expect((await visitor.get("/es/shelf")).html).toContain("Aventus");
  const page = await visitor.get(
    `/es${perfumePath({ id: bottle, marca: "Creed", nombre: "Aventus" })}`,
  );
  expect(page.headers.get("Cache-Control")).toMatch(/^private/u);
  await visitor.post("/es/shelf", put(other));
  expect([...visitor.cookies.keys()].toSorted()).toEqual(["__Host-flash", "__Host-shelf"]);
  const { html } = await visitor.get("/es/shelf");
  for (const name of ["Aventus", "Sauvage"]) expect(html).toContain(name);
});

test("a shelf in a cookie of the former name moves into the account at sign-in", async () => {
  const id = await addAccount(site.db, "former");
  const visitor = site.newBrowser();
  visitor.cookies.set("shelf", await formerShelf());
  await logIn(visitor, id);
  expect(await shelfOf(id)).toEqual([{ perfume_id: bottle }]);
  expect(visitor.cookies.has("shelf")).toBe(false);
});

test("a neighbouring domain cannot plant a shelf, neither beside the visitor's own nor instead of it (RULES.md 7.2)", async () => {
  const attacker = site.newBrowser();
  await attacker.post("/es/shelf", put(bottle));
  const planted = attacker.cookies.get("__Host-shelf")!;
  for (const own of [null, other]) {
    const id = await addAccount(site.db, `victim_${own}`);
    const victim = site.newBrowser();
    if (own !== null) await victim.post("/es/shelf", put(own));
    victim.cookies.set("shelf", planted);
    expect((await victim.get("/es/shelf")).html).not.toContain("Aventus");
    await logIn(victim, id);
    expect(await shelfOf(id)).toEqual(own === null ? [] : [{ perfume_id: own }]);
  }
});

test("a language remembered under the former name counts until another is chosen", async () => {
  const visitor = site.newBrowser();
  visitor.cookies.set("language_preference", "fr");
  const languageOf = async () =>
    (await visitor.get("/about", { "Accept-Language": "de" })).dom
      .querySelector("html")
      ?.getAttribute("lang");
  expect(await languageOf()).toBe("fr");
  const answer = await visitor.post("/language", { lang: "it", path: "/" });
  expect(setCookieHeader(answer, "__Host-language_preference")).toMatch(
    /^__Host-language_preference=it; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/u,
  );
  expect(visitor.cookies.has("language_preference")).toBe(false);
  visitor.cookies.set("language_preference", "pt");
  expect(await languageOf()).toBe("it");
});

test("a choice about analytics under the former name counts until the next one, and never against it", async () => {
  const visitor = site.newBrowser();
  const measures = async () => (await visitor.get("/es")).html.includes("googletagmanager");
  visitor.cookies.set("consent", "analytics");
  expect(await measures()).toBe(true);
  const answer = await visitor.post("/consent", { choice: "refuse", path: "/es" });
  expect(setCookieHeader(answer, "__Host-consent")).toBe(
    "__Host-consent=no-analytics; Max-Age=15552000; Path=/; Secure; SameSite=Lax",
  );
  expect(visitor.cookies.has("consent")).toBe(false);
  await visitor.get("/es");
  visitor.cookies.set("consent", "analytics");
  expect(await measures()).toBe(false);
});
