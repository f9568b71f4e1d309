// A few networks that send all they can shut no form for others (RULES.md 8.4, 12.9).
import { limits } from "#app/limits/limit-table.ts";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { TestBrowser } from "../support/browser.ts";
import { addAccount, emailOf, registration } from "../support/accounts.ts";
import { emailsTo } from "../support/emails.ts";
import { messageForm } from "../support/message-form.ts";
import { logIn, signedIn } from "../support/sign-in.ts";
import { openSite } from "../support/site.ts";
import { translate } from "../support/translations.ts";
import "../support/matchers.ts";
import { useUp } from "../support/use-up.ts";

const team = "team@sosia.test";
// Emails are queued, but never sent.
const site = await openSite({ SMTP_URL: "smtp://127.0.0.1:9", CONTACT_TO: team });
afterAll(() => site.close());

beforeEach(async () => {
  for (const table of ["rate_limits", "contact_messages", "outbox"] as const)
    await site.db.deleteFrom(table).execute();
});

let sent = 0;

const send = async (browser: TestBrowser, path: string, form: Record<string, string>) =>
  (await browser.post(path, form)).status;

const write = (browser: TestBrowser) =>
  send(browser, "/es/contact", messageForm(`Hello ${++sent}`));
const notice = (browser: TestBrowser) =>
  send(browser, "/es/notice", {
    name: "Ana",
    email: `notifier${++sent}@example.org`,
    url: "/es/brands",
    message: "It is my photo.",
    goodFaith: "on",
  });
const resend = (browser: TestBrowser) =>
  send(browser, "/es/auth/confirm", { email: `flood${++sent}@example.org` });
const forgot = (browser: TestBrowser, email = `flood${++sent}@example.org`) =>
  send(browser, "/es/auth/forgot", { email });
const signUp = (browser: TestBrowser) =>
  send(browser, "/es/auth", registration(`person_${++sent}`));

/** What gets through from these networks, each time from another customer's /64. */
async function flood(
  networks: number,
  each: number,
  ask: (browser: TestBrowser) => Promise<number>,
): Promise<number> {
  let accepted = 0;
  for (let network = 1; network <= networks; network++) {
    // At once, because some take a fixed time.
    const answers = Array.from({ length: each }, (_, n) =>
      ask(site.newBrowser(`2001:db8:${network}:${(n * 256).toString(16)}::1`)),
    );
    accepted += (await Promise.all(answers)).filter((status) => status === 303).length;
  }
  return accepted;
}

/** Sets a count as if that many had been sent. */
const counted = (limit: string, points: number) =>
  site.db.updateTable("rate_limits").set({ points }).where("key", "like", `${limit}:%`).execute();

const mailbox = () => emailsTo(site, team);

test("five /48s send all they can: visitors, confirmed people and notices still get through, and the mailbox gets one more email", async () => {
  expect(await write(site.newBrowser("203.0.113.4"))).toBe(303);
  await counted("messagesEmailed", 246);
  // Each has room for two more of its sixty.
  for (let n = 1; n <= 5; n++)
    await useUp(site, 58, ["messagesOfWideNetwork", `2001:db8:${n}::/48`]);
  expect(await flood(5, 3, write)).toBe(10);
  const emails = await mailbox();
  expect(emails).toHaveLength(6);
  const waiting = emails.filter(({ text }) => text!.includes(`${site.origin}/es/desk/messages`));
  expect(waiting).toHaveLength(1);
  expect(await write(site.newBrowser("203.0.113.5"))).toBe(303);
  expect(await mailbox()).toHaveLength(6);
  expect(await notice(site.newBrowser("203.0.113.5"))).toBe(303);
  const member = await signedIn(site, "member");
  expect(await write(member)).toBe(303);
  expect(await mailbox()).toHaveLength(8);
  expect(await site.db.selectFrom("contact_messages").select("id").execute()).toHaveLength(14);
});

test("notices beyond the mailbox's share are stored and wait; their receipts do not stop", async () => {
  expect(await notice(site.newBrowser())).toBe(303);
  await counted("messagesEmailed", 250);
  expect(await notice(site.newBrowser())).toBe(303);
  expect(await notice(site.newBrowser())).toBe(303);
  const subjects = (await mailbox()).map(({ subject }) => subject);
  expect(subjects.slice(1)).toEqual([
    translate("es", "emails:messagesWait.subject", { number: "2" }),
  ]);
  const receipts = await site.db
    .selectFrom("outbox")
    .select("id")
    .where("recipient", "!=", team)
    .execute();
  expect(receipts).toHaveLength(3);
  expect(await site.db.selectFrom("contact_messages").select("id").execute()).toHaveLength(3);
});

test("beyond the hourly bound visitors are told when to come back; confirmed people and notices have bounds of their own", async () => {
  expect(await write(site.newBrowser())).toBe(303);
  await counted("messagesOfSite", 2000);
  const page = await site.newBrowser().post("/es/contact", messageForm("One too many"));
  expect(page.status).toBe(429);
  expect(Number(page.headers.get("Retry-After"))).toBeGreaterThan(3500);
  expect(await notice(site.newBrowser())).toBe(303);
  expect(await write(await signedIn(site, "other_member"))).toBe(303);
});

test.each([
  ["sign-ups", "emailsOfBusyNetworks", resend, signUp],
  ["resets", "emailsOfBusyNetworks", forgot, forgot],
  ["messages", "messagesOfBusyNetworks", write, write],
] as const)(
  "busy networks do not shut %s for one that has sent little",
  async (_, limit, ask, honest) => {
    expect(await flood(1, 4, ask)).toBe(4);
    await counted(limit, limits[limit].points);
    expect(await flood(1, 4, ask)).toBe(0);
    const office = (n: number) => site.newBrowser(`203.0.113.${n}`);
    const answers = await Promise.all([1, 2, 3, 4].map((n) => honest(office(n))));
    expect(answers.toSorted()).toEqual([303, 303, 303, 429]);
  },
);

test("a flood of one kind of email stops no other kind, and no owner who asks from a known place", async () => {
  expect(await resend(site.newBrowser())).toBe(303);
  await counted("emailsOfSite", 1000);
  expect(await resend(site.newBrowser())).toBe(429);
  expect(await forgot(site.newBrowser())).toBe(303);
  await counted("emailsOfSite", 1000);
  await addAccount(site.db, "owner");
  const home = site.newBrowser();
  await logIn(home, "owner");
  await home.post("/es/auth/sign-out", {});
  expect(await forgot(site.newBrowser(), emailOf("owner"))).toBe(429);
  expect(await forgot(home, emailOf("owner"))).toBe(303);
});
