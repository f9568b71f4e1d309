import { readFileSync } from "node:fs";
import { parse } from "node-html-parser";
import { expect, test } from "vitest";
import { languageCodes } from "#app/i18n/languages.ts";
import {
  confirmationEmail,
  contactEmail,
  dupeAddedEmail,
  firstDupeEmail,
  perfumeAddedEmail,
  passwordChangedEmail,
  resetEmail,
  statementEmail,
  type WrittenStatement,
} from "./emails.ts";

const to = "ana@example.org";
const link = "https://sosia.example/es/auth/confirm?token=a_b-C&x=1";
const asked = { marca: "Creed", nombre: "Aventus", date: "1/3/2026" };
const firstDupe: typeof resetEmail = (language, destination) =>
  firstDupeEmail(language, destination, asked);
const perfumeAdded: typeof resetEmail = (language, destination) =>
  perfumeAddedEmail(language, destination, asked);
const dupeAdded: typeof resetEmail = (language, destination) =>
  dupeAddedEmail(language, destination, { ...asked, original: "Aventus" });
const statements: WrittenStatement[] = [
  { kind: "suspension", until: null, reason: "Insults" },
  { kind: "suspension", until: "7/12/2026", reason: "Insults" },
  { kind: "review", marca: "Creed", nombre: "Aventus", text: "Buy {{mine}}!\nNow." },
  { kind: "reviews", number: "1.234" },
].map((one) => ({ ...one, reference: "4711", date: "5/12/2026" }) as WrittenStatement);
const [forGood, until, , reviewsRemoved] = statements.map(
  (statement): typeof resetEmail =>
    (language, destination) =>
      statementEmail(language, destination, statement),
);
const kinds = {
  forGood: forGood!,
  until: until!,
  reviewsRemoved: reviewsRemoved!,
  confirmationEmail,
  resetEmail,
  passwordChangedEmail,
  firstDupe,
  perfumeAdded,
  dupeAdded,
};
const all = languageCodes.flatMap((language) =>
  Object.entries(kinds).map(([name, make]) => ({ language, name, make })),
);

test.each(all)("$name in $language carries its link, in text and in HTML", ({ language, make }) => {
  const email = make(language, { to, link });
  expect(email.to).toBe(to);
  expect(email.text.split("\n")).toContain(link);
  const page = parse(email.html);
  expect(page.querySelector("html")?.getAttribute("lang")).toBe(language);
  const links = page.querySelectorAll("a");
  expect(links.map((one) => one.getAttribute("href"))).toEqual([link, link]);
  expect(links[1]!.text).toBe(link);
  expect(`${email.subject}${email.text}${email.html}`).not.toMatch(
    /undefined|\[object|\{\{|confirmation\.|emails:/,
  );
});

test.each(languageCodes)("an email in %s says how long its link is valid", (language) => {
  expect(confirmationEmail(language, { to, link }).text).toMatch(/\b24\b/);
  expect(resetEmail(language, { to, link }).text).toMatch(/\b60\b/);
});

test.each(languageCodes)(
  "the email of a first dupe in %s names the bottle, and when it was asked for",
  (language) => {
    const { subject, text } = firstDupeEmail(language, { to, link }, asked);
    expect(subject).toContain("Aventus");
    for (const word of Object.values(asked)) expect(text).toContain(word);
  },
);

test.each(all)("$name in $language says the same in HTML as in text", ({ language, make }) => {
  const { text, html } = make(language, { to, link });
  const shown = parse(html).querySelector("body")!.text.replaceAll(/\s+/g, " ");
  for (const line of text.split("\n").filter((line) => line && line !== "-- "))
    expect(shown).toContain(line.replaceAll(/\s+/g, " "));
});

test.each(languageCodes)("the message of a contact in %s can be answered", (language) => {
  const email = contactEmail(language, {
    to,
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

test("hostile values come out as text, in the title, in the body and in links", () => {
  const name = `</title><script>alert("1")</script><img src=x onerror='y'>`;
  const contact = contactEmail("en", { to, name, email: "a@example.org", message: name });
  const reset = resetEmail("en", { to, link: `https://sosia.example/"><script>'` });
  const dupe = firstDupeEmail("en", { to, link }, { marca: name, nombre: name, date: name });
  for (const { html } of [contact, reset, dupe]) {
    const page = parse(html);
    expect(page.querySelectorAll("script, img")).toEqual([]);
    expect(html).not.toContain("<script");
  }
  expect(parse(contact.html).querySelector("title")?.text).toContain(name);
  expect(parse(reset.html).querySelector("a")?.getAttribute("href")).toBe(
    `https://sosia.example/"><script>'`,
  );
});

test("an email fetches nothing", () => {
  for (const { language, make } of all)
    expect(make(language, { to, link }).html).not.toMatch(/\ssrc=|url\(|<link|@import/i);
});

/** Every text of a language by its key. */
function wordsOf(language: string): [string, string][] {
  const file = new URL(`../i18n/locales/${language}/emails.json`, import.meta.url);
  const flat = (value: unknown, key: string): [string, string][] =>
    typeof value === "string"
      ? [[key, value]]
      : Object.entries(value as object).flatMap(([name, inner]) => flat(inner, `${key}.${name}`));
  return flat(JSON.parse(readFileSync(file, "utf8")), "");
}

test("every language has the same texts, none empty, no sentence as in another", () => {
  const spanish = wordsOf("es").map(([key]) => key);
  const sentences = new Set<string>();
  for (const language of languageCodes) {
    const words = wordsOf(language);
    const own: string[] = [];
    expect(words.map(([key]) => key)).toEqual(spanish);
    for (const [key, text] of words) {
      expect([key, text.trim()]).not.toEqual([key, ""]);
      if (!text.includes(" ")) continue;
      expect(sentences).not.toContain(text);
      own.push(text);
    }
    for (const text of own) sentences.add(text);
  }
});

test.each(languageCodes)(
  "who something was decided against is told in %s what, why, for how long, by whom not, and how to object",
  (language) => {
    const [forever, days, review, reviews] = statements.map((one) => {
      const email = statementEmail(language, { to, link }, one);
      expect(email.text).toContain("4711");
      expect(email.text).toContain("5/12/2026");
      expect(email.text.split("\n")).toContain(link);
      expect(parse(email.html).querySelector("html")?.getAttribute("lang")).toBe(language);
      return email;
    });
    expect(forever!.text).toContain("\nInsults\n");
    expect(forever!.text).not.toContain("7/12/2026");
    expect(days!.text).toContain("7/12/2026");
    expect(days!.text).not.toMatch(/undefined|\{\{/);
    expect(review!.subject).toContain("Aventus");
    expect(review!.text).toContain("Creed");
    // What somebody wrote is told as it is.
    expect(review!.text).toContain("Buy {{mine}}!\nNow.");
    expect(reviews!.text).toContain("1.234");
    const { statement } = JSON.parse(
      readFileSync(new URL(`../i18n/locales/${language}/emails.json`, import.meta.url), "utf8"),
    );
    expect(review!.text).toContain(statement.reported);
    expect(reviews!.text).toContain(statement.rules);
    for (const email of [forever, days, review, reviews])
      expect(email!.text).toContain(statement.notes[0]);
  },
);
