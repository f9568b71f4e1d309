import { canonical } from "#app/i18n/text.ts";
import { keyedHash } from "./secrets.ts";

/** Domains of one provider, whose mailboxes are in the first. */
const twins = new Map(
  [
    "gmail.com googlemail.com",
    "icloud.com me.com mac.com",
    "proton.me protonmail.com pm.me",
    "yandex.ru ya.ru yandex.com yandex.by yandex.kz yandex.ua yandex.uz yandex.az yandex.ee yandex.fr yandex.kg yandex.lt yandex.lv yandex.md yandex.tj yandex.tm yandex.com.am yandex.com.ge yandex.com.tr yandex.co.il",
  ]
    .map((hosts) => hosts.split(" "))
    .flatMap(([first, ...others]) => others.map((other) => [other, first!])),
);
/** Signs in names that the provider ignores. */
const ignored = new Map([
  ["gmail.com", /\./gu],
  ["proton.me", /[._-]/gu],
  ["yandex.ru", /[.-]/gu],
]);
const yahoo = /^(?:yahoo\.[a-z.]+|ymail\.com|rocketmail\.com)$/u;
/** "anything@ana.fastmail.com" is Ana's. */
const ofOne = /^([^.]+)\.((?:fastmail|anonaddy|33mail)\.com|anonaddy\.me|fastmail\.fm)$/u;

/** Removes what providers ignore, so that all addresses of one mailbox are equal (RULES.md 5.7). Companies' domains know plus-tags, too. */
export function mailboxOf(email: string): string {
  const address = canonical(email);
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  const owner = ofOne.exec(domain);
  if (owner) return `${owner[1]}@${owner[2]}`;
  const host = twins.get(domain) ?? domain;
  let name = address.slice(0, at).replace(/(?<=.)\+.*/u, "");
  if (yahoo.test(host)) name = name.replace(/(?<=.)-.*/u, "");
  const signs = ignored.get(host);
  return `${signs ? name.replaceAll(signs, "") : name}@${host}`;
}

/** Keyed hashes of the mailbox, one per secret, the current secret's first. */
export function mailboxHashes(secrets: readonly string[], email: string): [string, ...string[]] {
  const mailbox = mailboxOf(email);
  return secrets.map((secret) => keyedHash(secret, "mailbox", mailbox)) as [string, ...string[]];
}
