// The weekly email about the shelf (RULES.md 7.5, 7.6).
import PostalMime from "postal-mime";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { makeMessage } from "#app/mail/message.ts";
import { formatIn } from "#app/i18n/format.ts";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { emailsTo } from "../support/emails.ts";
import { emailOf } from "../support/accounts.ts";
import { runCommand } from "../support/command.ts";
import { addDupe, addPerfume } from "../support/database.ts";
import { addPrice, addShop } from "../support/prices.ts";
import { signedIn } from "../support/sign-in.ts";
import { openSite } from "../support/site.ts";
import { translate, translationsOf, twoLanguages } from "../support/translations.ts";
import "../support/matchers.ts";
import { eventually } from "../support/eventually.ts";

// The mail server is down, so emails wait in the database.
const site = await openSite({ SMTP_URL: "smtp://127.0.0.1:9" });
const { db } = site;
afterAll(() => site.close());
await addShop(db, "druni.es", { name: "Druni" });

let made = 0;
let original: number;
let path: string;

beforeEach(async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const nombre = `Rosa ${++made}`;
  original = await addPerfume(db, "Casa Alba", nombre);
  await addDupe(db, original, "Zara", `Flor ${made}`, { likes: 8, dislikes: 2 });
  path = perfumePath({ id: original, marca: "Casa Alba", nombre });
});

const ask = { intent: "weekly-email", weekly: "on" };
const stop = { intent: "weekly-email", weekly: "" };

async function subscriber(code = "es") {
  const ana = await signedIn(site, `person_${++made}`);
  await ana.post(`/${code}/shelf`, {
    intent: "shelf-add",
    perfume_id: String(original),
    list: "want",
  });
  await ana.post(`/${code}/shelf`, ask);
  return ana;
}

const subscribed = (id: string) =>
  db.selectFrom("shelf_emails").select(["user_id", "language"]).where("user_id", "=", id).execute();
const emailsOf = (id: string) => emailsTo(site, emailOf(id));

/** A dupe that is closer and cheaper than the previous one. @returns its name */
async function betterDupe(): Promise<string> {
  const nombre = `Mejor ${++made}`;
  await addDupe(db, original, "Lattafa", nombre, { likes: 18 });
  const { id } = await db
    .selectFrom("perfumes")
    .select("id")
    .where("nombre", "=", nombre)
    .executeTakeFirstOrThrow();
  await addPrice(db, id, 1250, new Date());
  return nombre;
}

/** The unsubscribe link in the newest email. */
async function unsubscribePathOf(id: string): Promise<string> {
  const url = (await emailsOf(id)).at(-1)!.unsubscribe_url!;
  return url.slice(site.origin.length);
}

test.each(twoLanguages)(
  "a person subscribes on the shelf and unsubscribes there, in %s",
  async (code) => {
    const ana = await signedIn(site, `person_${++made}`);
    const { pages } = translationsOf(code);
    const button = async () =>
      (await ana.get(`/${code}/shelf`)).dom.querySelector("#weekly button")?.text;
    expect(await button()).toBe(pages.shelf.weeklyAsk);
    const asked = await ana.post(`/${code}/shelf`, ask);
    expect(asked.headers.get("Location")).toBe(`/${code}/shelf#weekly`);
    expect(await ana.follow(asked)).toShow(code, "shelf.weeklyOn");
    expect(await subscribed(ana.id)).toEqual([{ user_id: ana.id, language: code }]);
    expect(await button()).toBe(pages.shelf.weeklyStop);
    const ended = await ana.post(`/${code}/shelf`, stop);
    expect(await ana.follow(ended)).toShow(code, "shelf.weeklyOff");
    expect(await subscribed(ana.id)).toEqual([]);
  },
);

test("a person who cannot subscribe is told why", async () => {
  expect(await site.newBrowser().post("/es/shelf", ask)).toBeRefused(401, "es", "shelf.mustSignIn");
  const eva = await signedIn(site, `person_${++made}`, { confirmed: false });
  expect(await eva.post("/es/shelf", ask)).toBeRefused(403, "es", "perfume.errorUnconfirmed");
  expect((await eva.get("/es/shelf")).dom.querySelector("#weekly button")).toBeNull();
  const ana = await signedIn(site, `person_${++made}`);
  expect((await ana.post("/es/shelf", { ...ask, weekly: "yes" })).status).toBe(422);
  expect(await subscribed(ana.id)).toEqual([]);
});

test.each(twoLanguages)(
  "the email lists the news in the person's language, as text and HTML, in %s",
  async (code) => {
    const ana = await subscriber(code);
    expect(await site.writeWeeklyEmails(new Date())).toBe(0);
    const dupe = await betterDupe();
    expect(await site.writeWeeklyEmails(new Date())).toBeGreaterThan(0);
    const [email] = await emailsOf(ana.id);
    const { percent, money } = formatIn(code);
    const closer = translate(code, "emails:weekly.closer", {
      dupe,
      brand: "Lattafa",
      similarity: percent(95),
    });
    const before = translate(code, "emails:weekly.before", { before: percent(75) });
    expect(email!.text).toContain(`${closer} ${before}\n`);
    expect(email!.text).toContain(money("12.50", "EUR"));
    expect(email!.text).toContain(`${site.origin}/${code}${path}\n`);
    expect(email!.text).toContain(`${site.origin}/${code}/shelf\n`);
    expect(email!.text).toContain(email!.unsubscribe_url!);
    expect(email!.html).toContain(`<html lang="${code}">`);
    expect(email!.html).toContain(dupe);
    const { raw } = await makeMessage(email!, { name: "Sosia", address: "a@sosia.test" });
    const { headers } = await PostalMime.parse(raw);
    const header = (name: string) => headers.find(({ key }) => key === name)?.value;
    expect(header("list-unsubscribe")).toBe(`<${email!.unsubscribe_url}>`);
    expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    // Within the week, or without further news, there is no other email.
    await betterDupe();
    await site.writeWeeklyEmails(new Date());
    expect(await emailsOf(ana.id)).toHaveLength(1);
  },
);

test("one-click unsubscribing in a mail program works without cookies or redirects, from another origin, repeatedly", async () => {
  const ana = await subscriber();
  await betterDupe();
  await site.writeWeeklyEmails(new Date());
  const way = await unsubscribePathOf(ana.id);
  const click = (headers: Record<string, string>) =>
    site.post(way, { "List-Unsubscribe": "One-Click" }, headers);
  const first = await click({ Origin: "https://mail.example", "Sec-Fetch-Site": "cross-site" });
  expect(first.status).toBe(200);
  expect(await subscribed(ana.id)).toEqual([]);
  expect((await click({ Origin: "null" })).status).toBe(200);
  // Also as multipart/form-data (RFC 8058 §3.2).
  expect((await site.newBrowser().upload(way, "List-Unsubscribe", null)).status).toBe(200);
});

test.each(twoLanguages)(
  "opening the link only asks, because scanners open it; its button unsubscribes, in %s",
  async (code) => {
    const ana = await subscriber(code);
    await betterDupe();
    await site.writeWeeklyEmails(new Date());
    const way = await unsubscribePathOf(ana.id);
    const visitor = site.newBrowser();
    const page = await visitor.get(way);
    const { unsubscribe } = translationsOf(code).pages;
    expect([page.status, page.dom.querySelector("h1")?.text]).toEqual([
      200,
      unsubscribe.asked.title,
    ]);
    expect(page.headers.get("Cache-Control")).toBe("private, no-store");
    expect(page.dom.querySelector("form button.main")?.text).toBe(unsubscribe.button);
    expect(await subscribed(ana.id)).toHaveLength(1);
    const done = await visitor.post(way, {});
    expect([done.status, done.dom.querySelector("h1")?.text]).toEqual([
      200,
      unsubscribe.done.title,
    ]);
    expect(await subscribed(ana.id)).toEqual([]);
  },
);

test("a truncated, forged or another person's token ends no subscription", async () => {
  const [ana, eva] = [await subscriber(), await subscriber()];
  await betterDupe();
  await site.writeWeeklyEmails(new Date());
  const [mine, theirs] = [await unsubscribePathOf(ana.id), await unsubscribePathOf(eva.id)];
  const [said, signed] = mine.split("token=")[1]!.split(".");
  const other = theirs.split("token=")[1]!.split(".")[0];
  for (const token of [
    "",
    "x",
    said!,
    `${said}.`,
    `${other}.${signed}`,
    `${said}.${signed}.x`,
    `${said}.${signed!.slice(1)}`,
  ]) {
    const answer = await site.post(`/es/shelf/unsubscribe?token=${token}`, {});
    expect([token, answer.status]).toEqual([token, 410]);
  }
  expect((await site.get("/es/shelf/unsubscribe")).status).toBe(410);
  expect(await subscribed(ana.id)).toHaveLength(1);
  expect(await subscribed(eva.id)).toHaveLength(1);
});

test("the command writes due emails once", async () => {
  const ana = await subscriber();
  await betterDupe();
  const digest = (...words: string[]) =>
    runCommand("shelf", site.config.databaseUrl, words, {
      APP_ORIGIN: site.origin,
      SESSION_SECRET: site.config.sessionSecrets.join(","),
      SMTP_URL: "smtp://127.0.0.1:9",
    });
  expect((await digest("digest")).out).toMatch(/^\d+ emails? queued\.\n$/u);
  expect(await emailsOf(ana.id)).toHaveLength(1);
  expect((await digest("digest")).out).toBe("0 emails queued.\n");
  expect(await digest("nothing")).toMatchObject({ code: 2 });
  const way = await unsubscribePathOf(ana.id);
  expect((await site.post(way, {})).status).toBe(200);
  expect(await subscribed(ana.id)).toEqual([]);
});

test("a running site writes them by itself", async () => {
  const ana = await subscriber();
  await betterDupe();
  const other = await openSite({
    DATABASE_URL: site.config.databaseUrl,
    SMTP_URL: "smtp://127.0.0.1:9",
  });
  try {
    await other.start();
    await eventually(async () => expect(await emailsOf(ana.id)).toHaveLength(1));
  } finally {
    await other.close();
  }
});
