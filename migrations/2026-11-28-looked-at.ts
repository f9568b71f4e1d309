import type { Kysely } from "kysely";
import { addIndex, checked, of, required } from "./baseline/baseline-columns.ts";

/** Unusual votes and verdicts that an operator found to be fine (RULES.md 10.29). */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("looked_at")
    .addColumn("entry", "integer", (c) => of("audit_log.id")(c).primaryKey())
    .addColumn("ballots", "text", checked("ballots in ('user_votes', 'verdicts')"))
    .addColumn("dupe_id", "integer", of("dupes.id"))
    .addColumn("seen_until", "text", required)
    .addColumn("quiet_until", "text", required)
    .execute();
  await addIndex(db, "looked_at", "looked_at_of_dupe", ["dupe_id", "ballots"]);
}
