import { buffer } from "node:stream/consumers";
import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  addAccount,
  languages,
  logIn,
  noticeOf,
  password,
  said,
  setCookie,
} from "../support/accounts.ts";
import { openSite, type Page, type TestSite } from "../support/site.ts";

let site: TestSite;
let emails: { to: string[]; subject: string; text: string; raw: string }[] = [];

const server = new SMTPServer({
  disabledCommands: ["AUTH", "STARTTLS"],
  logger: false,
  closeTimeout: 100,
  async onData(stream, { envelope }, done) {
    const raw = (await buffer(stream)).toString();
    const { subject = "", text = "" } = await PostalMime.parse(raw);
    emails.push({ to: envelope.rcptTo.map(({ address }) => address), subject, text, raw });
    done();
  },
});

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.server.address() as AddressInfo;
  site = await openSite({
    APP_ORIGIN: "https://sosia.test",
    SMTP_URL: `smtp://127.0.0.1:${port}`,
  });
});

afterAll(() => site.close());

beforeEach(() => {
  emails = [];
});

afterAll(() => new Promise<void>((closed) => server.close(closed)));

/** Has the emails delivered. @returns the one to that address */
async function emailTo(email: string) {
  await site.services.mailWorker.sendDue(new Date());
  const mine = emails.filter(({ to }) => to.includes(email));
  expect(mine).toHaveLength(1);
  emails = [];
  return mine[0]!;
}

/** @returns path and query of the email's link */
function linkIn({ text }: { text: string }): string {
  const [link = ""] = /https?:\/\/\S+token=[\w-]+/u.exec(text) ?? [];
  expect(link.startsWith("https://sosia.test/")).toBe(true);
  return link.slice("https://sosia.test".length);
}

const tokenOf = (link: string) => new URLSearchParams(link.split("?")[1]).get("token")!;

const registration = (name: string) => ({
  intent: "signup",
  nombre_completo: "Ana López",
  nombre_usuario: name,
  email: `${name}@example.org`,
  password,
});

async function signUp(name: string, lang = "es", headers: Record<string, string> = {}) {
  const visitor = site.visitor();
  const answer = await visitor.post(`/${lang}/auth`, registration(name), headers);
  return { visitor, answer };
}

/** What a GET of an email's link offers to do. */
const offersToPost = (page: Page) =>
  page.dom.querySelector("main form input[name=token]")?.getAttribute("value");

const expire = (userId: string) =>
  site.db
    .updateTable("account_tokens")
    .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
    .where("user_id", "=", userId)
    .execute();

const life = async (userId: string) => {
  const { expires_at } = await site.db
    .selectFrom("account_tokens")
    .select("expires_at")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Math.round((Date.parse(expires_at) - Date.now()) / 60_000);
};

test("an account waits until the link of its email is opened and the button there pressed", async () => {
  const { visitor, answer } = await signUp("ana", "fr");
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/fr/auth"]);
  expect(setCookie(answer, "auth_token")).toBeUndefined();
  expect(noticeOf(await visitor.follow(answer))).toBe(said("fr", "auth.confirmationSent"));
  expect(await logIn(visitor, "ana", {}, "fr")).toBeRefused(403, "fr", "auth.unconfirmed");

  const email = await emailTo("ana@example.org");
  const link = linkIn(email);
  expect(link).toMatch(/^\/fr\/auth\/confirm\?token=/);
  expect(email.raw).not.toContain(password);
  // Mail scanners open links.
  for (let round = 0; round < 2; round++)
    expect(offersToPost(await site.visitor().get(link))).toBe(tokenOf(link));
  expect((await site.request(link, { method: "HEAD" })).status).toBe(200);

  const phone = site.visitor();
  const confirmed = await phone.post(link, { token: tokenOf(link), intent: "confirm" });
  expect([confirmed.status, confirmed.headers.get("Location")]).toEqual([303, "/fr/auth"]);
  expect(setCookie(confirmed, "auth_token")).toBeUndefined();
  expect(noticeOf(await phone.follow(confirmed))).toBe(said("fr", "auth.confirmed"));
  expect((await logIn(visitor, "ana")).status).toBe(303);

  const again = await phone.post(link, { token: tokenOf(link), intent: "confirm" });
  expect(again).toBeRefused(410, "fr", "auth.linkSpent");
  expect(offersToPost(await phone.get(link))).toBeUndefined();
});

test("cookies travel over TLS alone when the site does", async () => {
  await addAccount(site.db, "tessa");
  const tessa = site.visitor();
  const answer = await logIn(tessa, "tessa");
  for (const name of ["auth_token", "flash"])
    expect(setCookie(answer, name)).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
  const spoken = await tessa.post("/language", { lang: "de", path: "/" });
  expect(setCookie(spoken, "language_preference")).toMatch(/; Secure/);
  expect((await tessa.get("/es")).headers.get("Strict-Transport-Security")).toContain("max-age=");
});

test("a link asked for again puts the earlier one out of use", async () => {
  const { visitor } = await signUp("bea");
  const first = linkIn(await emailTo("bea@example.org"));
  const answer = await visitor.post("/es/auth/confirm", { email: " BEA@example.org" });
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/es/auth"]);
  expect(noticeOf(await visitor.follow(answer))).toBe(said("es", "auth.resent"));
  const second = linkIn(await emailTo("bea@example.org"));
  const tried = await visitor.post("/es/auth/confirm", { token: tokenOf(first) });
  expect(tried).toBeRefused(410, "es", "auth.linkSpent");
  expect((await visitor.post("/es/auth/confirm", { token: tokenOf(second) })).status).toBe(303);
});

test("a confirmation link is good for 24 hours", async () => {
  const { visitor } = await signUp("carla");
  const link = linkIn(await emailTo("carla@example.org"));
  const { user_id } = await site.db
    .selectFrom("accounts")
    .select("user_id")
    .where("email", "=", "carla@example.org")
    .executeTakeFirstOrThrow();
  expect(await life(user_id)).toBe(24 * 60);
  await expire(user_id);
  expect((await visitor.get(link)).html).toContain(said("es", "auth.linkSpent"));
  expect(await visitor.post(link, { token: tokenOf(link) })).toBeRefused(
    410,
    "es",
    "auth.linkSpent",
  );
  expect((await logIn(visitor, "carla")).status).toBe(403);
});

test("a new password by email: every session ends, the old password too, and the owner is told", async () => {
  await addAccount(site.db, "dora", { confirmed: false });
  await site.db
    .updateTable("accounts")
    .set({ confirmed_at: new Date().toISOString() })
    .where("user_id", "=", "dora")
    .execute();
  const thief = site.visitor();
  await logIn(thief, "dora");
  const dora = site.visitor();
  const asked = await dora.post("/it/auth/forgot", { email: "dora@example.org" });
  expect(noticeOf(await dora.follow(asked))).toBe(said("it", "auth.resetSent"));
  expect(await life("dora")).toBe(60);
  const link = linkIn(await emailTo("dora@example.org"));
  for (let round = 0; round < 2; round++)
    expect(offersToPost(await dora.get(link))).toBe(tokenOf(link));

  const weak = await dora.post(link, { token: tokenOf(link), password: "weak" });
  expect(weak).toBeRefused(422, "it", "auth.weakPassword", { fields: ["password"] });
  const changed = await dora.post(link, { token: tokenOf(link), password: "another1" });
  expect([changed.status, changed.headers.get("Location")]).toEqual([303, "/it/auth"]);
  expect(noticeOf(await dora.follow(changed))).toBe(said("it", "auth.passwordChanged"));
  expect(await thief.isSignedIn()).toBe(false);
  expect((await logIn(dora, "dora")).status).toBe(401);
  expect((await logIn(dora, "dora", { password: "another1" })).status).toBe(303);
  expect((await emailTo("dora@example.org")).raw).not.toContain("another1");

  const again = await dora.post(link, { token: tokenOf(link), password: "another2" });
  expect(again).toBeRefused(410, "it", "auth.linkSpent");
  expect((await logIn(thief, "dora", { password: "another2" })).status).toBe(401);
});

test("a reset link is good for 60 minutes, and only the last one", async () => {
  await addAccount(site.db, "elsa");
  const elsa = site.visitor();
  const ask = async () => {
    await elsa.post("/es/auth/forgot", { email: "elsa@example.org" });
    return tokenOf(linkIn(await emailTo("elsa@example.org")));
  };
  const first = await ask();
  const second = await ask();
  const choose = (token: string) =>
    elsa.post(`/es/auth/reset?token=${token}`, { token, password: "another1" });
  expect(await choose(first)).toBeRefused(410, "es", "auth.linkSpent");
  await expire("elsa");
  expect(await choose(second)).toBeRefused(410, "es", "auth.linkSpent");
  expect((await logIn(elsa, "elsa")).status).toBe(303);
});

test("of two who use a reset link at once, one does", async () => {
  await addAccount(site.db, "fina");
  await site.visitor().post("/es/auth/forgot", { email: "fina@example.org" });
  const token = tokenOf(linkIn(await emailTo("fina@example.org")));
  const answers = await Promise.all(
    ["first123", "second123"].map((one) =>
      site.visitor().post("/es/auth/reset", { token, password: one }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 410]);
});

test("a token does for nothing but its purpose", async () => {
  await addAccount(site.db, "gina", { confirmed: false });
  const gina = site.visitor();
  await gina.post("/es/auth/confirm", { email: "gina@example.org" });
  const token = tokenOf(linkIn(await emailTo("gina@example.org")));
  const reset = await gina.post("/es/auth/reset", { token, password: "another1" });
  expect(reset).toBeRefused(410, "es", "auth.linkSpent");
  expect((await gina.post("/es/auth/confirm", { token })).status).toBe(303);
});

test("tokens are not kept as they are", async () => {
  await addAccount(site.db, "hilda");
  await site.visitor().post("/es/auth/forgot", { email: "hilda@example.org" });
  const token = tokenOf(linkIn(await emailTo("hilda@example.org")));
  const rows = await site.db.selectFrom("account_tokens").selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
});

const asking: [path: string, key: string][] = [
  ["/auth/forgot", "auth.resetSent"],
  ["/auth/confirm", "auth.resent"],
];

test.each(asking)("%s answers the same for every address", async (path, key) => {
  await addAccount(site.db, `known${key}`, { confirmed: key !== "auth.resent" });
  const answers = [];
  for (const email of [`known${key}@example.org`, "nobody@example.org"]) {
    const visitor = site.visitor();
    const asked = await visitor.post(`/pt${path}`, { email });
    const { status, html, headers } = asked;
    const next = await visitor.follow(asked);
    expect(noticeOf(next)).toBe(said("pt", key));
    const names = [...headers].map(([name, value]) => [
      name,
      name === "set-cookie" ? value.replace(/=[^;]+/u, "") : value,
    ]);
    answers.push({ status, html, names, next: next.html });
  }
  expect(answers[0]).toEqual(answers[1]);
  await site.services.mailWorker.sendDue(new Date());
  expect(emails.map(({ to }) => to)).toEqual([[`known${key}@example.org`]]);
});

test("who is confirmed gets no confirmation email", async () => {
  await addAccount(site.db, "ida");
  await site.visitor().post("/es/auth/confirm", { email: "ida@example.org" });
  await site.services.mailWorker.sendDue(new Date());
  expect(emails).toEqual([]);
});

test.each(languages)("emails and refusals are in %s", async (lang) => {
  const visitor = site.visitor();
  for (const path of ["forgot", "confirm"]) {
    const none = await visitor.post(`/${lang}/auth/${path}`, {});
    expect(none).toBeRefused(422, lang, "auth.fillIn", { fields: ["email"] });
    const bad = await visitor.post(`/${lang}/auth/${path}`, { email: "a@b\nBcc: c@d.example" });
    expect(bad).toBeRefused(422, lang, "auth.emailInvalid", { fields: ["email"] });
  }
  const dead = await visitor.get(`/${lang}/auth/reset?token=dead`);
  expect(dead.html).toContain(said(lang, "auth.linkSpent"));
  for (const path of ["reset", "confirm"]) {
    const spent = await visitor.post(`/${lang}/auth/${path}?token=dead`, {
      token: "dead",
      password,
    });
    expect(spent).toBeRefused(410, lang, "auth.linkSpent");
  }
  // Whatever else is wrong, what counts is that the link is worth nothing.
  const weak = await visitor.post(`/${lang}/auth/reset`, { token: "dead", password: "weak" });
  expect(weak).toBeRefused(410, lang, "auth.linkSpent");
  expect(await visitor.post(`/${lang}/auth/reset`, {})).toBeRefused(410, lang, "auth.linkSpent");

  await addAccount(site.db, `reader_${lang}`);
  await visitor.post(`/${lang}/auth/forgot`, { email: `reader_${lang}@example.org` });
  expect(linkIn(await emailTo(`reader_${lang}@example.org`))).toMatch(`/${lang}/auth/reset`);
});

test("whatever host is asked for, emails lead to the site's own", async () => {
  await addAccount(site.db, "kim");
  const headers = {
    Host: "evil.example",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "http",
    Forwarded: "host=evil.example",
    "X-Original-URL": "https://evil.example/",
  };
  await site.visitor().post("/es/auth/forgot", { email: "kim@example.org" }, headers);
  const reset = await emailTo("kim@example.org");
  await signUp("lea", "es", headers);
  const confirmation = await emailTo("lea@example.org");
  for (const email of [reset, confirmation]) {
    expect(linkIn(email)).toMatch(/^\/es\//);
    expect(email.raw).not.toContain("evil.example");
  }
});

test("one address gets five emails of a kind in an hour, whoever asks", async () => {
  await addAccount(site.db, "mia");
  const ask = (email: string) => site.visitor().post("/en/auth/forgot", { email });
  const askedFive = (email: string) => Promise.all(Array.from({ length: 5 }, () => ask(email)));
  for (const { status } of await askedFive("mia@example.org")) expect(status).toBe(303);
  const sixth = await ask("MIA@example.org");
  expect(sixth).toBeRefused(429, "en", "form.tooMany", { values: { minutes: "60" } });
  expect(sixth.headers.get("Retry-After")).toMatch(/^\d+$/);
  await askedFive("never@example.org");
  expect((await ask("never@example.org")).status).toBe(429);
});

test("an account whose email was never answered is told from others by its owner alone", async () => {
  await signUp("nora");
  const stranger = site.visitor();
  expect(await logIn(stranger, "nora", { password: "guess1234" })).toBeRefused(
    401,
    "es",
    "auth.wrongCredentials",
  );
  const taken = await stranger.post("/es/auth", {
    ...registration("nora"),
    nombre_usuario: "nora2",
  });
  expect(taken).toBeRefused(409, "es", "auth.emailTaken", { fields: ["email"] });
});

test("a browser that had another person's session has none after a password was changed in it", async () => {
  await addAccount(site.db, "olga");
  await addAccount(site.db, "paula");
  const shared = site.visitor();
  await logIn(shared, "olga");
  const before = shared.cookies.get("auth_token")!;
  await shared.post("/es/auth/forgot", { email: "paula@example.org" });
  const token = tokenOf(linkIn(await emailTo("paula@example.org")));
  await shared.post("/es/auth/reset", { token, password: "another1" });
  expect(shared.cookies.has("auth_token")).toBe(false);
  shared.cookies.set("auth_token", before);
  expect(await shared.isSignedIn()).toBe(false);
});
