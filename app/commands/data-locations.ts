import type { Place } from "#db/backup/manifest.ts";
import { defaultDatabaseUrl, defaultUploadsFolder, isPostgresUrl } from "#db/database.ts";
import { DatabaseError } from "#db/database-error.ts";
import "./closed-output.ts";

/** Uses PostgreSQL's direct address, bypassing any pooler (RULES.md 14.14). */
export function dataOf(env: NodeJS.ProcessEnv): Place {
  // As the site reads them (app/environment.ts).
  const [url, direct, uploads] = ["DATABASE_URL", "DATABASE_DIRECT_URL", "UPLOADS_DIR"].map(
    (name) => env[name]?.trim(),
  );
  const databaseUrl = url || defaultDatabaseUrl;
  return {
    databaseUrl: (isPostgresUrl(databaseUrl) && direct) || databaseUrl,
    uploads: uploads || defaultUploadsFolder,
  };
}

/** Backups leave out pictures in a store (RULES.md 14.12). */
export const hasPictureStore = (env: NodeJS.ProcessEnv) => Boolean(env.UPLOADS_URL);

export async function orOneLine(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

export const formatCount = (count: number, what: string) =>
  `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;

export const formatSize = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
