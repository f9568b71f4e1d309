import type { Db } from "#db/database.ts";
import { commandTransaction } from "#db/transactions.ts";
import { countPerfumes } from "#app/domain/catalog/crawl-lists.ts";
import { isLocal } from "#app/config.ts";
import { addSample } from "#app/domain/desk/sample/sample-community.ts";
import { commandLine, misused } from "./command-line.ts";
import { seed } from "./load-starter.ts";
import { runMigrated } from "./run.ts";

const usage =
  "Usage: npm run db:seed [-- --if-empty]   (loads the starter catalogue; with --if-empty only into an empty database, on localhost with an invented sample community)";
const { words, values } = commandLine(usage, { "if-empty": { type: "boolean" } });
if (words.length > 0) misused(usage);

// One transaction: a killed run leaves nothing, and the second of two concurrent runs finds the first one's work.
await runMigrated(async (db) => console.log(await commandTransaction(db, fill, "read committed")));

async function fill(tx: Db): Promise<string> {
  if (!values["if-empty"]) {
    const { perfumes, dupes } = await seed(tx);
    return `Starter catalogue: ${perfumes} perfumes and ${dupes} dupes added.`;
  }
  if ((await countPerfumes(tx)) > 0) return "The database already has a catalogue.";
  const { perfumes, dupes } = await seed(tx);
  const loaded = `The database was empty: loaded ${perfumes} perfumes and ${dupes} dupes`;
  // Invented people are for developers, never for a public site (RULES.md 1.14).
  if (!isLocal(process.env.APP_ORIGIN)) return `${loaded}.`;
  const { people, votes, verdicts, reviews, prices } = await addSample(tx);
  return (
    `${loaded}, and an invented sample community of ` +
    `${people} people (demo_…) with ${votes} votes, ${verdicts} verdicts, ${reviews} reviews and ${prices} prices at an invented shop; npm run db:sample -- --remove removes it.`
  );
}
