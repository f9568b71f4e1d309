import { z } from "zod";
import { localSecret } from "./session-secret.ts";
import { s3AddressOf, s3AddressForm } from "./uploads/s3-address.ts";
import { defaultDatabaseUrl, defaultUploadsFolder, isPostgresUrl } from "#db/database.ts";

const text = z.string().trim().min(1);
const databaseUrl = text.regex(
  /^(file:|postgres(ql)?:\/\/)/u,
  "must begin with file: or postgres://",
);
const web = z.url({ protocol: /^https?$/u });

/** @returns true for localhost, also when `origin` is missing or invalid */
function isLocal(origin: string | undefined): boolean {
  const { hostname } = new URL(origin && URL.canParse(origin) ? origin : "http://localhost");
  return /^(localhost|127\.0\.0\.1|\[::1\])$/u.test(hostname);
}

/** What a public site lacks by law, in one line each: who is behind it, and where they can be reached (RULES.md 16.1). */
function warningsOf(
  env: { OPERATOR?: string | undefined; CONTACT_TO?: string | undefined },
  instead: string,
): string[] {
  return [
    env.OPERATOR === undefined &&
      "Configuration: OPERATOR is not set, so the legal notice does not say who runs this site. Set it to a name, tax number and postal address.",
    env.CONTACT_TO === undefined &&
      `Configuration: CONTACT_TO is not set, so contact messages go to ${instead}, which the legal texts name. Set it to an address that somebody reads.`,
  ].filter((warning) => warning !== false);
}

const schema = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65535).default(3000),
    APP_ORIGIN: z
      .url({ protocol: /^https?$/u })
      .refine(
        (url) => !URL.canParse(url) || new URL(url).origin === url.replace(/\/$/u, ""),
        "must be an origin, e.g. https://example.org",
      )
      .transform((url) => new URL(url).origin)
      .optional(),
    DATABASE_URL: databaseUrl.default(defaultDatabaseUrl),
    DATABASE_DIRECT_URL: databaseUrl.optional(),
    DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
    SESSION_SECRET: z
      .string()
      .transform((list) => list.split(",").map((secret) => secret.trim()))
      .pipe(z.array(z.string().min(32, "must have at least 32 characters")).min(1))
      .optional(),
    SMTP_URL: z.url({ protocol: /^smtps?$/u }).optional(),
    MAIL_FROM: z.email().optional(),
    CONTACT_TO: z.email().optional(),
    MAIL_DIR: text.default("./data/outbox"),
    GOOGLE_CLIENT_ID: text.optional(),
    GOOGLE_CLIENT_SECRET: text.optional(),
    GOOGLE_AUTHORIZATION_URL: web.default("https://accounts.google.com/o/oauth2/v2/auth"),
    GOOGLE_TOKEN_URL: web.default("https://oauth2.googleapis.com/token"),
    GOOGLE_USERINFO_URL: web.default("https://openidconnect.googleapis.com/v1/userinfo"),
    UPLOADS_DIR: text.default(defaultUploadsFolder),
    UPLOADS_URL: z
      .string()
      .transform(s3AddressOf)
      .refine(
        (address) => address !== null,
        `must be ${s3AddressForm}, key and secret percent-encoded`,
      )
      .optional(),
    TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
    AFFILIATE_URL_TEMPLATE: z
      .url({ protocol: /^https?$/u })
      .refine((url) => url.includes("{nombre}"), "must contain {nombre}")
      .optional(),
    AD_CLIENT: z
      .string()
      .regex(/^ca-pub-\d{10,20}$/u, "must be AdSense's, e.g. ca-pub-1234567890123456")
      .optional(),
    AD_SLOT: z
      .string()
      .regex(/^\d{5,20}$/u, "must be the number of AdSense's ad unit, e.g. 1234567890")
      .optional(),
    ANALYTICS_ID: z
      .string()
      .regex(/^G-[A-Z0-9]{4,12}$/u, "must be of Google Analytics 4, e.g. G-ABCDE12345")
      .optional(),
    INDEXNOW_KEY: z
      .string()
      .regex(/^[a-zA-Z0-9-]{8,128}$/u, "must be 8 to 128 letters a to z, digits and hyphens")
      .optional(),
    INDEXNOW_URL: web.optional(),
    OPERATOR: text.optional(),
    DESK_DIGEST: z.enum(["on", "off"]).default("on"),
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
    (env) => env.SESSION_SECRET || !isPostgresUrl(env.DATABASE_URL),
    "SESSION_SECRET is required with PostgreSQL, whose processes all need the same",
  )
  .refine(
    (env) =>
      env.DATABASE_DIRECT_URL === undefined ||
      (isPostgresUrl(env.DATABASE_URL) && isPostgresUrl(env.DATABASE_DIRECT_URL)),
    "DATABASE_DIRECT_URL is for PostgreSQL, past a pooler",
  )
  .transform((env) => {
    const origin = env.APP_ORIGIN ?? `http://localhost:${env.PORT}`;
    const mailFrom = env.MAIL_FROM ?? `no-reply@${new URL(origin).hostname}`;
    const local = isLocal(origin);
    return {
      origin,
      secure: origin.startsWith("https:"),
      local,
      databaseUrl: env.DATABASE_URL,
      databaseDirectUrl: env.DATABASE_DIRECT_URL ?? null,
      /** connections to PostgreSQL of each process */
      databasePool: env.DATABASE_POOL,
      sessionSecrets: env.SESSION_SECRET ?? [localSecret(env.DATABASE_URL)],
      smtpUrl: env.SMTP_URL ?? null,
      mailFrom,
      mailFolder: env.MAIL_DIR,
      google:
        env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET
          ? {
              clientId: env.GOOGLE_CLIENT_ID,
              clientSecret: env.GOOGLE_CLIENT_SECRET,
              authorizationUrl: env.GOOGLE_AUTHORIZATION_URL,
              tokenUrl: env.GOOGLE_TOKEN_URL,
              userinfoUrl: env.GOOGLE_USERINFO_URL,
            }
          : null,
      uploadsFolder: env.UPLOADS_DIR,
      /** where pictures are; null for the folder of uploads */
      uploadsStore: env.UPLOADS_URL ?? null,
      contactAddress: env.CONTACT_TO ?? mailFrom,
      trustedProxyHops: env.TRUSTED_PROXY_HOPS,
      affiliateUrlTemplate: env.AFFILIATE_URL_TEMPLATE ?? null,
      adClient: env.AD_CLIENT ?? null,
      adSlot: env.AD_SLOT ?? null,
      analyticsId: env.ANALYTICS_ID ?? null,
      // Search engines cannot fetch the key's file from localhost, but a stand-in for them can.
      indexNow:
        env.INDEXNOW_KEY && (env.INDEXNOW_URL || !local)
          ? { key: env.INDEXNOW_KEY, url: env.INDEXNOW_URL ?? "https://api.indexnow.org/indexnow" }
          : null,
      metricsToken: env.METRICS_TOKEN ?? null,
      operator: env.OPERATOR ?? null,
      /** whether operators get an email when something waits */
      deskDigest: env.DESK_DIGEST === "on",
      /** whose views have a row of their own; all are counted */
      viewLog: env.VIEW_LOG,
      securityContact: env.SECURITY_CONTACT ?? null,
      /** what the log says at start; the site runs all the same */
      warnings: local ? [] : warningsOf(env, mailFrom),
    };
  });

export type Config = z.infer<typeof schema>;

/** Reads the configuration (RULES.md 16.1) from the environment. @throws Error with one line that names every wrong value */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new Error(
    `Configuration: ${parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`.trim()).join("; ")}.`,
  );
}
