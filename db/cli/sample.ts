import { addSample, removeSample } from "../sample/sample.ts";
import { runMigrated } from "./run.ts";

await runMigrated(async (db) => {
  if (process.argv.includes("--remove")) {
    console.log(
      `Sample community: ${await removeSample(db)} invented people removed, with their votes and reviews.`,
    );
  } else {
    const { people, votes, reviews } = await addSample(db);
    console.log(
      `Sample community: ${people} invented people (demo_…) with ${votes} votes and ${reviews} reviews.`,
    );
  }
});
