// "Tell me when there is one" (RULES.md 7.7).
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { addDupe, addPerfume } from "../support/database.ts";
import { openSite } from "../support/site.ts";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import { emailOf } from "../support/accounts.ts";
import { emailsTo, subjectsTo } from "../support/emails.ts";
import { linkInAlert } from "../support/form-page.ts";
import { signedIn } from "../support/sign-in.ts";
import { translate, translationsOf, twoLanguages } from "../support/translations.ts";
import "../support/matchers.ts";
import { eventually } from "../support/eventually.ts";

// The mail server is down, so emails wait in the database.
const site = await openSite({ SMTP_URL: "smtp://127.0.0.1:9" });
const { db } = site;
afterAll(() => site.close());

let perfume: number;
let path: string;
let made = 0;

beforeEach(async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const nombre = `Rosa ${++made}`;
  perfume = await addPerfume(db, "Casa Alba", nombre);
  path = perfumePath({ id: perfume, marca: "Casa Alba", nombre });
});

const somebody = (more = {}) => signedIn(site, `person_${++made}`, more);
const tellMe = { intent: "tell-me" };
const alerts = () =>
  db
    .selectFrom("dupe_alerts")
    .select(["user_id", "language"])
    .where("perfume_id", "=", perfume)
    .execute();

test.each(twoLanguages)(
  "a person asks and changes their mind on the bottle's page, in %s",
  async (code) => {
    const { ui } = translationsOf(code);
    const ana = await somebody();
    const there = `/${code}${path}`;
    const button = (page: Awaited<ReturnType<typeof ana.get>>) =>
      page.dom.querySelector(".empty form button")?.text;
    expect(button(await ana.get(there))).toBe(ui.tellMe.ask);
    const answer = await ana.post(there, tellMe);
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, there]);
    const asked = await ana.follow(answer);
    expect(asked).toShow(code, "perfume.tellMeOn");
    expect(asked.dom.querySelector(".empty form")?.text).toContain(ui.tellMe.on);
    expect(button(asked)).toBe(ui.tellMe.stop);
    expect(await alerts()).toEqual([{ user_id: ana.id, language: code }]);
    const withdrawn = await ana.follow(await ana.post(there, { intent: "tell-me-not" }));
    expect(withdrawn).toShow(code, "perfume.tellMeOff");
    expect(button(withdrawn)).toBe(ui.tellMe.ask);
    expect(await alerts()).toEqual([]);
  },
);

test("a signed-out person gets a link to sign in and back; the page is the same for everybody", async () => {
  const { dom } = await site.get(`/de${path}`);
  const way = dom.querySelector(".empty a[href^='/de/auth']")!;
  expect(way.text).toBe(translate("de", "tellMe.signIn"));
  const to = new URL(way.getAttribute("href")!, site.origin);
  expect(to.searchParams.get("redirectTo")).toBe(`/de${path}`);
  expect(dom.querySelector(".empty form")).toBeNull();
});

test.each(twoLanguages)("a person who cannot ask is told why, in %s", async (code) => {
  const there = `/${code}${path}`;
  const anonymous = await site.newBrowser().post(there, tellMe);
  expect(anonymous).toBeRefused(401, code, "auth.mustLogin");
  const way = new URL(linkInAlert(anonymous)!.getAttribute("href")!, site.origin);
  expect(way.searchParams.get("redirectTo")).toBe(there);
  const unconfirmed = await somebody({ confirmed: false });
  expect(await unconfirmed.post(there, tellMe)).toBeRefused(403, code, "perfume.errorUnconfirmed");
  const lost = site.newBrowser();
  lost.cookies.set("auth_token", "made-up");
  expect(await lost.post(there, tellMe)).toBeRefused(401, code, "perfume.errorAuth");
  const ana = await somebody();
  await addDupe(db, perfume, "Zara", `Flor ${made}`);
  expect(await ana.post(there, tellMe)).toBeRefused(409, code, "perfume.hasDupes");
  expect(await alerts()).toEqual([]);
});

test("a page with dupes, or of a look-alike, does not offer an alert", async () => {
  await addDupe(db, await addPerfume(db, "Creed", `Aventus ${made}`), "Casa Alba", `Rosa ${made}`);
  const ana = await somebody();
  expect((await ana.get(`/es${path}`)).dom.querySelector("[value=tell-me]")).toBeNull();
});

test("a change while no site was running is announced when one starts", async () => {
  const other = await openSite({ DATABASE_URL: site.config.databaseUrl });
  try {
    const ana = await somebody();
    await ana.post(`/it${path}`, tellMe);
    await addDupe(db, perfume, "Zara", `Flor ${made}`);
    await other.start();
    await eventually(async () => expect(await alerts()).toEqual([]));
    expect(await subjectsTo(site, ana.id)).toHaveLength(1);
  } finally {
    await other.close();
  }
});

test("a change by a command is emailed at once, in the language of the page where the alert was requested", async () => {
  const ana = await somebody();
  await site.start();
  await ana.post(`/de${path}`, tellMe);
  await addDupe(db, perfume, "Zara", `Flor ${made}`);
  await catalogChanged(db);
  await eventually(async () => expect(await alerts()).toEqual([]));
  const [email] = await emailsTo(site, emailOf(ana.id));
  const nombre = `Rosa ${made - 1}`;
  expect(email!.subject).toBe(translate("de", "emails:firstDupe.subject", { nombre }));
  expect(email!.text).toContain(`${site.origin}/de${path}\n`);
});
