// What it costs to move a figure against the site's rules, on a fresh database with a simulated clock.
import { votesTable } from "./abuse/buy-votes.ts";

/** Each attack has a table: add another subject's here. */
const tables = { votes: votesTable };

for (const [name, table] of Object.entries(tables)) {
  console.log(`\n${name}`);
  console.table(await table());
}
