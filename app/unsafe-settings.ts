import { isPostgresUrl } from "#db/database.ts";

interface Settings {
  APP_ORIGIN?: string | undefined;
  SESSION_SECRET?: string[] | undefined;
  SMTP_URL?: string | undefined;
  TRUST_NEW_ACCOUNTS?: "on" | "off";
  TRUSTED_PROXY_HOPS: number;
  DATABASE_URL: string;
  DATABASE_DIRECT_URL?: string | undefined;
  OPERATOR?: string | undefined;
  CONTACT_TO?: string | undefined;
}

/** What the law requires of a public site (RULES.md 14.1), and what strangers could read, guess or change there. */
export function warningsOf(env: Settings, mailFrom: string): string[] {
  const { APP_ORIGIN: origin, SMTP_URL: smtp } = env;
  const databases = [env.DATABASE_URL, env.DATABASE_DIRECT_URL].filter((url) => url !== undefined);
  return [
    env.OPERATOR === undefined &&
      "OPERATOR is not set, so the legal notice does not say who runs this site. Set it to a name, tax number and postal address.",
    env.CONTACT_TO === undefined &&
      `CONTACT_TO is not set, so contact messages go to ${mailFrom}, which the legal texts name. Set it to an address that somebody reads.`,
    origin?.startsWith("http:") &&
      "APP_ORIGIN begins with http://, so passwords and cookies can be read on their way. Serve the site over https.",
    env.SESSION_SECRET?.some(isGuessable) &&
      "SESSION_SECRET can be guessed, and with it every signed cookie. Set it to the output of: openssl rand -base64 32",
    smtp === undefined &&
      "SMTP_URL is not set, so accounts need no confirmation, and anybody can sign up with anybody's address.",
    smtp !== undefined &&
      isUnencryptedMail(smtp) &&
      "SMTP_URL begins with smtp://, so emails and their links can be read on their way. Use smtps://, or add ?requireTLS=true.",
    env.TRUST_NEW_ACCOUNTS === "on" &&
      "TRUST_NEW_ACCOUNTS is on, so a handful of new accounts can change what everybody sees. Set it to off once the site is known.",
    origin?.startsWith("https:") &&
      env.TRUSTED_PROXY_HOPS === 0 &&
      "TRUSTED_PROXY_HOPS is 0, though only a proxy can serve https: everybody comes from its address, so limits are shared and nothing tells two people apart. Set it to the number of your proxies.",
    databases.some(isUnencryptedDatabase) &&
      "DATABASE_URL leads to another machine without TLS, so everything can be read on its way. Add ?sslmode=verify-full.",
  ]
    .filter((warning) => typeof warning === "string")
    .map((warning) => `Configuration: ${warning}`);
}

/** Whether a URL begins with http: and leads to another machine. */
export const isUnencrypted = (url: string): boolean =>
  url.startsWith("http:") && !isThisMachine(new URL(url).hostname);

const isThisMachine = (host: string) =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?|)$/u.test(host) || host.startsWith("/");

/** 32 random characters of base64 or hexadecimal digits have more different ones, and no such words. */
const isGuessable = (secret: string) =>
  new Set(secret).size < 8 || /secret|change|passw|example|sosia|12345/iu.test(secret);

function isUnencryptedMail(url: string): boolean {
  const { protocol, hostname, searchParams } = new URL(url);
  return (
    protocol === "smtp:" &&
    !isThisMachine(hostname) &&
    !["requireTLS", "secure"].some((name) => searchParams.get(name) === "true")
  );
}

function isUnencryptedDatabase(url: string): boolean {
  if (!isPostgresUrl(url) || !URL.canParse(url)) return false;
  const { hostname, searchParams } = new URL(url);
  const mode = searchParams.get("sslmode") ?? searchParams.get("ssl") ?? "";
  return (
    !isThisMachine(searchParams.get("host") ?? decodeURIComponent(hostname)) &&
    !/^(no-verify|require|verify-ca|verify-full|true|1)$/u.test(mode)
  );
}
