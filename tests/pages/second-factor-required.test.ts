// What a second factor protects besides the sign-in (RULES.md 9.16, 10.19).
import { afterAll, beforeAll, expect, test } from "vitest";
import { setRole } from "#app/domain/desk/operators.ts";
import { addAccount, password } from "../support/accounts.ts";
import { subjectsTo } from "../support/emails.ts";
import { codeOf, operatorWithFactor, setUpFactor } from "../support/second-factor.ts";
import { logIn, newSession, signedIn, signedInAs } from "../support/sign-in.ts";
import { openSite, type Page, type TestSite } from "../support/site.ts";
import { translationsOf, twoLanguages } from "../support/translations.ts";
import "../support/matchers.ts";

const setUpPage = "/es/profile/second-factor";
let site: TestSite;
let strict: TestSite;

beforeAll(async () => {
  site = await openSite();
  strict = await openSite({ DESK_SECOND_FACTOR: "required" });
});

afterAll(async () => {
  await site.close();
  await strict.close();
});

const proveLongAgo = (id: string) =>
  site.db.updateTable("sessions").set({ proved_at: null }).where("user_id", "=", id).execute();

test("a day has thirty wrong codes, however slowly, and their owner is told of the ninth, once", async () => {
  const { name, codes } = await operatorWithFactor(site, "warned");
  const { subject } = translationsOf("es").emails.wrongCodes;
  const warnings = async () =>
    (await subjectsTo(site, name)).filter((one) => one === subject).length;
  const browser = site.newBrowser();
  const to = (await logIn(browser, name)).headers.get("Location")!;
  const guessInAnHour = async (count: number, code = "000000") => {
    const statuses: number[] = [];
    for (let i = 0; i < count; i++) statuses.push((await browser.post(to, { code })).status);
    await site.db.deleteFrom("rate_limits").where("key", "like", "wrongCodes:%").execute();
    return statuses;
  };
  await guessInAnHour(8);
  expect(await warnings()).toBe(0);
  await guessInAnHour(1);
  expect(await warnings()).toBe(1);
  await guessInAnHour(9, "AAAA-AAAA-AAAA-AAAA");
  expect(await guessInAnHour(11)).toEqual([...Array<number>(10).fill(401), 429]);
  expect(await guessInAnHour(10)).toEqual(Array(10).fill(401));
  expect(await guessInAnHour(2)).toEqual([401, 429]);
  expect(await warnings()).toBe(1);
  expect((await browser.post(to, { code: codes[0]! })).status).toBe(303);
});

test("nine wrong codes at the same moment are reported, too", async () => {
  const { name } = await operatorWithFactor(site, "flooded");
  const browser = site.newBrowser();
  const to = (await logIn(browser, name)).headers.get("Location")!;
  await Promise.all(Array.from({ length: 9 }, () => browser.post(to, { code: "000000" })));
  const { subject } = translationsOf("es").emails.wrongCodes;
  expect((await subjectsTo(site, name)).filter((one) => one === subject)).toHaveLength(1);
});

test("ten wrong recovery codes do not block the app's codes, and vice versa", async () => {
  const { name, secret } = await operatorWithFactor(site, "separate");
  const browser = site.newBrowser();
  const to = (await logIn(browser, name)).headers.get("Location")!;
  const wrong: number[] = [];
  for (let i = 0; i < 11; i++)
    wrong.push((await browser.post(to, { code: "aaaa bbbb cccc dddd" })).status);
  expect(wrong).toEqual([...Array<number>(10).fill(401), 429]);
  expect((await browser.post(to, { code: codeOf(secret) })).status).toBe(303);
});

const refusedField = ({ status, dom }: Page) => [
  status,
  dom.querySelector("main [aria-invalid=true]")?.getAttribute("name"),
];

test.each(twoLanguages)(
  "whoever has a second factor shows password and code again, in %s",
  async (code) => {
    const { name, id, secret, codes } = await operatorWithFactor(site, `again-${code}`, "owner");
    await addAccount(site.db, `target-${code}`);
    const browser = site.newBrowser();
    await browser.post((await logIn(browser, name)).headers.get("Location")!, { code: codes[0]! });
    await proveLongAgo(id);
    const person = `/${code}/desk/people/target-${code}`;
    const fields = { intent: "grant", role: "moderator" };
    const page = await browser.post(person, fields);
    expect(page.status).toBe(200);
    expect(page.html).toContain(translationsOf(code).desk.again.bothLead);
    const send = (typed: Record<string, string>) => browser.post(person, { ...fields, ...typed });
    const right = { again_password: password, again_code: codeOf(secret) };
    expect((await send({ again_password: password })).status).toBe(422);
    expect((await send({ again_code: right.again_code })).status).toBe(422);
    const wrong = await send({ ...right, again_password: "wrong1234" });
    expect(refusedField(wrong)).toEqual([401, "again_password"]);
    expect(wrong.html).toContain(translationsOf(code).messages.people.wrongPassword);
    expect(wrong.html).not.toContain(right.again_code);
    const wrongCode = await send({ ...right, again_code: "000000" });
    expect(refusedField(wrongCode)).toEqual([401, "again_code"]);
    expect(wrongCode.html).toContain(translationsOf(code).messages.people.wrongCode);
    expect(wrongCode.html).not.toContain(password);
    // Neither has proved anything.
    expect((await browser.post(person, fields)).status).toBe(200);
    expect((await send(right)).headers.get("Location")).toBe(person);
    expect((await browser.post(person, { intent: "revoke" })).headers.get("Location")).toBe(person);
  },
);

test("without a password the code is asked alone; without either there is only Google", async () => {
  const account = { passwordHash: null, googleSub: "g1" };
  const fields = { intent: "begin" };
  const newcomer = await signedIn(site, "googler", account);
  await setRole(site.db, newcomer.id, "owner", new Date());
  await proveLongAgo(newcomer.id);
  for (const again_password of ["", password]) {
    const guess = { ...fields, again_password, again_code: "", confirmed: "yes" };
    const asked = await newcomer.post(setUpPage, guess);
    expect(asked.status).toBe(200);
    expect(asked.html).toContain("/auth/google?");
  }
  const begun = site.db.selectFrom("second_factors").select("since");
  expect(await begun.where("user_id", "=", newcomer.id).execute()).toEqual([]);

  const { secret, codes } = await setUpFactor(site, newcomer.id);
  const { session } = site.services.cookies;
  newcomer.cookies.set(session.name, await newSession(site.db, { session }, newcomer.id));
  await proveLongAgo(newcomer.id);
  const off = { intent: "off", code: codes[0]! };
  const page = await newcomer.post(setUpPage, off);
  expect(page.html).toContain(translationsOf("es").desk.again.codeLead);
  expect(page.html).not.toContain("/auth/google?");
  expect(page.html).not.toContain(off.code);
  expect((await newcomer.post(setUpPage, { ...off, again_password: password })).status).toBe(200);
  const empty = await newcomer.post(setUpPage, { ...off, again_code: "" });
  expect(refusedField(empty)).toEqual([422, "again_code"]);
  const proof = { intent: "off", again_code: codeOf(secret) };
  expect(await newcomer.post(setUpPage, proof)).toBeRefused(422, "es", "people.missingCode", {
    fields: ["code"],
  });
  expect((await newcomer.post(setUpPage, off)).status).toBe(303);
});

test("DESK_SECOND_FACTOR=required leads operators without one to the page that sets it up", async () => {
  const mia = await signedInAs("moderator", strict, "mia");
  for (const path of ["/es/desk", "/es/desk/people", "/es/desk/queue?item=price:1"]) {
    const led = await mia.get(path);
    expect([led.status, led.headers.get("Location")]).toEqual([303, setUpPage]);
  }
  const target = await addAccount(strict.db, "target");
  const suspend = { intent: "suspend", reason: "spam", days: "", confirmed: "yes" };
  const refused = await mia.post(`/es/desk/people/${target}`, suspend);
  expect([refused.status, refused.headers.get("Location")]).toEqual([303, setUpPage]);
  expect(await strict.db.selectFrom("suspensions").selectAll().execute()).toEqual([]);
  const page = await mia.follow(refused);
  expect(page).toShow("es", "people.factorRequired", { role: "alert" });
  const key = (await mia.post(setUpPage, { intent: "begin" })).dom.querySelector("main code")!;
  expect((await mia.get("/es/desk")).status).toBe(303);
  await mia.post(setUpPage, { intent: "confirm", code: codeOf(key.text) });
  expect((await mia.get("/es/desk")).status).toBe(200);
  expect((await (await signedIn(strict, "sam")).get("/es/desk")).status).toBe(404);
  expect((await (await signedInAs("moderator", site, "max")).get("/es/desk")).status).toBe(200);
});
