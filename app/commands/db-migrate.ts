import { commandLine, misused } from "./command-line.ts";
import { runMigrated } from "./run.ts";

const usage = "Usage: npm run db:migrate   (makes the schema of DATABASE_URL the site's)";
if (commandLine(usage, {}).words.length > 0) misused(usage);

await runMigrated(async (_, migrated) =>
  console.log(
    migrated.length > 0 ? `Migrated: ${migrated.join(", ")}.` : "The schema is up to date.",
  ),
);
