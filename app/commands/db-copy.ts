import { copyDatabase } from "#db/copy/copy-database.ts";
import { formatCount, orOneLine } from "./data-locations.ts";

const [from, to, ...more] = process.argv.slice(2);
if (!from || !to || more.length > 0) {
  console.error(
    "Usage: npm run db:copy -- FROM TO   (each file:PATH or postgres://…; TO is not there yet or has no tables)",
  );
  process.exitCode = 2;
} else await orOneLine(() => copy(from, to));

async function copy(from: string, to: string): Promise<void> {
  const began = performance.now();
  const { tables, inUse } = await copyDatabase(from, to);
  for (const { name, replaced } of tables)
    if (replaced > 0)
      console.error(
        `Warning: ${formatCount(replaced, "text")} of ${name} had NUL, which PostgreSQL cannot hold; U+FFFD stands there now.`,
      );
  if (inUse)
    console.error(
      "Warning: FROM is in use. What was written there since the copy began is not in it: stop the site, then copy anew.",
    );
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(
    `Copied ${formatCount(tables.length, "table")} with ${formatCount(rows, "row")} in ${seconds} s; each is the same by count and checksum.`,
  );
}
