import { registerHooks } from "node:module";
import { compareSync, hashSync } from "bcryptjs";

// For --import in a server's NODE_OPTIONS: replaces app/domain/accounts/password-worker.ts at bcrypt's lowest cost, because
// the real one takes a quarter of a second of CPU for each password of the journeys.

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    return resolved.url.endsWith("/app/domain/accounts/password-worker.ts")
      ? { ...resolved, url: import.meta.url }
      : resolved;
  },
});

export const hash = ({ password }: { password: string }): string => hashSync(password, 4);

export const check = ({ password, hash: known }: { password: string; hash: string }): boolean =>
  compareSync(password, known);
