import { afterAll, beforeAll, expect, test } from "vitest";
import { addAccount, languages, logIn, signedIn, valueOf } from "../support/accounts.ts";
import { openSite, type TestSite } from "../support/site.ts";

let site: TestSite;

beforeAll(async () => {
  site = await openSite();
});

afterAll(() => site.close());

const guess = (name: string, address?: string, more: Record<string, string> = {}) =>
  logIn(site.visitor(address), name, { password: "wrong1234", ...more });

test("the eleventh wrong password in three minutes is not tried any more, wherever it comes from", async () => {
  await addAccount(site.db, "ana");
  for (let n = 0; n < 10; n++) expect((await guess("ana")).status).toBe(401);
  for (const lang of languages) {
    // Right, but from a client that nobody knows.
    const page = await logIn(site.visitor(), "ana", {}, lang);
    expect(page).toBeRefused(429, lang, "form.tooMany", { values: { minutes: "3" } });
    expect(valueOf(page, "email")).toBe("ana@example.org");
    const wait = Number(page.headers.get("Retry-After"));
    expect(wait).toBeGreaterThan(150);
    expect(wait).toBeLessThanOrEqual(180);
  }
});

test("an address without an account is limited just the same", async () => {
  await Promise.all(Array.from({ length: 10 }, () => guess("nobody")));
  expect((await guess("NOBODY")).status).toBe(429);
});

test("who is signed in from a client gets in there with the right password, whatever others tried", async () => {
  await addAccount(site.db, "bea");
  await logIn(site.visitor("203.0.113.1"), "bea");
  for (let n = 0; n < 11; n++) await guess("bea");
  expect((await logIn(site.visitor(), "bea")).status).toBe(429);
  expect((await logIn(site.visitor("203.0.113.1"), "bea")).status).toBe(303);
});

test("nobody uses up the tries of a known client by typing its address", async () => {
  await addAccount(site.db, "carla");
  await logIn(site.visitor("203.0.113.2"), "carla");
  for (let n = 0; n < 10; n++) {
    await guess("carla");
    await guess("x", undefined, { email: "carla@example.org 203.0.113.2" });
  }
  expect((await logIn(site.visitor("203.0.113.2"), "carla")).status).toBe(303);
});

test("many wrong passwords at once are no more than ten", { timeout: 60_000 }, async () => {
  await addAccount(site.db, "dora");
  const answers = await Promise.all(Array.from({ length: 40 }, () => guess("dora")));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
});

test("right passwords use nothing up", async () => {
  await addAccount(site.db, "eva");
  for (let n = 0; n < 12; n++) expect((await logIn(site.visitor(), "eva")).status).toBe(303);
});

test("one client guesses thirty times an hour, whatever it says of its address and whose account it is", async () => {
  for (let n = 0; n < 30; n++) {
    await addAccount(site.db, `target${n}`);
    expect((await guess(`target${n}`, "203.0.113.3")).status).toBe(401);
  }
  await addAccount(site.db, "target30");
  const visitor = site.visitor("203.0.113.3");
  for (const header of ["X-Forwarded-For", "X-Real-IP", "Forwarded", "CF-Connecting-IP"]) {
    const fields = { intent: "login", email: "target30@example.org", password: "wrong1234" };
    const page = await visitor.post("/es/auth", fields, { [header]: "198.51.100.1" });
    expect(page.status).toBe(429);
    expect(Number(page.headers.get("Retry-After"))).toBeGreaterThan(3500);
  }
});

test("a network of IPv6 is one client", async () => {
  for (let n = 0; n < 5; n++)
    await site.visitor(`2001:db8::${n}`).post("/es/auth/forgot", { email: `v${n}@example.org` });
  const sixth = await site
    .visitor("2001:db8:0:0:ffff::1")
    .post("/es/auth/forgot", { email: "v6@example.org" });
  expect(sixth.status).toBe(429);
  const other = await site
    .visitor("2001:db8:0:1::1")
    .post("/es/auth/forgot", { email: "v7@example.org" });
  expect(other.status).toBe(303);
});

test("guessing the password to delete an account is guessing, too", async () => {
  const flo = await signedIn(site, "flo");
  const leave = () => flo.post("/es/profile", { intent: "delete-account", password: "wrong1234" });
  for (let n = 0; n < 10; n++) expect((await leave()).status).toBe(401);
  const page = await leave();
  expect(page).toBeRefused(429, "es", "form.tooMany", { values: { minutes: "3" } });
});
