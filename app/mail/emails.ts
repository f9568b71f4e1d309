import type { Language } from "#app/i18n/languages.ts";
import type emails from "#app/i18n/locales/es/emails.json";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { type EmailParts, emailHtml, emailText } from "./email-template.ts";
import type { Email } from "./outbox.ts";
import { cleanLine } from "#app/i18n/clean-text.ts";

type Texts = typeof emails;

interface Destination {
  to: string;
  /** the whole address of the page that the email links to */
  link: string;
}

/** "Confirm your address": the link is valid for 24 hours. */
export const confirmationEmail = (language: Language, destination: Destination): Email =>
  emailWithLink(language, "confirmation", destination);

/** "Choose a new password": the link is valid for 60 minutes. */
export const resetEmail = (language: Language, destination: Destination): Email =>
  emailWithLink(language, "reset", destination);

/** "Your password was changed": the link leads to the page for resetting it. */
export const passwordChangedEmail = (language: Language, destination: Destination): Email =>
  emailWithLink(language, "passwordChanged", destination);

/** "You logged in from a new network": to operators (RULES.md 27.8); the link leads to the page for resetting the password. @param date written in the language */
export const newNetworkEmail = (
  language: Language,
  destination: Destination,
  date: string,
): Email => linkedEmail(language, destination, texts(language, "newNetwork", { date }));

/** "It has a dupe": once, to who asked for it on a bottle's page (RULES.md 6.8), which the link leads to. @param asked.date written in the language */
export function firstDupeEmail(
  language: Language,
  { to, link }: Destination,
  asked: { marca: string; nombre: string; date: string },
): Email {
  return linkedEmail(language, { to, link }, texts(language, "firstDupe", asked));
}

/** "What you suggested is here": to who suggested a perfume (RULES.md 21.4), to whose page the link leads. @param added.date written in the language */
export function perfumeAddedEmail(
  language: Language,
  { to, link }: Destination,
  added: { marca: string; nombre: string; date: string },
): Email {
  return linkedEmail(language, { to, link }, texts(language, "perfumeAdded", added));
}

/** As perfumeAddedEmail, to who suggested a dupe; the link leads to the original's page. */
export function dupeAddedEmail(
  language: Language,
  { to, link }: Destination,
  added: { marca: string; nombre: string; original: string; date: string },
): Email {
  return linkedEmail(language, { to, link }, texts(language, "dupeAdded", added));
}

/** What is new for a bottle, each figure written in the language. */
export interface WrittenNews {
  marca: string;
  nombre: string;
  /** the whole address of its page */
  link: string;
  closer: { dupe: string; brand: string; similarity: string; before: string | null } | null;
  cheaper: { dupe: string; brand: string; price: string; before: string | null } | null;
}

/**
 * "News of what you want", once a week at most (RULES.md 20.5). @param to.link leads to the shelf
 * @param to.unsubscribe ends these emails @param more whether there is more news than this
 */
export function weeklyEmail(
  language: Language,
  { to, link, unsubscribe }: Destination & { unsubscribe: string },
  news: WrittenNews[],
  more: boolean,
): Email {
  const own = texts(language, "weekly");
  const say = (key: keyof Texts["weekly"] & string, values: Record<string, string>) =>
    translatorIn(language).t(`emails:weekly.${key}` as never, values as never) as unknown as string;
  const lineOf = (
    kind: "closer" | "cheaper",
    { before, ...values }: { before: string | null; dupe: string; brand: string },
  ) => say(kind, values) + (before === null ? "" : ` ${say("before", { before })}`);
  const facts = news.map(({ marca, nombre, link: url, closer, cheaper }) => ({
    name: `${nombre} · ${marca}`,
    url,
    value: [closer && lineOf("closer", closer), cheaper && lineOf("cheaper", cheaper)]
      .filter((line) => line !== null)
      .join("\n"),
  }));
  const subject = say("subject", { nombre: news[0]?.nombre ?? "" });
  const parts = {
    heading: own.heading,
    paragraphs: own.paragraphs,
    facts,
    link: { button: own.button, url: link, fallback: texts(language, "fallback") },
    notes: more ? [own.more, ...own.notes] : own.notes,
    unsubscribe: { text: own.unsubscribe, url: unsubscribe },
    footer: texts(language, "footer"),
  };
  return { to, unsubscribeUrl: unsubscribe, ...emailOf(language, subject, parts) };
}

/** How many of each wait, written in the language; null for none. */
export type WrittenWaiting = Record<keyof Texts["deskDigest"]["waiting"], string | null>;

/** "Something waits", to an operator, once a day at most (RULES.md 28.7). @param to.link leads to the desk */
export function deskDigestEmail(
  language: Language,
  { to, link }: Destination,
  waiting: WrittenWaiting,
): Email {
  const { waiting: names, ...own } = texts(language, "deskDigest");
  const facts = Object.entries(waiting).flatMap(([kind, value]) =>
    value === null ? [] : [{ name: names[kind as keyof typeof names], value }],
  );
  return linkedEmail(language, { to, link }, { ...own, facts });
}

/** A contact message for the operators (RULES.md 6.7). `Reply-To` is its author. @param from.to the operators' address */
export function contactEmail(
  language: Language,
  from: { to: string; name: string; email: string; message: string },
): Email {
  const { subject, heading, notes, ...names } = texts(language, "contact");
  const name = cleanLine(from.name);
  const email = emailOf(language, `${subject} – ${name}`, {
    heading,
    paragraphs: [],
    facts: [
      { name: names.name, value: name },
      { name: names.email, value: from.email },
      { name: names.message, value: from.message.replace(/\r\n?/g, "\n") },
    ],
    notes,
  });
  return { to: from.to, replyTo: from.email, ...email };
}

/** A rights holder's notice, for the operators (RULES.md 24.5). `Reply-To` is its sender. @param from.to the operators' address */
export function noticeEmail(
  language: Language,
  from: {
    to: string;
    reference: number;
    name: string;
    email: string;
    url: string;
    message: string;
  },
): Email {
  const reference = String(from.reference);
  const { subject, heading, notes, ...names } = texts(language, "notice", { reference });
  const email = emailOf(language, subject, {
    heading,
    paragraphs: [],
    facts: [
      { name: names.name, value: from.name },
      { name: names.email, value: from.email },
      { name: names.url, value: from.url },
      { name: names.message, value: from.message },
    ],
    notes,
  });
  return { to: from.to, replyTo: from.email, ...email };
}

/**
 * "We have your notice": the receipt (RULES.md 24.5). It says nothing that was typed, because anybody may have typed the
 * address. @param notice.date written in the language
 */
export function noticeReceivedEmail(
  language: Language,
  { to, reference, date }: { to: string; reference: number; date: string },
): Email {
  const values = { reference: String(reference), date };
  const { subject, ...parts } = texts(language, "noticeReceived", values);
  const footer = texts(language, "footer");
  return { to, ...emailOf(language, subject, { ...parts, footer }) };
}

/** What was decided of a notice, and why (RULES.md 24.6). @param notice.date written in the language @param notice.contact the operators' address */
export function noticeDecisionEmail(
  language: Language,
  notice: {
    to: string;
    reference: number;
    date: string;
    url: string;
    decision: "removed" | "kept";
    reason: string;
    contact: string;
  },
): Email {
  const { to, date, contact, decision } = notice;
  const values = { reference: String(notice.reference), date, contact };
  const { subject, heading, notes, ...own } = texts(language, "noticeDecision", values);
  const parts = {
    heading,
    paragraphs: [own[decision]],
    facts: [
      { name: own.url, value: notice.url },
      { name: own.reason, value: notice.reason },
    ],
    notes,
    footer: texts(language, "footer"),
  };
  return { to, ...emailOf(language, subject, parts) };
}

/** What was decided against somebody, each figure and date written in the language. */
export type WrittenStatement = {
  /** the number to name when one objects */
  reference: string;
  date: string;
} & (
  | { kind: "suspension"; until: string | null; reason: string }
  | { kind: "review"; marca: string; nombre: string; text: string }
  | { kind: "reviews"; number: string }
);

/** What was decided against somebody, why, and how to object (RULES.md 27.9); the link leads to the page for writing to the operators. */
export function statementEmail(
  language: Language,
  { to, link }: Destination,
  statement: WrittenStatement,
): Email {
  const { reference, date } = statement;
  const { notes, button, ...own } = texts(language, "statement", { reference });
  const { subject, heading, paragraph, facts } = stated(language, own, date, statement);
  const parts = { heading, paragraphs: [paragraph], facts, notes };
  return linkedEmail(language, { to, link }, { subject, button, ...parts });
}

function stated(
  language: Language,
  own: Pick<Texts["statement"], "reason" | "yours" | "reported" | "rules">,
  date: string,
  statement: WrittenStatement,
) {
  // What somebody wrote is a fact, not a value: translators cache what they return.
  const said = (values: Record<string, string>) => texts(language, "statement", values);
  const why = (value: string) => ({ name: own.reason, value });
  if (statement.kind === "suspension") {
    const { until, reason } = statement;
    const { forGood, ...told } = said({ date, until: until ?? "" }).suspension;
    const paragraph = until === null ? forGood : told.until;
    return { ...told, paragraph, facts: [why(reason)] };
  }
  if (statement.kind === "review") {
    const { marca, nombre, text } = statement;
    const facts = [{ name: own.yours, value: text }, why(own.reported)];
    return { ...said({ date, marca, nombre }).review, facts };
  }
  return { ...said({ date, number: statement.number }).reviews, facts: [why(own.rules)] };
}

function emailWithLink(
  language: Language,
  kind: "confirmation" | "reset" | "passwordChanged",
  destination: Destination,
): Email {
  return linkedEmail(language, destination, texts(language, kind));
}

type LinkedTexts = Omit<EmailParts, "link"> & Pick<Texts["reset"], "subject" | "button">;

function linkedEmail(
  language: Language,
  { to, link }: Destination,
  { subject, button, ...parts }: LinkedTexts,
): Email {
  const fallback = texts(language, "fallback");
  const footer = texts(language, "footer");
  return {
    to,
    ...emailOf(language, subject, { ...parts, link: { button, url: link, fallback }, footer }),
  };
}

function emailOf(language: Language, subject: string, parts: EmailParts) {
  return { subject, text: emailText(parts), html: emailHtml(language, subject, parts) };
}

/** @param values never a secret such as a link: translators cache what they return */
function texts<Name extends keyof Texts>(
  language: Language,
  name: Name,
  values?: Record<string, string>,
): Texts[Name] {
  return translatorIn(language).t(`emails:${name}` as never, {
    returnObjects: true,
    ...values,
  }) as unknown as Texts[Name];
}
