import { connect } from "../connect.ts";
import { migrate } from "../migrate.ts";
import { addSample } from "../sample/sample.ts";
import { seed } from "../starter/seed.ts";

const db = connect();
await migrate(db);
const onlyIfEmpty = process.argv.includes("--if-empty");
const empty = !(await db.selectFrom("perfumes").select("id").limit(1).executeTakeFirst());

if (!onlyIfEmpty) {
  const { perfumes, dupes } = await seed(db);
  console.log(`Starter catalogue: ${perfumes} perfumes and ${dupes} dupes added.`);
} else if (empty) {
  const { perfumes, dupes } = await seed(db);
  const { people, votes, reviews } = await addSample(db);
  console.log(
    `The database was empty: loaded ${perfumes} perfumes and ${dupes} dupes, and an invented sample community of ` +
      `${people} people (demo_…) with ${votes} votes and ${reviews} reviews; npm run db:sample -- --remove removes it.`,
  );
}
await db.destroy();
