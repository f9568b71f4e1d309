import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { z } from "zod";
import { requireFolderOf } from "#db/files.ts";
import { environment, isLocal } from "./environment.ts";
import { warningsOf } from "./unsafe-settings.ts";

export { isLocal };

export type Config = ReturnType<typeof configOf>;

/** RULES.md 14.1. @throws Error with one line that names every wrong value */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = environment.safeParse(given);
  if (parsed.success) return configOf(parsed.data);
  throw new Error(
    `Configuration: ${parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`.trim()).join("; ")}.`,
  );
}

function configOf(env: z.output<typeof environment>) {
  const origin = env.APP_ORIGIN ?? new URL(`http://localhost:${env.PORT}`).origin;
  const mailFrom = env.MAIL_FROM ?? `no-reply@${new URL(origin).hostname}`;
  const local = isLocal(origin);
  return {
    origin,
    secure: origin.startsWith("https:"),
    local,
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL ?? null,
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
    uploadsStore: env.UPLOADS_URL ?? null,
    dumpsFolder: env.DUMPS_DIR,
    contactAddress: env.CONTACT_TO ?? mailFrom,
    contactLanguages: env.CONTACT_LANGUAGES,
    trustedProxyHops: env.TRUSTED_PROXY_HOPS,
    affiliateUrlTemplate: env.AFFILIATE_URL_TEMPLATE ?? null,
    adClient: env.AD_CLIENT ?? null,
    adSlot: env.AD_SLOT ?? null,
    adsTxt: env.ADS_TXT ?? null,
    analyticsId: env.ANALYTICS_ID ?? null,
    // Search engines cannot fetch the key's file from localhost, but a mock can.
    indexNow:
      env.INDEXNOW_KEY && (env.INDEXNOW_URL || !local)
        ? { key: env.INDEXNOW_KEY, url: env.INDEXNOW_URL ?? "https://api.indexnow.org/indexnow" }
        : null,
    metricsToken: env.METRICS_TOKEN ?? null,
    operator: env.OPERATOR ?? null,
    dataLicence: env.DATA_LICENCE,
    deskDigest: env.DESK_DIGEST === "on",
    trustNewAccounts: env.TRUST_NEW_ACCOUNTS === "on",
    deskSecondFactor: env.DESK_SECOND_FACTOR === "required",
    viewLog: env.VIEW_LOG,
    securityContact: env.SECURITY_CONTACT ?? null,
    warnings: local ? [] : warningsOf(env, mailFrom),
  };
}

function localSecret(databaseUrl: string): string {
  const database = databaseUrl.slice("file:".length);
  requireFolderOf(database);
  const file = join(dirname(database), "session-secret");
  try {
    // "wx" fails when the file exists: processes that start together share one secret.
    writeFileSync(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8");
}
