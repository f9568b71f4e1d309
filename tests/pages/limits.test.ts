// Limits (app/limits/limit-table.ts) as people and attackers meet them; each test uses different networks.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Limit, limits } from "#app/limits/limit-table.ts";
import type { Count } from "#app/limits/limits.ts";
import { addAccount, password, registration } from "../support/accounts.ts";
import { setCookieHeader, type TestBrowser } from "../support/browser.ts";
import { addPerfume, addPerfumeWithDupe, pairOf } from "../support/database.ts";
import { emailsTo, linkTo } from "../support/emails.ts";
import { fieldValue } from "../support/form-page.ts";
import { messageForm } from "../support/message-form.ts";
import { addPrice } from "../support/prices.ts";
import { logIn, signedIn } from "../support/sign-in.ts";
import { openSite, type Page } from "../support/site.ts";
import { useUp } from "../support/use-up.ts";
import "../support/matchers.ts";

// Emails are queued, but never sent.
const site = await openSite({ SMTP_URL: "smtp://127.0.0.1:9" });
afterAll(() => site.close());

let dupe: number;
/** addresses of the original, of the pair, and of a bottle without dupes */
let path: string;
let pair: string;
let lonely: string;
let bottle: string;
let report: Record<string, string>;
let gone: Record<string, string>;

beforeAll(async () => {
  const added = await addPerfumeWithDupe(site.db);
  dupe = added.dupe;
  bottle = String(added.id);
  path = `/es${added.path}`;
  pair = `/es${await pairOf(site.db, dupe)}`;
  lonely = `/es/perfume/zara-alone-${await addPerfume(site.db, "Zara", "Alone")}`;
  const author = await signedIn(site, "author");
  await publish(author);
  report = { intent: "report-review", review_id: "1", reason: "spam", note: "Typed" };
  const price = await addPrice(site.db, added.id, 2000, new Date());
  gone = { intent: "price-gone", price_id: String(price) };
});

let sent = 0;
const status = async (answer: Promise<Page>) => (await answer).status;

const write = (browser: TestBrowser, message = `Hello ${++sent}`) =>
  browser.post("/es/contact", messageForm(message));

const notify = (browser: TestBrowser, message: string, email = "ana@example.org") =>
  browser.post("/es/notice", messageForm(message, { email, url: "/es", goodFaith: "on" }));

const suggest = (browser: TestBrowser, nombre_perfume = `Perfume ${++sent}`) =>
  browser.post("/es", { intent: "suggest-perfume", nombre_perfume, marca_perfume: "Nobody" });

const suggestDupe = (browser: TestBrowser, nombre_dupe = "Typed", marca_dupe = "Nobody") =>
  browser.post(path, { intent: "suggest-dupe", nombre_dupe, marca_dupe });

const ofDupe = (intent: string, more: Record<string, string> = {}) => ({
  intent,
  dupe_id: String(dupe),
  worn_both: "on",
  ...more,
});

const publish = (browser: TestBrowser, description = `Review ${++sent}`, at = dupe) =>
  browser.post(path, ofDupe("publish-review", { description, dupe_id: String(at) }));

const publishTyped = (browser: TestBrowser) => publish(browser, "Typed");

const smell = (browser: TestBrowser) => browser.post(pair, ofDupe("blind-start"));

const vote = (browser: TestBrowser) => browser.post(path, ofDupe("vote", { voto: "1" }));

const reportTyped = (browser: TestBrowser) => browser.post(path, report);

const sayGone = (browser: TestBrowser) => browser.post(path, gone);

const keep = (browser: TestBrowser) =>
  browser.post("/es/shelf", { intent: "shelf-add", perfume_id: bottle, list: "want" });

const tellPrice = (browser: TestBrowser) =>
  browser.post(path, {
    intent: "add-price",
    perfume_id: bottle,
    amount: `2${++sent},30`,
    currency: "EUR",
    size_ml: "100",
    shop: "Typed",
  });

const facts = { intent: "suggest-facts", concentracion: "edp", familia: "Typed" };

const signUp = (browser: TestBrowser, more: Record<string, string> = {}) =>
  status(browser.post("/es/auth", registration(`person_${++sent}`, more)));

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

/** Sets a count as if that many had been sent. */
const counted = (limit: Limit, points: number) =>
  site.db.updateTable("rate_limits").set({ points }).where("key", "like", `${limit}:%`).execute();

const queuedTo = async (recipient: string) => (await emailsTo(site, recipient)).length;

beforeEach(() => site.db.deleteFrom("rate_limits").execute());

test.each([
  ["messagesOfNetwork", "2001:db8:1:0::/56", write, (n: number) => `2001:db8:1:${n}::1`],
  ["messagesOfWideNetwork", "2001:db8:2::/48", write, (n: number) => `2001:db8:2:${n}00::1`],
  ["messagesOfNetwork", "198.51.100.0/24", write, (n: number) => `198.51.100.${n}`],
  ["pricesOfNetwork", "198.51.100.0/24", tellPrice, (n: number) => `198.51.100.${n}`],
  ["suggestionsOfNetwork", "198.51.100.0/24", suggest, (n: number) => `198.51.100.${n}`],
  ["draftsOfNetwork", "198.51.100.0/24", publish, (n: number) => `198.51.100.${n}`],
] as const)("%s has room for two more from %s", async (limit, network, send, address) => {
  await used(limits[limit].points - 2, [limit, network]);
  const from = (n: number) => status(send(site.newBrowser(address(n + 1))));
  expect(await inTurn(4, from)).toEqual([303, 303, 429, 429]);
});

test("messages from different networks are stored beyond what the operators' mailbox gets", async () => {
  await used(limits.messagesEmailed.points - 1, ["messagesEmailed", "message"]);
  const from = (n: number) => status(write(site.newBrowser(`2001:db9:${n}::1`)));
  expect(await inTurn(4, from)).toEqual([303, 303, 303, 303]);
});

test("on localhost only the client counts", async () => {
  const here = (n: number) => status(write(site.newBrowser(`127.0.0.${n + 1}`)));
  expect(await inTurn(4, here)).toEqual([303, 303, 303, 303]);
  const keys = await site.db.selectFrom("rate_limits").select("key").execute();
  expect(keys.filter(({ key }) => /Network:/u.test(key))).toEqual([]);
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
  expect(await status(write(from(6)))).toBe(303);
});

test("a mailbox gets five emails a day of each kind: sign-ups and resends together, resets apart", async () => {
  const address = "flooded@example.org";
  expect(await signUp(site.newBrowser(), { email: address })).toBe(303);
  expect(await together(6, () => resend(site.newBrowser(), address))).toEqual({ 303: 4, 429: 2 });
  expect(await together(6, () => forgot(site.newBrowser(), address.toUpperCase()))).toEqual({
    303: 5,
    429: 1,
  });
  expect(await queuedTo(address)).toBe(10);
});

test("a stranger's sign-ups to plus-addresses fill the mailbox's five, keep what was typed, and cost the owner no reset", async () => {
  await addAccount(site.db, "tagged", { email: "tag.ged@gmail.com" });
  const stranger = (n: number) =>
    registration(`stranger_${n}`, { email: `tagged+${n}@googlemail.com` });
  const answers = [];
  for (let n = 0; n < 7; n++) answers.push(await site.newBrowser().post("/es/auth", stranger(n)));
  expect(tally(answers.map((answer) => answer.status))).toEqual({ 303: 5, 429: 2 });
  const emails = site.db.selectFrom("outbox").select("id").where("recipient", "like", "tagged+%");
  expect(await emails.execute()).toHaveLength(5);

  const last = answers.at(-1)!;
  expect(last).toBeRefused(429, "es", "form.tooManyToday", { values: { hours: "24" } });
  expect(Number(last.headers.get("Retry-After"))).toBeGreaterThan(86_000);
  const { nombre_completo, nombre_usuario, email } = stranger(6);
  for (const [name, typed] of Object.entries({ nombre_completo, nombre_usuario, email }))
    expect(fieldValue(last, name)).toBe(typed);
  expect(last.html).not.toContain(password);

  expect(await forgot(site.newBrowser(), "tag.ged@gmail.com")).toBe(303);
  expect(await queuedTo("tag.ged@gmail.com")).toBe(1);
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
  expect(answers.flat()).toEqual([429, 429, 429, 429]);
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
    status(notify(site.newBrowser(), `Notice ${n}`, `victim+${n}@example.org`));
  expect(await together(7, notice)).toEqual({ 303: 7 });
  const receipts = site.db.selectFrom("outbox").select("id").where("recipient", "like", "victim+%");
  expect(await receipts.execute()).toHaveLength(5);
  expect(await signUp(site.newBrowser(), { email: "victim@example.org" })).toBe(303);
});

test("emails requested for an address without an account do not prevent its owner from signing up", async () => {
  const address = "newcomer@example.org";
  await together(6, () => forgot(site.newBrowser(), address));
  expect(await signUp(site.newBrowser(), { email: address })).toBe(303);
  expect(await queuedTo(address)).toBe(1);
});

test("the notice of a changed password is sent, however many emails the address got", async () => {
  await addAccount(site.db, "noticed");
  await together(6, () => forgot(site.newBrowser(), "noticed@example.org"));
  const { token } = await linkTo(site, "noticed@example.org");
  const reset = site.newBrowser().post("/es/auth/reset", { token, password: "patchouli123" });
  expect(await status(reset)).toBe(303);
  expect(await queuedTo("noticed@example.org")).toBe(6);
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
  expect(await queuedTo(address)).toBe(10);
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
  const ana = await signedIn(site, "mistaken");
  for (let n = 0; n < 6; n++) {
    expect(await signUp(visitor, { nombre_usuario: "taken" })).toBe(409);
    expect(await signUp(visitor, { email: "taken@example.org" })).toBe(409);
    expect(await status(vote(visitor))).toBe(401);
    expect(await status(publish(ana, "Text", 999_999))).toBe(404);
    expect(await status(suggestDupe(visitor, "Club de Nuit", "Armaf"))).toBe(409);
  }
  for (let n = 0; n < 5; n++) expect(await status(write(visitor))).toBe(303);
  for (let n = 0; n < 5; n++) expect(await status(suggest(visitor))).toBe(303);
  for (let n = 0; n < 5; n++) expect(await signUp(visitor)).toBe(303);
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
  expect(await status(write(site.newBrowser("2001:db8:5:1::1")))).toBe(303);
});

type Send = (who: TestBrowser) => Promise<Page>;

const person = () => signedIn(site, `busy_${++sent}`);
const visitor = async () => site.newBrowser();

const forms: [
  limit: Limit,
  what: string,
  who: () => Promise<TestBrowser>,
  send: Send,
  field?: string,
][] = [
  ["actionsOfUser", "vote", person, vote],
  [
    "actionsOfUser",
    "verdict",
    person,
    (who) => who.post(pair, ofDupe("verdict", { lasting: "same" })),
  ],
  ["actionsOfUser", "alert", person, (who) => who.post(lonely, { intent: "tell-me" })],
  ["reviews", "review", person, publishTyped, "description"],
  ["drafts", "visitor's review", visitor, publishTyped, "description"],
  ["blindTests", "blind test", person, smell],
  ["reports", "report", person, reportTyped, "note"],
  ["messagesOfUser", "message", person, (who) => write(who, "Typed"), "message"],
  ["messagesOfClient", "visitor's message", visitor, (who) => write(who, "Typed"), "message"],
  ["messagesOfUser", "notice", person, (who) => notify(who, "Typed"), "message"],
  ["messagesOfClient", "visitor's notice", visitor, (who) => notify(who, "Typed"), "message"],
  ["suggestionsOfUser", "perfume", person, (who) => suggest(who, "Typed"), "nombre_perfume"],
  [
    "suggestionsOfUser",
    "fact",
    person,
    (who) => who.post(`${path}?suggest=facts`, facts),
    "familia",
  ],
  ["suggestionsOfClient", "visitor's dupe", visitor, suggestDupe, "nombre_dupe"],
  ["pricesOfUser", "price", person, tellPrice, "shop"],
  ["pricesOfClient", "visitor's price", visitor, tellPrice, "shop"],
  ["goneOfUser", "word about a price", person, sayGone],
  ["shelfOfUser", "bottle", person, keep],
  ["shelfOfClient", "visitor's bottle", visitor, keep],
];

test.each(forms)(
  "%s: after the last %s one more is refused, and stays typed",
  async (limit, _, who, send, field) => {
    const { points, duration } = limits[limit];
    const browser = await who();
    expect((await send(browser)).status).toBe(303);
    await counted(limit, points);
    const refused = await send(browser);
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers.get("Retry-After"));
    expect([wait > duration * 0.9, wait <= duration]).toEqual([true, true]);
    expect(field && fieldValue(refused, field)).toBe(field && "Typed");
  },
);

test("accounts of one mailbox are one person (RULES.md 5.7)", async () => {
  const [first, second] = [
    await signedIn(site, "tagged_one", { email: "tagged+1@example.org" }),
    await signedIn(site, "tagged_two", { email: "tagged+2@example.org" }),
  ];
  for (const send of [publishTyped, tellPrice, smell, reportTyped, sayGone]) {
    expect((await send(first)).status).toBe(303);
    for (const limit of ["reviews", "pricesOfUser", "blindTests", "reports", "goneOfUser"] as const)
      await counted(limit, limits[limit].points);
    expect((await send(second)).status).toBe(429);
  }
});

test("a form beyond a limit is refused before its content is processed", async () => {
  const browser = site.newBrowser();
  expect(await status(write(browser))).toBe(303);
  await counted("messagesOfClient", limits.messagesOfClient.points);
  const page = await write(browser, "");
  expect(page).toBeRefused(429, "es", "form.tooMany", { values: { minutes: "10" } });
});
