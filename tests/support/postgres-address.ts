import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    postgres: string;
  }
}

// Before anything asks for it. Not set for the whole run: other projects of it are on SQLite.
process.env.TEST_POSTGRES = inject("postgres");
