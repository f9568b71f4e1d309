import { runMigrated } from "./run.ts";

await runMigrated(async (_, migrated) =>
  console.log(
    migrated.length > 0 ? `Migrated: ${migrated.join(", ")}.` : "The schema is up to date.",
  ),
);
