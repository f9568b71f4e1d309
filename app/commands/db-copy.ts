import { copyDatabase } from "#db/copy/copy-database.ts";
import { commandLine, misused } from "./command-line.ts";
import { formatCount, orOneLine } from "./data-locations.ts";

const usage =
  "Usage: npm run db:copy -- FROM TO   (each file:PATH or postgres://…; TO must be new or have no tables)";
const [from, to, ...more] = commandLine(usage, {}).words;
if (!from || !to || more.length > 0) misused(usage);

await orOneLine(() => copy(from, to));

async function copy(from: string, to: string): Promise<void> {
  const began = performance.now();
  const { tables, inUse } = await copyDatabase(from, to);
  for (const { name, replaced } of tables)
    if (replaced > 0)
      console.error(
        `Warning: ${formatCount(replaced, "text")} of ${name} contained NUL, which PostgreSQL cannot store; it is now U+FFFD.`,
      );
  if (inUse)
    console.error(
      "Warning: FROM is in use. Rows written since the copy began are missing: stop the site and copy again.",
    );
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(
    `Copied ${formatCount(tables.length, "table")} with ${formatCount(rows, "row")} in ${seconds} s; counts and checksums match.`,
  );
}
