// The log of sign-ins (RULES.md 14.5).
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { emailOf, password } from "../support/accounts.ts";
import { codeOf, operatorWithFactor } from "../support/second-factor.ts";
import { linkTo } from "../support/emails.ts";
import { logIn, signedIn, signedInAs } from "../support/sign-in.ts";
import { openSite, testSecret, type TestSite } from "../support/site.ts";

interface Line {
  time: string;
  id: string;
  event: string;
  outcome: string;
  account: string | null;
  address: string | null;
  network: string | null;
}

let site: TestSite;
let mailed: TestSite;

beforeAll(async () => {
  site = await openSite();
  mailed = await openSite({ SMTP_URL: "smtp://127.0.0.1:1" });
});

afterAll(async () => {
  await site.close();
  await mailed.close();
});

/** @returns the lines that the work logs, as text and parsed */
async function linesOf(work: () => Promise<unknown>) {
  const log = vi.spyOn(console, "log").mockReturnValue();
  await work();
  const texts = log.mock.calls.map(([text]) => String(text));
  log.mockRestore();
  return { texts, lines: texts.map((text) => JSON.parse(text) as Line) };
}

const told = ({ lines }: { lines: Line[] }) =>
  lines.map(({ event, outcome }) => `${event} ${outcome}`);

test("each step of a person's story is one line, with the same hashes and nothing of the person", async () => {
  const ana = site.newBrowser("198.51.100.7");
  const other = "Other1234";
  const ids: (string | null)[] = [];
  const story = await linesOf(async () => {
    const form = { nombre_completo: "Ana Roca", nombre_usuario: "anaroca", email: emailOf("roca") };
    const signUp = { intent: "signup", ...form, password: "Rose4garden" };
    ids.push((await ana.post("/es/auth", signUp)).headers.get("X-Request-Id"));
    await ana.post("/es/auth", signUp);
    await ana.post("/logout", {});
    await ana.post("/es/auth", { ...signUp, nombre_usuario: "another" });
    await logIn(ana, "roca", { password: other });
    await logIn(site.newBrowser("203.0.113.9"), "roca", {
      password: other,
      email: "ROCA@example.org",
    });
    await logIn(ana, "roca", { password: "Rose4garden" });
    await ana.post("/es/auth/forgot", { email: emailOf("roca") });
    await ana.post("/es/auth/reset", { token: "t0ken", password: "New4garden" });
    await ana.post("/es/profile", { intent: "delete-account", password: other });
    await ana.post("/es/profile", { intent: "sign-out-everywhere" });
    await logIn(ana, "roca", { password: "Rose4garden" });
    await ana.post("/es/profile", { intent: "delete-account", password: "Rose4garden" });
  });
  expect(told(story)).toEqual([
    "signUp ok",
    "signIn ok",
    "signUp taken",
    "signOut ok",
    "signUp taken",
    "signIn wrong",
    "signIn wrong",
    "signIn ok",
    "resetAsked ok",
    "passwordReset spent",
    "passwordChecked wrong",
    "sessionsEnded ok",
    "signIn ok",
    "passwordChecked ok",
    "accountDeleted ok",
  ]);
  const { lines, texts } = story;
  const [first] = lines;
  expect(first!.id).toBe(ids[0]);
  const values = (name: "account" | "address" | "network") =>
    new Set(lines.map((line) => line[name]).filter((value) => value !== null));
  expect([values("account").size, values("address").size, values("network").size]).toEqual([
    1, 1, 2,
  ]);
  expect(lines[6]!.network).not.toBe(first!.network);
  for (const text of texts) {
    expect(text.length).toBeLessThan(400);
    expect(Object.keys(JSON.parse(text) as Line)).toEqual(
      "time id event outcome account address network".split(" "),
    );
    for (const personal of [
      "roca",
      "example",
      "198.51",
      "203.0",
      "garden",
      other,
      "t0ken",
      testSecret,
    ])
      expect(text.toLowerCase()).not.toContain(personal.toLowerCase());
  }
});

test("guesses at an address without an account are correlated by the hash of what was typed", async () => {
  const { lines } = await linesOf(async () => {
    for (const name of ["nobody", "NOBODY", "someone"])
      await logIn(site.newBrowser(), name, { email: `${name}@example.org` });
  });
  expect(lines.map(({ account, outcome }) => [account, outcome])).toEqual(
    Array.from({ length: 3 }, () => [null, "wrong"]),
  );
  expect(lines[0]!.address).toBe(lines[1]!.address);
  expect(lines[0]!.address).not.toBe(lines[2]!.address);
});

test("a second factor's line says whether it was set up, wrong, right, a recovery code or taken off", async () => {
  const page = "/es/profile/second-factor";
  const mia = await signedInAs("moderator", site, "mia");
  const setUp = await linesOf(async () => {
    const key = (await mia.post(page, { intent: "begin" })).dom.querySelector("main code")!;
    await mia.post(page, { intent: "confirm", code: "000000" });
    await mia.post(page, { intent: "confirm", code: codeOf(key.text) });
  });
  expect(told(setUp)).toEqual(["secondFactor wrong", "secondFactor on", "secondFactor ok"]);

  const { name, secret, codes } = await operatorWithFactor(site, "olga");
  const browser = site.newBrowser();
  const story = await linesOf(async () => {
    const to = (await logIn(browser, name)).headers.get("Location")!;
    await browser.post(to, { code: "000000" });
    await browser.post(to, { code: codes[0]! });
    await browser.post(page, { intent: "off", code: codeOf(secret) });
  });
  expect(told(story)).toEqual([
    "signIn code-asked",
    "secondFactor wrong",
    "secondFactor recovery-used",
    "signIn ok",
    "secondFactor off",
    "secondFactor ok",
  ]);
  expect(new Set(story.lines.map(({ account }) => account)).size).toBe(1);
});

test("a confirmation, a sign-in before it and a suspended one have their lines", async () => {
  const eva = mailed.newBrowser();
  const form = { nombre_completo: "Eva", nombre_usuario: "eva", email: emailOf("eva") };
  const story = await linesOf(async () => {
    await eva.post("/es/auth", { intent: "signup", ...form, password: "Rose4garden" });
    await logIn(mailed.newBrowser(), "eva", { password: "Rose4garden" });
    const { token } = await linkTo(mailed, emailOf("eva"));
    const away = mailed.newBrowser();
    const confirm = { intent: "confirm", token };
    await away.post("/es/auth/confirm", { ...confirm, password: "wrong1234" });
    await away.post("/es/auth/confirm", { ...confirm, password: "Rose4garden" });
    await away.post("/es/auth/confirm", { ...confirm, password: "Rose4garden" });
  });
  expect(told(story)).toEqual([
    "signUp ok",
    "signIn unconfirmed",
    "addressConfirmed wrong",
    "addressConfirmed ok",
    "addressConfirmed spent",
  ]);

  const sam = await signedIn(site, "sam");
  const since = new Date().toISOString();
  await site.db
    .insertInto("suspensions")
    .values({ user_id: sam.id, since, until: null, entry: 1 })
    .execute();
  const refused = await linesOf(() => logIn(site.newBrowser(), "sam", { password }));
  expect(told(refused)).toEqual(["signIn suspended"]);
});
