import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The secret of a developer's machine (design §7): made once and kept beside the database, readable by its owner alone.
 * @param databaseUrl `file:` and a path
 */
export function localSecret(databaseUrl: string): string {
  const file = join(dirname(databaseUrl.slice("file:".length)), "session-secret");
  mkdirSync(dirname(file), { recursive: true });
  try {
    // Fails when it is there already: two processes that start at once agree on the first one's.
    writeFileSync(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8");
}
