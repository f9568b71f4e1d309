// Limits (app/limits/limit-table.ts) as people and attackers meet them; each test uses different networks.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addAccount, password } from "../support/accounts.ts";
import { setCookieHeader, type TestBrowser } from "../support/browser.ts";
import { addPerfumeWithDupe, pairOf } from "../support/database.ts";
import { addPrice } from "../support/prices.ts";
import type { Count } from "#app/limits/limits.ts";
import { fieldValue } from "../support/form-page.ts";
import { logIn, signedIn } from "../support/sign-in.ts";
import { openSite } from "../support/site.ts";
import { useUp } from "../support/use-up.ts";
import "../support/matchers.ts";

// Emails are queued, but never sent.
const site = await openSite({ SMTP_URL: "smtp://127.0.0.1:9" });
afterAll(() => site.close());

let dupe: number;
let path: string;

beforeAll(async () => {
  const added = await addPerfumeWithDupe(site.db);
  dupe = added.dupe;
  path = `/es${added.path}`;
});

let sent = 0;
const status = async (answer: ReturnType<TestBrowser["post"]>) => (await answer).status;

function write(browser: TestBrowser, message = `Hello ${++sent}`): Promise<number> {
  const form = { name: "Ana", email: "ana@example.org", message, privacyAccepted: "on" };
  return status(browser.post("/es/contact", form));
}

const suggest = (browser: TestBrowser, name = `Perfume ${++sent}`) =>
  status(
    browser.post("/es", {
      intent: "suggest-perfume",
      nombre_perfume: name,
      marca_perfume: "Nobody",
    }),
  );

const publish = (browser: TestBrowser, at = dupe) =>
  status(
    browser.post(path, {
      intent: "publish-review",
      dupe_id: String(at),
      description: `Review ${++sent}`,
    }),
  );

const vote = (browser: TestBrowser) =>
  status(browser.post(path, { intent: "vote", dupe_id: String(dupe), voto: "1" }));

const signUp = (browser: TestBrowser, more: Record<string, string> = {}) =>
  status(
    browser.post("/es/auth", {
      intent: "signup",
      nombre_completo: "Ana",
      nombre_usuario: `person_${++sent}`,
      email: `person_${sent}@example.org`,
      password,
      ...more,
    }),
  );

const forgot = (browser: TestBrowser, email: string) =>
  status(browser.post("/es/auth/forgot", { email }));

const resend = (browser: TestBrowser, email: string) =>
  status(browser.post("/es/auth/confirm", { email }));

const wrong = (browser: TestBrowser, name: string) =>
  status(logIn(browser, name, { password: "wrong1234" }));

/** @returns how many responses had each status */
function tally(statuses: number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const one of statuses) counts[one] = (counts[one] ?? 0) + 1;
  return counts;
}

/** Performs an action many times at once, because some take a fixed time. @returns how many responses had each status */
const together = async (count: number, action: (n: number) => Promise<number>) =>
  tally(await Promise.all(Array.from({ length: count }, (_, n) => action(n))));

/** Performs an action several times, one after the other. @returns the statuses */
async function inTurn(count: number, action: (n: number) => Promise<number>): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < count; n++) statuses.push(await action(n));
  return statuses;
}

const used = (times: number, ...counts: Count[]) => useUp(site, times, ...counts);

const emailsTo = (recipient: string) =>
  site.db.selectFrom("outbox").select("id").where("recipient", "=", recipient).execute();

beforeEach(() => site.db.deleteFrom("rate_limits").execute());

test("of messages from many IPv6 networks, those within the limits per customer are accepted", async () => {
  // /64 networks within one /56, then within one /48.
  await used(48, ["messagesOfNetwork", "2001:db8:1:0::/56"]);
  expect(await inTurn(4, (n) => write(site.newBrowser(`2001:db8:1:${n}::1`)))).toEqual([
    303, 303, 429, 429,
  ]);
  await used(58, ["messagesOfWideNetwork", "2001:db8:2::/48"]);
  expect(await inTurn(4, (n) => write(site.newBrowser(`2001:db8:2:${n}00::1`)))).toEqual([
    303, 303, 429, 429,
  ]);
  // Each from a different network: more than the operators' mailbox gets.
  await used(245, ["messagesEmailed", "message"]);
  const texts = await inTurn(4, (n) => write(site.newBrowser(`2001:db9:${n}::1`)));
  expect(texts).toEqual([303, 303, 303, 303]);
  const { rows } = await site.db
    .selectFrom("contact_messages")
    .select((of) => of.fn.countAll<number>().as("rows"))
    .executeTakeFirstOrThrow();
  expect(Number(rows)).toBe(8);
});

test("an IPv4 /24 can write fifty messages an hour; on localhost only the client counts", async () => {
  const from = (network: string) => inTurn(4, (n) => write(site.newBrowser(`${network}.${n + 1}`)));
  await used(48, ["messagesOfNetwork", "198.51.100.0/24"]);
  expect(await from("198.51.100")).toEqual([303, 303, 429, 429]);
  await site.db.deleteFrom("rate_limits").execute();
  expect(await from("127.0.0")).toEqual([303, 303, 303, 303]);
  const counted = await site.db.selectFrom("rate_limits").select("key").execute();
  expect(counted.filter(({ key }) => /Network:/u.test(key))).toEqual([]);
});

test("requested emails of every kind have the same limits", async () => {
  await used(47, ["emailsOfNetwork", "198.51.101.0/24"]);
  const from = (n: number) => site.newBrowser(`198.51.101.${n + 1}`);
  const requested = async (n: number) => [
    await signUp(from(n)),
    await resend(from(n + 1), `a${n}@example.org`),
    await forgot(from(n + 2), `b${n}@example.org`),
  ];
  expect(await requested(0)).toEqual([303, 303, 303]);
  expect(await requested(3)).toEqual([429, 429, 429]);
  expect(await write(from(6))).toBe(303);
});

test("a mailbox gets five emails a day of each kind: sign-ups and resends together, resets apart", async () => {
  const address = "flooded@example.org";
  expect(await signUp(site.newBrowser(), { email: address })).toBe(303);
  expect(await together(6, () => resend(site.newBrowser(), address))).toEqual({ 303: 4, 429: 2 });
  expect(await together(6, () => forgot(site.newBrowser(), address.toUpperCase()))).toEqual({
    303: 5,
    429: 1,
  });
  expect(await emailsTo(address)).toHaveLength(10);
});

test("a stranger's sign-ups to plus-addresses fill the mailbox's five, keep what was typed, and cost the owner no reset", async () => {
  await addAccount(site.db, "tagged", { email: "tag.ged@gmail.com" });
  const stranger = (n: number) => ({
    intent: "signup",
    nombre_completo: "A stranger",
    nombre_usuario: `stranger_${n}`,
    email: `tagged+${n}@googlemail.com`,
    password,
  });
  const answers = [];
  for (let n = 0; n < 15; n++) answers.push(await site.newBrowser().post("/es/auth", stranger(n)));
  expect(tally(answers.map((answer) => answer.status))).toEqual({ 303: 5, 429: 10 });
  const emails = site.db.selectFrom("outbox").select("id").where("recipient", "like", "tagged+%");
  expect(await emails.execute()).toHaveLength(5);

  const last = answers.at(-1)!;
  expect(last).toBeRefused(429, "es", "form.tooManyToday", { values: { hours: "24" } });
  expect(Number(last.headers.get("Retry-After"))).toBeGreaterThan(86_000);
  const { nombre_completo, nombre_usuario, email } = stranger(14);
  for (const [name, typed] of Object.entries({ nombre_completo, nombre_usuario, email }))
    expect(fieldValue(last, name)).toBe(typed);
  expect(last.html).not.toContain(password);

  expect(await forgot(site.newBrowser(), "tag.ged@gmail.com")).toBe(303);
  expect(await emailsTo("tag.ged@gmail.com")).toHaveLength(1);
});

test("beyond a mailbox's five a known address and an unknown one get the same answer (RULES.md 9.6)", async () => {
  await addAccount(site.db, "known");
  for (const name of ["known", "unknown"])
    await together(5, (n) => resend(site.newBrowser(), `${name}+${n}@example.org`));
  const answers = await Promise.all(
    ["known", "unknown"].map(async (name) => {
      const email = `${name}@example.org`;
      const asked = [await signUp(site.newBrowser(), { email })];
      return [...asked, await resend(site.newBrowser(), email)];
    }),
  );
  expect(answers).toEqual([
    [429, 429],
    [429, 429],
  ]);
});

test("a refused sign-up costs its mailbox nothing", async () => {
  await addAccount(site.db, "namesake");
  const email = "patient@example.org";
  for (let n = 0; n < 6; n++)
    expect(await signUp(site.newBrowser(), { email, nombre_usuario: "namesake" })).toBe(409);
  expect(await signUp(site.newBrowser(), { email })).toBe(303);
});

test("the receipts of notices are five a day per mailbox, and cost no other email", async () => {
  const notice = (n: number) =>
    status(
      site.newBrowser().post("/es/notice", {
        url: "/es",
        message: `Notice ${n}`,
        name: "Ana",
        email: `victim+${n}@example.org`,
        goodFaith: "on",
      }),
    );
  expect(await together(7, notice)).toEqual({ 303: 7 });
  const receipts = site.db.selectFrom("outbox").select("id").where("recipient", "like", "victim+%");
  expect(await receipts.execute()).toHaveLength(5);
  expect(await signUp(site.newBrowser(), { email: "victim@example.org" })).toBe(303);
});

test("emails requested for an address without an account do not prevent its owner from signing up", async () => {
  const address = "newcomer@example.org";
  await together(6, () => forgot(site.newBrowser(), address));
  expect(await signUp(site.newBrowser(), { email: address })).toBe(303);
  expect(await emailsTo(address)).toHaveLength(1);
});

test("the notice of a changed password is sent, however many emails the address got", async () => {
  await addAccount(site.db, "noticed");
  await together(6, () => forgot(site.newBrowser(), "noticed@example.org"));
  const { text } = await site.db
    .selectFrom("outbox")
    .select("text")
    .where("recipient", "=", "noticed@example.org")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  const [, token = ""] = /token=([\w-]+)/u.exec(text) ?? [];
  const reset = site.newBrowser().post("/es/auth/reset", { token, password: "patchouli123" });
  expect(await status(reset)).toBe(303);
  expect(await emailsTo("noticed@example.org")).toHaveLength(6);
});

test("a stranger's guesses never lock a person out of a browser where they signed in before, even after signing out, on any network", async () => {
  await addAccount(site.db, "owner");
  const own = site.newBrowser("203.0.113.20");
  const answer = await logIn(own, "owner");
  expect(setCookieHeader(answer, "known_device")).toMatch(/Max-Age=31536000; .*HttpOnly/u);
  await own.post("/logout", {});
  for (let n = 0; n < 11; n++) await wrong(site.newBrowser(), "owner");
  expect(await status(logIn(site.newBrowser(), "owner"))).toBe(429);
  // The network's own guesses, at other accounts.
  await used(30, ["failedSignInsOfClient", "203.0.113.21"]);
  expect(await wrong(site.newBrowser("203.0.113.21"), "other")).toBe(429);
  const elsewhere = site.newBrowser("203.0.113.21");
  for (const [name, value] of own.cookies) elsewhere.cookies.set(name, value);
  expect(await status(logIn(elsewhere, "owner"))).toBe(303);
});

test("guesses at many accounts from one customer's networks are limited, and lock nobody out who was signed in there", async () => {
  await addAccount(site.db, "neighbour");
  const own = site.newBrowser("198.51.103.250");
  await logIn(own, "neighbour");
  const sprayed = (address: (n: number) => string) =>
    inTurn(4, (n) => wrong(site.newBrowser(address(n)), `nobody_${++sent}`));
  await used(98, ["failedSignInsOfNetwork", "198.51.103.0/24"]);
  expect(await sprayed((n) => `198.51.103.${n + 1}`)).toEqual([401, 401, 429, 429]);
  await used(98, ["failedSignInsOfNetwork", "2001:db8:3:0::/56"]);
  expect(await sprayed((n) => `2001:db8:3:${n}::1`)).toEqual([401, 401, 429, 429]);
  await used(118, ["failedSignInsOfWideNetwork", "2001:db8:4::/48"]);
  expect(await sprayed((n) => `2001:db8:4:${n}00::1`)).toEqual([401, 401, 429, 429]);
  expect(await wrong(site.newBrowser("198.51.103.249"), "neighbour")).toBe(429);
  expect(await status(logIn(own, "neighbour"))).toBe(303);
  expect(await status(logIn(site.newBrowser("198.51.103.250"), "neighbour"))).toBe(303);
});

test("a known browser can guess ten times in three minutes, and a forged one is unknown", async () => {
  await addAccount(site.db, "careful");
  const own = site.newBrowser();
  await logIn(own, "careful");
  await own.post("/logout", {});
  for (let n = 0; n < 10; n++) expect(await wrong(own, "careful")).toBe(401);
  expect(await status(logIn(own, "careful"))).toBe(429);

  await addAccount(site.db, "another_owner");
  for (let n = 0; n < 11; n++) await wrong(site.newBrowser(), "another_owner");
  const other = site.newBrowser();
  await addAccount(site.db, "burglar");
  await logIn(other, "burglar");
  await other.post("/logout", {});
  expect(await status(logIn(other, "another_owner"))).toBe(429);
  other.cookies.set("known_device", btoa(JSON.stringify({ id: "x", users: ["another_owner"] })));
  expect(await status(logIn(other, "another_owner"))).toBe(429);
});

test("a stranger's requests for links do not prevent the owner from requesting one in their own browser", async () => {
  await addAccount(site.db, "forgetful");
  const own = site.newBrowser();
  await logIn(own, "forgetful");
  await own.post("/logout", {});
  const address = "forgetful@example.org";
  expect(await together(7, () => forgot(site.newBrowser(), address))).toEqual({ 303: 5, 429: 2 });
  expect(await together(6, () => forgot(own, address))).toEqual({ 303: 5, 429: 1 });
  expect(await emailsTo(address)).toHaveLength(10);
});

test("guesses in a stolen session count for the account from any network; an empty password does not count", async () => {
  const ana = await signedIn(site, "robbed");
  const leave = (guess: string, n: number) => {
    const thief = site.newBrowser(`198.51.102.${n}`);
    for (const [name, value] of ana.cookies) thief.cookies.set(name, value);
    return status(thief.post("/es/profile", { intent: "delete-account", password: guess }));
  };
  for (let n = 0; n < 20; n++) expect(await leave("", n)).toBe(401);
  for (let n = 0; n < 10; n++) expect(await leave("wrong1234", n)).toBe(401);
  expect(await leave("wrong1234", 11)).toBe(429);
  expect(await leave(password, 12)).toBe(429);
  // The owner's own sign-ins are counted separately.
  expect(await status(logIn(site.newBrowser(), "robbed"))).toBe(303);
});

test("mistakes are free: taken names and refused votes, reviews and suggestions do not use up the limits", async () => {
  await addAccount(site.db, "taken");
  const visitor = site.newBrowser();
  for (let n = 0; n < 6; n++) {
    expect(await signUp(visitor, { nombre_usuario: "taken" })).toBe(409);
    expect(await signUp(visitor, { email: "taken@example.org" })).toBe(409);
    expect(await vote(visitor)).toBe(401);
    expect(await publish(visitor)).toBe(303);
    expect(await publish(visitor, 999_999)).toBe(404);
    const known = { intent: "suggest-dupe", marca_dupe: "Armaf", nombre_dupe: "Club de Nuit" };
    expect(await status(visitor.post(path, known))).toBe(409);
  }
  for (let n = 0; n < 5; n++) expect(await write(visitor)).toBe(303);
  for (let n = 0; n < 5; n++) expect(await suggest(visitor)).toBe(303);
  for (let n = 0; n < 5; n++) expect(await signUp(visitor)).toBe(303);

  const ana = await signedIn(site, "mistaken");
  expect(await vote(ana)).toBe(303);
  for (let n = 0; n < 31; n++) expect(await vote(ana)).toBe(409);
  for (let n = 0; n < 5; n++) expect(await write(ana)).toBe(303);
});

test("mistakes are limited, too: nobody can probe names or addresses endlessly", async () => {
  await addAccount(site.db, "sought");
  const visitor = site.newBrowser("203.0.113.30");
  await used(58, ["mistakes", "sign-up\n203.0.113.30"]);
  const statuses = await inTurn(4, () => signUp(visitor, { email: "sought@example.org" }));
  expect(statuses).toEqual([409, 409, 429, 429]);
});

test("mistakes are also limited across one customer's networks", async () => {
  await addAccount(site.db, "wanted");
  const from = (address: (n: number) => string) =>
    inTurn(4, (n) =>
      signUp(site.newBrowser(address(n)), {
        nombre_usuario: "wanted",
        email: `guessed_${n}@example.org`,
      }),
    );
  await used(98, ["mistakesOfNetwork", "sign-up\n2001:db8:5:0::/56"]);
  expect(await from((n) => `2001:db8:5:${n}::1`)).toEqual([409, 409, 429, 429]);
  await used(118, ["mistakesOfWideNetwork", "sign-up\n2001:db8:6::/48"]);
  expect(await from((n) => `2001:db8:6:${n}00::1`)).toEqual([409, 409, 429, 429]);
  // Nobody made mistakes in another kind of action.
  expect(await write(site.newBrowser("2001:db8:5:1::1"))).toBe(303);
});

test("a person publishes twenty reviews, makes ten suggestions and writes five messages a day, from any network", async () => {
  const ana = await signedIn(site, "busy");
  const several = async (count: number, action: () => Promise<number>) =>
    tally(await inTurn(count, action));
  expect(await several(22, () => publish(ana))).toEqual({ 303: 20, 429: 2 });
  expect(await several(12, () => suggest(ana))).toEqual({ 303: 10, 429: 2 });
  expect(await several(7, () => write(ana))).toEqual({ 303: 5, 429: 2 });
});

test("accounts of one mailbox are one person: twenty reviews and twenty blind tests a day (RULES.md 5.7)", async () => {
  const [first, second] = [
    await signedIn(site, "tagged_one", { email: "tagged+1@example.org" }),
    await signedIn(site, "tagged_two", { email: "tagged+2@example.org" }),
  ];
  const pair = `/es${await pairOf(site.db, dupe)}`;
  const smell = (who: TestBrowser) =>
    status(who.post(pair, { intent: "blind-start", dupe_id: String(dupe) }));
  for (const act of [publish, smell]) {
    const statuses = await inTurn(22, (n) => act(n % 2 ? first : second));
    expect(tally(statuses)).toEqual({ 303: 20, 429: 2 });
  }
});

test("a person reports at most twenty prices a day as gone", async () => {
  const { id: bottle } = await site.db
    .selectFrom("perfumes")
    .select("id")
    .orderBy("id")
    .executeTakeFirstOrThrow();
  const prices: number[] = [];
  for (let n = 0; n < 25; n++)
    prices.push(await addPrice(site.db, bottle, 2000 + n, new Date(), { shop: `shop${n}.es` }));
  const gone = (browser: TestBrowser, price: number) =>
    status(browser.post(path, { intent: "price-gone", price_id: String(price) }));
  const person = await signedIn(site, "bargain_hunter");
  expect(tally(await inTurn(25, (n) => gone(person, prices[n]!)))).toEqual({ 303: 20, 429: 5 });
});

test("a form beyond a limit is refused before its content is processed", async () => {
  const visitor = site.newBrowser();
  for (let n = 0; n < 5; n++) expect(await write(visitor)).toBe(303);
  const invalid = { name: "", email: "nobody", message: "kept" };
  const page = await visitor.post("/es/contact", invalid);
  expect(page).toBeRefused(429, "es", "form.tooMany", { values: { minutes: "10" } });
  expect(page.dom.querySelector("textarea")?.textContent).toBe("kept");
});
