import { commandTransaction } from "#db/transactions.ts";
import { addSample, removeSample } from "#app/domain/desk/sample/sample-community.ts";
import { commandLine, misused } from "./command-line.ts";
import { runMigrated } from "./run.ts";

const usage =
  "Usage: npm run db:sample [-- --remove]   (an invented community, plainly marked; --remove takes it away)";
const { words, values } = commandLine(usage, { remove: { type: "boolean" } });
if (words.length > 0) misused(usage);

await runMigrated(async (db) => {
  if (values.remove) {
    console.log(
      `Sample community: ${await commandTransaction(db, (tx) => removeSample(tx), "read committed")} invented people removed, with their votes, verdicts, reviews and prices.`,
    );
  } else {
    const { people, votes, verdicts, reviews, prices } = await commandTransaction(
      db,
      (tx) => addSample(tx),
      "read committed",
    );
    console.log(
      `Sample community: ${people} invented people (demo_…) with ${votes} votes, ${verdicts} verdicts, ${reviews} reviews and ${prices} prices at an invented shop.`,
    );
  }
});
