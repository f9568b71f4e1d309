import { commandTransaction } from "../connect.ts";
import { addSample, removeSample } from "../sample/sample.ts";
import { runMigrated } from "./run.ts";

await runMigrated(async (db) => {
  if (process.argv.includes("--remove")) {
    console.log(
      `Sample community: ${await commandTransaction(db, removeSample)} invented people removed, with their votes and reviews.`,
    );
  } else {
    const { people, votes, reviews } = await commandTransaction(db, (tx) => addSample(tx));
    console.log(
      `Sample community: ${people} invented people (demo_…) with ${votes} votes and ${reviews} reviews.`,
    );
  }
});
