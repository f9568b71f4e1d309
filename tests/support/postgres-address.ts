import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    postgres: string;
  }
}

// Set before any import reads it, and not for the whole run, because other projects use SQLite.
process.env.TEST_POSTGRES = inject("postgres");
