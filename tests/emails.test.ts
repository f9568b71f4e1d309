import { readFileSync } from "node:fs";
import { parse } from "node-html-parser";
import { expect, test } from "vitest";
import { pairPath } from "#app/domain/catalog/slugs.ts";
import { formatIn } from "#app/i18n/format.ts";
import { type Language, languageCodes } from "#app/i18n/languages.ts";
import type { Email } from "#app/mail/outbox.ts";
import {
  confirmationEmail,
  googleLinkedEmail,
  passwordChangedEmail,
  resetEmail,
} from "#app/domain/accounts/account-emails.ts";
import { digestEmail, warningEmail } from "#app/domain/desk/operator-emails.ts";
import { type Statement, statementEmail } from "#app/domain/desk/statements.ts";
import {
  contactEmail,
  noticeDecisionEmail,
  noticeEmail,
  noticeReceivedEmail,
} from "#app/domain/messages/message-emails.ts";
import { firstDupeEmail, weeklyEmail } from "#app/domain/shelf/shelf-emails.ts";
import { thanksEmail } from "#app/domain/suggestions/thanks.ts";
import { translate, translationsOf } from "./support/translations.ts";

const to = "ana@example.org";
const origin = "https://sosia.example";
const at = "2026-03-01T10:00:00.000Z";
const token = "a_b-C";
const perfume = { id: 7, marca: "Creed", nombre: "Aventus" };
const club = { id: 8, marca: "Armaf", nombre: "Club" };
const decisions = {
  forGood: { kind: "suspension", until: null, reason: "Insults" },
  until: { kind: "suspension", until: "2026-12-07T10:00:00.000Z", reason: "Insults" },
  review: { kind: "review", bottle: perfume, text: "Buy {{mine}}!\nNow." },
  reviews: { kind: "reviews", count: 1234 },
} satisfies Record<string, Statement["decided"]>;

const statementOf = (language: Language, decided: Statement["decided"]) =>
  statementEmail(origin, { email: to, language, reference: 4711, at, decided });

type Write = (language: Language) => Email;
const statements = Object.entries(decisions).map(([kind, decided]): [string, Write] => [
  kind,
  (language) => statementOf(language, decided),
]);
const thanks = { email: to, at };
/** Every email with a button, and the page that it links to. */
const withButton: Record<string, [Write, path: string]> = {
  confirmation: [
    (language) => confirmationEmail(to, token, { origin, language, redirectTo: "/es/shelf" }),
    `/auth/confirm?token=${token}&redirectTo=%2Fes%2Fshelf`,
  ],
  reset: [(language) => resetEmail(to, token, { origin, language }), `/auth/reset?token=${token}`],
  passwordChanged: [(language) => passwordChangedEmail(to, { origin, language }), "/auth/forgot"],
  googleLinked: [(language) => googleLinkedEmail(to, { origin, language }), "/auth/forgot"],
  newNetwork: [
    (language) => warningEmail(origin, { email: to, language }, "newNetwork", new Date(at)),
    "/auth/forgot",
  ],
  secondFactorOn: [
    (language) => warningEmail(origin, { email: to, language }, "secondFactorOn", new Date(at)),
    "/auth/forgot",
  ],
  wrongCodes: [
    (language) => warningEmail(origin, { email: to, language }, "wrongCodes", new Date(at)),
    "/auth/forgot",
  ],
  firstDupe: [
    (language) => firstDupeEmail(origin, { email: to, language, since: at, perfume }),
    "/perfume/creed-aventus-7",
  ],
  perfumeAdded: [
    (language) => thanksEmail(origin, { ...thanks, language, bottle: perfume, original: null }),
    "/perfume/creed-aventus-7",
  ],
  factsAdded: [
    (language) =>
      thanksEmail(origin, {
        ...thanks,
        language,
        bottle: perfume,
        original: null,
        of: "fact_suggestions",
      }),
    "/perfume/creed-aventus-7",
  ],
  sourceAdded: [
    (language) =>
      thanksEmail(origin, {
        ...thanks,
        language,
        bottle: club,
        original: perfume,
        of: "source_suggestions",
      }),
    `${pairPath(perfume, club)}#sources`,
  ],
  dupeAdded: [
    (language) => thanksEmail(origin, { ...thanks, language, bottle: club, original: perfume }),
    "/perfume/creed-aventus-7",
  ],
  ...Object.fromEntries(statements.map(([kind, write]) => [kind, [write, "/contact"]])),
};
const waiting = {
  perfumes: 1,
  dupes: 0,
  facts: 0,
  sources: 0,
  prices: 0,
  reviews: 0,
  messages: 2345,
  deadEmails: 0,
};
const notice = { email: to, url: `${origin}/es`, language: null, receivedAt: at, reason: "It is." };
const standing = {
  own: null,
  similarity: 90,
  best: { ...club, price: null },
  price: null,
  cheapest: null,
};
const news = { perfume, standing, closer: true, cheaper: false };
const subscriber = { user_id: "ana", email: to };
const sender = { origin, sessionSecrets: ["secret"] };
/** Every email. */
const emails: Record<string, Write> = {
  ...Object.fromEntries(Object.entries(withButton).map(([name, [write]]) => [name, write])),
  digest: (language) => digestEmail(origin, { email: to, language }, waiting),
  weekly: (language) =>
    weeklyEmail(sender, { ...subscriber, language }, [
      { ...news, before: { similarity: null, price: null } },
    ]),
  contact: () => contactEmail(to, { name: "Ana", email: "a@example.org", message: "Hello" }),
  notice: () =>
    noticeEmail(to, 5, { name: "Ana", email: "a@example.org", url: origin, message: "Mine" }),
  noticeReceived: (language) => noticeReceivedEmail(to, 5, language, new Date(at)),
  noticeDecision: (language) =>
    noticeDecisionEmail({ ...notice, language, reference: 5, decision: "kept" }, "op@example.org"),
};
const inEveryLanguage = <T>(kinds: Record<string, T>) =>
  languageCodes.flatMap((language) =>
    Object.entries(kinds).map(([name, kind]) => ({ language, name, kind })),
  );

test.each(inEveryLanguage(withButton))(
  "$name in $language has its link in text and HTML",
  ({ language, kind: [write, path] }) => {
    const email = write(language);
    const link = `${origin}/${language}${path}`;
    expect(email.to).toBe(to);
    expect(email.text.split("\n")).toContain(link);
    const page = parse(email.html);
    expect(page.querySelector("html")?.getAttribute("lang")).toBe(language);
    const links = page.querySelectorAll("a");
    expect(links.map((one) => one.getAttribute("href"))).toEqual([link, link]);
    expect(links[1]!.text).toBe(link);
  },
);

test.each(inEveryLanguage(emails))(
  "$name in $language has the same content in HTML and text, without gaps",
  ({ language, kind: write }) => {
    const { subject, text, html } = write(language);
    const shown = parse(html).querySelector("body")!.text.replaceAll(/\s+/g, " ");
    const lines = text.split("\n").filter((line) => line && line !== "-- ");
    for (const line of lines.filter((one) => !one.startsWith(origin)))
      expect(shown).toContain(line.replaceAll(/\s+/g, " "));
    const said = `${subject}${text}${html}`.replaceAll("{{mine}}", "");
    expect(said).not.toMatch(/undefined|\[object|\{\{|confirmation\.|emails:/);
  },
);

test.each(languageCodes)("an email in %s says how long its link is valid", (language) => {
  expect(confirmationEmail(to, token, { origin, language }).text).toMatch(/\b24\b/);
  expect(resetEmail(to, token, { origin, language }).text).toMatch(/\b60\b/);
});

test.each(languageCodes)(
  "the first-dupe email in %s names the bottle and the date of the request",
  (language) => {
    const { subject, text } = emails.firstDupe!(language);
    expect(subject).toContain("Aventus");
    for (const word of ["Creed", "Aventus", formatIn(language).date(at)])
      expect(text).toContain(word);
  },
);

test.each(["removed", "kept"] as const)(
  "that a notice was decided as %s is said with the page, the reason and whom to write to (RULES.md 8.3)",
  (decision) => {
    const contact = "op@example.org";
    const decided = { ...notice, language: "es", reference: 5, decision };
    const { text } = noticeDecisionEmail(decided, contact);
    const date = formatIn("es").date(at);
    const said = translate("es", `emails:noticeDecision.${decision}`, { date });
    for (const part of [said, notice.url, notice.reason, contact]) expect(text).toContain(part);
  },
);

test("the weekly email has 20 bottles, and says when there are more (RULES.md 7.5)", () => {
  const one = { ...news, before: { similarity: null, price: null } };
  const { more } = translationsOf("es").emails.weekly;
  for (const [count, isSaid] of [
    [20, false],
    [21, true],
  ] as const) {
    const { text } = weeklyEmail(
      sender,
      { ...subscriber, language: "es" },
      Array.from({ length: count }, () => one),
    );
    const shown = text.split(`${perfume.nombre} · ${perfume.marca}`).length - 1;
    expect([shown, text.includes(more)]).toEqual([20, isSaid]);
  }
});

test("a contact message's email can be answered", () => {
  const email = contactEmail(to, {
    name: "Ana  O'Neil\nE-mail: boss@example.org",
    email: "writer@example.org",
    message: "One\r\ntwo & <three>",
  });
  expect(email).toMatchObject({ to, replyTo: "writer@example.org" });
  expect(email.subject).toMatch(/ – Ana O'Neil E-mail: boss@example\.org$/);
  expect(email.text).toContain("One\ntwo & <three>");
  expect(email.text).toContain("\nwriter@example.org\n");
  expect(email.html).toContain("One<br>two &amp; &lt;three&gt;");
});

test("hostile values are escaped in title, body and links", () => {
  const name = `</title><script>alert("1")</script><img src=x onerror='y'>`;
  const contact = contactEmail(to, { name, email: "a@example.org", message: name });
  const reset = resetEmail(to, `"><script>'`, { origin, language: "en" });
  const bottle = { id: 1, marca: name, nombre: name };
  const dupe = firstDupeEmail(origin, { email: to, language: "en", since: at, perfume: bottle });
  for (const { html } of [contact, reset, dupe]) {
    const page = parse(html);
    expect(page.querySelectorAll("script, img")).toEqual([]);
    expect(html).not.toContain("<script");
  }
  expect(parse(contact.html).querySelector("title")?.text).toContain(name);
  expect(parse(reset.html).querySelector("a")?.getAttribute("href")).toBe(
    `${origin}/en/auth/reset?token="><script>'`,
  );
});

test("an email loads no remote content", () => {
  for (const { language, kind: write } of inEveryLanguage(emails))
    expect(write(language).html).not.toMatch(/\ssrc=|url\(|<link|@import/i);
});

test.each(languageCodes)(
  "a statement of reasons in %s says what, why, for how long and how to object, but not who decided",
  (language) => {
    const format = formatIn(language);
    const [forever, days, review, reviews] = statements.map(([, write]) => {
      const email = write(language);
      expect(email.text).toContain("4711");
      expect(email.text).toContain(format.date(at));
      expect(email.text.split("\n")).toContain(`${origin}/${language}/contact`);
      return email;
    });
    expect(forever!.text).toContain("\nInsults\n");
    const until = format.date("2026-12-07T10:00:00.000Z");
    expect(forever!.text).not.toContain(until);
    expect(days!.text).toContain(until);
    expect(days!.text).not.toMatch(/undefined|\{\{/);
    expect(review!.subject).toContain("Aventus");
    expect(review!.text).toContain("Creed");
    // Quoted text stays as it is.
    expect(review!.text).toContain("Buy {{mine}}!\nNow.");
    expect(reviews!.text).toContain(format.number(1234));
    const { statement } = JSON.parse(
      readFileSync(new URL(`../app/i18n/locales/${language}/emails.json`, import.meta.url), "utf8"),
    );
    expect(review!.text).toContain(statement.reported);
    expect(reviews!.text).toContain(statement.rules);
    for (const email of [forever, days, review, reviews])
      expect(email!.text).toContain(statement.notes[0]);
  },
);
