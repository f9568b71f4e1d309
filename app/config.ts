import { z } from "zod";
import { defaultDatabaseUrl } from "#db/connect.ts";

const text = z.string().trim().min(1);

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
    DATABASE_URL: text.startsWith("file:", "must begin with file:").default(defaultDatabaseUrl),
    MAIL_FROM: z.email().optional(),
    CONTACT_TO: z.email().optional(),
    TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
    AFFILIATE_URL_TEMPLATE: z
      .url({ protocol: /^https?$/u })
      .refine((url) => url.includes("{nombre}"), "must contain {nombre}")
      .optional(),
    OPERATOR: text.optional(),
  })
  .transform((env) => {
    const origin = env.APP_ORIGIN ?? `http://localhost:${env.PORT}`;
    const mailFrom = env.MAIL_FROM ?? `no-reply@${new URL(origin).hostname}`;
    return {
      origin,
      secure: origin.startsWith("https:"),
      databaseUrl: env.DATABASE_URL,
      contactAddress: env.CONTACT_TO ?? mailFrom,
      trustedProxyHops: env.TRUSTED_PROXY_HOPS,
      affiliateUrlTemplate: env.AFFILIATE_URL_TEMPLATE ?? null,
      operator: env.OPERATOR ?? null,
    };
  });

export type Config = z.infer<typeof schema>;

/**
 * Reads the configuration (design §7). An empty value counts as none.
 * @throws Error with one line that names every wrong value.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new Error(
    `Configuration: ${parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("; ")}.`,
  );
}

function configOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

export const config = configOrExit();
