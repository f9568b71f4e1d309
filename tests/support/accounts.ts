import { readFileSync } from "node:fs";
import { hashSync } from "bcryptjs";
import { expect } from "vitest";
import type { Db } from "#db/connect.ts";
import { canonical } from "#db/text.ts";
import type { Page, TestSite } from "./site.ts";
import type { TestVisitor } from "./visitor.ts";

export const password = "secret123";
/** Cheaper to compare than a real one. */
const passwordHash = hashSync(password, 4);

/** Puts a person with an account into the community, `{name}@example.org`. @returns their id */
export async function addAccount(
  db: Db,
  name: string,
  {
    username = name as string | null,
    confirmed = true,
    hash = passwordHash as string | null,
    googleSub = null as string | null,
  } = {},
): Promise<string> {
  const at = new Date().toISOString();
  const email = `${name}@example.org`;
  await db
    .insertInto("usuarios")
    .values({
      id: name,
      nombre_usuario: username,
      nombre_usuario_clave: username && canonical(username),
      nombre_completo: `Señora ${name}`,
      avatar_url: null,
      created_at: at,
    })
    .execute();
  await db
    .insertInto("accounts")
    .values({
      user_id: name,
      email,
      email_clave: canonical(email),
      password_hash: hash,
      google_sub: googleSub,
      confirmed_at: confirmed ? at : null,
      created_at: at,
    })
    .execute();
  return name;
}

/** Signs a new person in. */
export async function signedIn(
  site: TestSite,
  name: string,
  options?: Parameters<typeof addAccount>[2],
): Promise<TestVisitor> {
  await addAccount(site.db, name, options);
  const visitor = site.visitor();
  const answer = await logIn(visitor, name);
  expect(answer.status).toBe(303);
  await visitor.follow(answer);
  return visitor;
}

export const logIn = (
  visitor: TestVisitor,
  name: string,
  more: Record<string, string> = {},
  lang = "es",
) =>
  visitor.post(`/${lang}/auth`, {
    intent: "login",
    email: `${name}@example.org`,
    password,
    ...more,
  });

type Words = Record<string, Record<string, string>>;

const catalogs = new Map<string, Words>();

/** A message as the site says it, e.g. said("fr", "auth.fillIn"). */
export function said(lang: string, key: string, values: Record<string, string> = {}): string {
  return wordsOf("messages", lang, key, values);
}

/** Words of the pages around the messages, e.g. label("fr", "form.error"). */
export function label(lang: string, key: string): string {
  return wordsOf("ui", lang, key, {});
}

/** Words that only some pages bring, e.g. ofPages("fr", "consent.refuse"). */
export function ofPages(lang: string, key: string): string {
  return wordsOf("pages", lang, key, {});
}

function wordsOf(file: string, lang: string, key: string, values: Record<string, string>): string {
  const path = new URL(`../../app/i18n/locales/${lang}/${file}.json`, import.meta.url);
  const words = catalogs.get(path.href) ?? (JSON.parse(readFileSync(path, "utf8")) as Words);
  catalogs.set(path.href, words);
  const [area = "", name = ""] = key.split(".");
  const text = words[area]?.[name];
  if (text === undefined) throw new Error(`No words for ${key} in ${lang}`);
  return text.replace(/\{\{(\w+)\}\}/gu, (_, value: string) => values[value] ?? "");
}

interface Refused {
  status: number;
  lang: string;
  key: string;
  /** in the order of the form */
  fields?: string[];
  values?: Record<string, string>;
}

type RefusedArguments = [
  status: number,
  lang: string,
  key: string,
  more?: Pick<Refused, "fields" | "values">,
];

declare module "vitest" {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /**
     * Holds a page to design §4: status, the message in the alert, "Error:" before the title, a link to each wrong field,
     * and no password sent back.
     */
    toBeRefused(...refused: RefusedArguments): R;
  }
}

expect.extend({
  toBeRefused(page: Page, ...[status, lang, key, more]: RefusedArguments) {
    const wanted = expectedOf({ status, lang, key, ...more });
    const found = refusalOf(page);
    return {
      pass: this.equals(found, wanted),
      message: () => `the page is not refused as expected: ${this.utils.diff(wanted, found)}`,
    };
  },
});

function refusalOf(page: Page) {
  const alert = page.dom.querySelector("main [role=alert]");
  const links = alert?.querySelectorAll("a").map((a) => a.getAttribute("href")!) ?? [];
  const invalid = links.map((id) => page.dom.querySelector(`main input${id}[aria-invalid=true]`));
  const passwords = page.dom.querySelectorAll("input[type=password]");
  return {
    status: page.status,
    text: alert?.textContent,
    takesFocus: alert?.hasAttribute("autofocus"),
    title: page.dom.querySelector("title")?.textContent,
    links,
    invalid: invalid.map((input) => input?.getAttribute("name")),
    passwords: passwords.map((input) => input.getAttribute("value") ?? "").join(""),
  };
}

function expectedOf({ status, lang, key, fields = [], values = {} }: Refused) {
  return {
    status,
    text: expect.stringContaining(said(lang, key, values)),
    takesFocus: true,
    title: expect.stringMatching(new RegExp(`^${label(lang, "form.error")}: `, "u")),
    links: fields.map((name) => expect.stringMatching(new RegExp(`^#[a-z-]+-${name}$`, "u"))),
    invalid: fields,
    passwords: "",
  };
}

/** What a page says of the action before it. */
export function noticeOf(page: Page, role: "status" | "alert" = "status"): string | undefined {
  return page.dom.querySelector(`main > [role=${role}]`)?.textContent;
}

export const valueOf = (page: Page, name: string) =>
  page.dom.querySelector(`main input[name=${name}]`)?.getAttribute("value");

export const setCookie = (page: Page, name: string) =>
  page.headers.getSetCookie().find((set) => set.startsWith(`${name}=`));

export const languages = ["es", "en", "fr", "de", "it", "pt"];
