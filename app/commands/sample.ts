import { commandTransaction } from "#db/transactions.ts";
import { addSample, removeSample } from "#app/domain/desk/sample/sample-community.ts";
import { runMigrated } from "./run.ts";

await runMigrated(async (db) => {
  if (process.argv.includes("--remove")) {
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
