import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The secret for localhost (RULES.md 16.1), made once and kept beside the database. @param databaseUrl `file:` and a path */
export function localSecret(databaseUrl: string): string {
  const file = join(dirname(databaseUrl.slice("file:".length)), "session-secret");
  mkdirSync(dirname(file), { recursive: true });
  try {
    // "wx" fails when the file exists, so that two processes that start at once use the same secret.
    writeFileSync(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8");
}
