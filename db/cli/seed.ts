import { commandTransaction, connect } from "../connect.ts";
import { migrate } from "../migrate.ts";
import { addSample } from "../sample/sample.ts";
import { seed } from "../starter/seed.ts";

const db = connect();
await migrate(db);
// In one transaction: who is killed half-way leaves nothing, and of two that start at once one finds the other's work.
console.log(
  await commandTransaction(db, async (tx) => {
    if (!process.argv.includes("--if-empty")) {
      const { perfumes, dupes } = await seed(tx);
      return `Starter catalogue: ${perfumes} perfumes and ${dupes} dupes added.`;
    }
    if (await tx.selectFrom("perfumes").select("id").limit(1).executeTakeFirst())
      return "The database has a catalogue already.";
    const { perfumes, dupes } = await seed(tx);
    const { people, votes, reviews } = await addSample(tx);
    return (
      `The database was empty: loaded ${perfumes} perfumes and ${dupes} dupes, and an invented sample community of ` +
      `${people} people (demo_…) with ${votes} votes and ${reviews} reviews; npm run db:sample -- --remove takes it out.`
    );
  }),
);
await db.destroy();
