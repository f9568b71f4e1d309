// What it costs to move a figure or a phrase against the site's rules, on a fresh database with a simulated clock.
import { phrasesTable } from "./abuse/buy-phrases.ts";
import { votesTable } from "./abuse/buy-votes.ts";

/** Each attack has a table: add another subject's here. */
const tables = { votes: votesTable, phrases: phrasesTable };

for (const [name, table] of Object.entries(tables)) {
  console.log(`\n${name}`);
  console.table(await table());
}
