// Cookies over https (RULES.md 13.8).
import { afterAll, expect, test } from "vitest";
import { setCookieHeader } from "../support/browser.ts";
import { addPerfume } from "../support/database.ts";
import { logIn } from "../support/sign-in.ts";
import { openSite } from "../support/site.ts";
import { addAccount } from "../support/accounts.ts";

const site = await openSite({
  APP_ORIGIN: "https://sosia.test",
  ANALYTICS_ID: "G-TEST12345",
});
afterAll(() => site.close());

const bottle = await addPerfume(site.db, "Creed", "Aventus");
const other = await addPerfume(site.db, "Dior", "Sauvage");
const put = (id: number) => ({ intent: "shelf-add", perfume_id: String(id), list: "want" });

const shelfOf = (userId: string) =>
  site.db.selectFrom("shelf").select("perfume_id").where("user_id", "=", userId).execute();

test("a shelf is in a cookie that only this very host can set", async () => {
  const visitor = site.newBrowser();
  const answer = await visitor.post("/es/shelf", put(bottle));
  expect(setCookieHeader(answer, "__Host-shelf")).toMatch(
    /; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/u,
  );
  expect((await visitor.get("/es/shelf")).html).toContain("Aventus");
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

test("a neighbouring domain cannot plant a language", async () => {
  const visitor = site.newBrowser();
  const languageOf = async () => {
    visitor.cookies.set("language_preference", "fr");
    const page = await visitor.get("/about", { "Accept-Language": "de" });
    return page.dom.querySelector("html")?.getAttribute("lang");
  };
  expect(await languageOf()).toBe("de");
  const answer = await visitor.post("/language", { lang: "it", path: "/" });
  expect(setCookieHeader(answer, "__Host-language_preference")).toMatch(
    /^__Host-language_preference=it; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/u,
  );
  expect(await languageOf()).toBe("it");
});

test("a neighbouring domain cannot plant a consent, neither instead of a choice nor against it", async () => {
  const visitor = site.newBrowser();
  const measures = async () => {
    visitor.cookies.set("consent", "analytics");
    return (await visitor.get("/es")).html.includes("googletagmanager");
  };
  expect(await measures()).toBe(false);
  const answer = await visitor.post("/consent", { choice: "refuse", path: "/es" });
  expect(setCookieHeader(answer, "__Host-consent")).toBe(
    "__Host-consent=no-analytics; Max-Age=15552000; Path=/; Secure; SameSite=Lax",
  );
  expect(await measures()).toBe(false);
  await visitor.post("/consent", { choice: "accept", path: "/es" });
  expect(await measures()).toBe(true);
});
