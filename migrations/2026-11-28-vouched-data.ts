import { type Kysely, sql } from "kysely";
import { createTrigger, dropTrigger, wordsOf } from "../db/triggers.ts";
import { changing, columns } from "./open-data/data-triggers.ts";

/** Only vouched prices are published (RULES.md 15.1): the others leave, and the change log says so. */
export async function up(db: Kysely<any>): Promise<void> {
  const words = wordsOf(db);
  await dropTrigger(db, "data_prices_changing", "prices");
  await createTrigger(db, changing("prices", [...columns.prices, "vouched"], words));
  await sql`
    update data_changes set at = ${sql.raw(words.now)}, waits = 1
    where file = 'prices' and row_id in (select id from prices where state = 'shown' and vouched = 0)
  `.execute(db);
}
