import { z } from "zod";
import { defaultDatabaseUrl, defaultUploadsFolder, isPostgresUrl } from "#db/database.ts";
import { asciiAddress, emailAddress } from "./email-address.ts";
import { isUnencrypted } from "./unsafe-settings.ts";
import { s3AddressOf, s3AddressForm } from "./uploads/s3-address.ts";

const text = z.string().trim().min(1);
const databaseUrl = text.regex(
  /^(file:.|postgres(ql)?:\/\/)/u,
  "must be file: and a path, e.g. file:./data/perfumes.db, or postgres://…",
);
const web = z.url({
  protocol: /^https?$/u,
  error: "must be a web address, e.g. https://example.org/path",
});
const smtpForm =
  "must be smtps://NAME:PASSWORD@host:465 or smtp://…, with name and password percent-encoded";
/** The error says the range, whatever is wrong. */
const numberFrom = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.coerce
    .number({ error })
    .refine((number) => Number.isInteger(number) && number >= least && number <= most, error);
};
const originForm = "must be an origin, e.g. https://example.org";

const email = text
  .transform(asciiAddress)
  .pipe(emailAddress("must be one address alone, e.g. hola@example.org"));

const isLanguageCode = (code: string) =>
  /^[a-z]{2}$/u.test(code) &&
  new Intl.DisplayNames("en", { type: "language", fallback: "none" }).of(code) !== undefined;

/** A seller, a variable or a comment (IAB ads.txt 1.1). */
const adsLine = /^(?:[a-z\d.-]+\s*,[^,]+,\s*(?:DIRECT|RESELLER)\s*(?:,[^,]*)?|[a-z]+=.+|#.*)$/iu;

/** The environment variables of the site and their dependencies (RULES.md 14.1). */
export const environment = z
  .object({
    PORT: numberFrom(0, 65535).default(3000),
    APP_ORIGIN: z
      .url({ protocol: /^https?$/u, error: originForm, abort: true })
      .refine((url) => new URL(url).href === `${new URL(url).origin}/`, originForm)
      .transform((url) => new URL(url).origin)
      .optional(),
    DATABASE_URL: databaseUrl.default(defaultDatabaseUrl),
    DATABASE_DIRECT_URL: databaseUrl.optional(),
    DATABASE_POOL: numberFrom(1, 200).default(10),
    SESSION_SECRET: z
      .string()
      .transform((list) => list.split(",").map((secret) => secret.trim()))
      .pipe(z.array(z.string().min(32, "must have at least 32 characters")).min(1))
      .optional(),
    SMTP_URL: z
      .url({ protocol: /^smtps?$/u, error: smtpForm, abort: true })
      .refine((url) => !url.includes("#"), smtpForm)
      .optional(),
    MAIL_FROM: email.optional(),
    CONTACT_TO: email.optional(),
    CONTACT_LANGUAGES: z
      .string()
      .transform((list) => list.split(",").map((code) => code.trim()))
      .refine((codes) => codes.every(isLanguageCode), "must be codes of languages, e.g. es,en")
      .default(["es"]),
    MAIL_DIR: text.default("./data/outbox"),
    GOOGLE_CLIENT_ID: text.optional(),
    GOOGLE_CLIENT_SECRET: text.optional(),
    GOOGLE_AUTHORIZATION_URL: web.default("https://accounts.google.com/o/oauth2/v2/auth"),
    GOOGLE_TOKEN_URL: web.default("https://oauth2.googleapis.com/token"),
    GOOGLE_USERINFO_URL: web.default("https://openidconnect.googleapis.com/v1/userinfo"),
    UPLOADS_DIR: text.default(defaultUploadsFolder),
    DUMPS_DIR: text.default("./data/dumps"),
    UPLOADS_URL: z
      .string()
      .transform(s3AddressOf)
      .refine(
        (address) => address !== null,
        `must be ${s3AddressForm}, with key and secret percent-encoded`,
      )
      .optional(),
    TRUSTED_PROXY_HOPS: numberFrom(0, 10).default(0),
    AFFILIATE_URL_TEMPLATE: z
      .url({ protocol: /^https?$/u })
      .refine((url) => url.includes("{nombre}"), "must contain {nombre}")
      .optional(),
    AD_CLIENT: z
      .string()
      .regex(/^ca-pub-\d{10,20}$/u, "must be an AdSense client, e.g. ca-pub-1234567890123456")
      .optional(),
    AD_SLOT: z
      .string()
      .regex(/^\d{5,20}$/u, "must be the number of an AdSense ad unit, e.g. 1234567890")
      .optional(),
    ADS_TXT: z
      .string()
      .transform((list) => list.split(/[\n|]/u).map((line) => line.trim()))
      .transform((lines) => lines.filter(Boolean))
      .refine(
        (lines) => lines.every((line) => adsLine.test(line)),
        "must be lines of ads.txt, with | between them, e.g. google.com, pub-1234567890123456, DIRECT, f08c47fec0942fa0",
      )
      .optional(),
    ANALYTICS_ID: z
      .string()
      .regex(/^G-[A-Z0-9]{4,12}$/u, "must be a Google Analytics 4 id, e.g. G-ABCDE12345")
      .optional(),
    INDEXNOW_KEY: z
      .string()
      .regex(/^[a-zA-Z0-9-]{8,128}$/u, "must be 8 to 128 letters a to z, digits or hyphens")
      .optional(),
    INDEXNOW_URL: web.optional(),
    OPERATOR: text.optional(),
    DATA_LICENCE: z
      .string()
      .regex(/^[\w.+-]{1,60}$/u, "must be an SPDX identifier, e.g. CC0-1.0")
      .default("CC0-1.0"),
    DESK_DIGEST: z.enum(["on", "off"]).default("on"),
    TRUST_NEW_ACCOUNTS: z.enum(["on", "off"]).default("off"),
    DESK_SECOND_FACTOR: z.enum(["optional", "required"]).default("optional"),
    VIEW_LOG: z.enum(["all", "signed-in"]).default("all"),
    METRICS_TOKEN: z
      .string()
      .regex(
        /^[\w.~+/=-]{16,512}$/u,
        "must be 16 to 512 letters a to z, digits and - . _ ~ + / = (openssl rand -base64 32)",
      )
      .optional(),
    SECURITY_CONTACT: z
      .url({ protocol: /^(https|mailto)$/u, error: "must be mailto:… or https://…" })
      .optional(),
  })
  .refine(
    (env) => Boolean(env.GOOGLE_CLIENT_ID) === Boolean(env.GOOGLE_CLIENT_SECRET),
    "GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together",
  )
  .refine(
    (env) => Boolean(env.AD_CLIENT) === Boolean(env.AD_SLOT),
    "AD_CLIENT and AD_SLOT must be set together",
  )
  .refine(
    (env) => env.SESSION_SECRET || isLocal(env.APP_ORIGIN),
    "SESSION_SECRET is required when APP_ORIGIN is not localhost",
  )
  .refine(
    (env) =>
      isLocal(env.APP_ORIGIN) ||
      ![env.GOOGLE_AUTHORIZATION_URL, env.GOOGLE_TOKEN_URL, env.GOOGLE_USERINFO_URL].some(
        isUnencrypted,
      ),
    "Google's addresses must begin with https:// when APP_ORIGIN is not localhost",
  )
  .refine(
    (env) => env.SESSION_SECRET || !isPostgresUrl(env.DATABASE_URL),
    "SESSION_SECRET is required with PostgreSQL, because all processes must share it",
  )
  .refine(
    (env) =>
      env.DATABASE_DIRECT_URL === undefined ||
      (isPostgresUrl(env.DATABASE_URL) && isPostgresUrl(env.DATABASE_DIRECT_URL)),
    "DATABASE_DIRECT_URL only makes sense with PostgreSQL behind a connection pooler",
  );

export function isLocal(origin: string | undefined): boolean {
  const { hostname } = new URL(origin && URL.canParse(origin) ? origin : "http://localhost");
  return /^(localhost|127\.0\.0\.1|\[::1\])$/u.test(hostname);
}
