import { sql } from "kysely";
import type { Db } from "#db/database.ts";
import { daysBefore } from "#db/dialect.ts";
import { questions } from "./verdict-questions.ts";
import type { Ballots } from "./due-voices.ts";

const day = 24 * 60 * 60 * 1000;
const week = 7;

/** Fewer are nobody's campaign. */
export const fewSuspects = 3;

const said = { user_votes: ["voto"], verdicts: questions, blind_tests: ["found"] };
// A verdict can be changed.
const saidAt = {
  user_votes: "one.created_at",
  verdicts: "one.updated_at",
  blind_tests: "one.created_at",
};
const isUp = { user_votes: sql`voto = 1`, verdicts: sql`1 = 0`, blind_tests: sql`found = 1` };
const waited = sql`one.counted_at > one.created_at`;
/** What waited moves a figure only once it counts. */
const isOfTheWeek = (table: Ballots, since: string) =>
  sql<boolean>`(${sql.ref(saidAt[table])} > ${since} or (${waited} and one.counted_at > ${since}))`;

const columns = (names: readonly string[]) => names.map((name) => sql.ref(`one.${name}`));
const is = (condition: ReturnType<typeof sql>) =>
  sql<number>`case when ${condition} then 1 else 0 end`;
const among = (...names: string[]) =>
  sql<number>`count(*) over (partition by ${sql.join(columns(["dupe_id", ...names]))})`;

const isShared = (name: "network" | "mail_domain") =>
  sql`(${sql.ref(`one.${name}`)} is not null and ${among(name)} >= ${fewSuspects})`;

export type MarkedVotes = ReturnType<typeof votesOfTheWeek>;

/** The votes, verdicts or tests said or counted this week, those said later than `until` or looked at by an operator left out; those of a network or private mail domain with three and those of young accounts have a 1. Invented people have no account, and are left out. */
export function votesOfTheWeek(db: Db, table: Ballots, now: Date, until?: Date) {
  const at = sql.ref<string>(saidAt[table]);
  const ago = (days: number) => new Date(now.getTime() - days * day).toISOString();
  // The first condition spares most accounts the second, which is slow.
  const isYoung = sql`one.user_id is null or ((accounts.created_at > ${ago(2 * week)} or ${waited})
    and accounts.created_at > ${daysBefore(db, "one.created_at", week)})`;
  return db
    .selectFrom(`${table} as one` as "user_votes as one")
    .leftJoin("accounts", "accounts.user_id", "one.user_id")
    .select(["one.id", "one.dupe_id", "network", at.as("said_at")])
    .select(said[table].map((column) => sql.ref(`one.${column}`).as(column as "said")))
    .select([
      is(isYoung).as("young"),
      is(sql`${isShared("network")} or ${isShared("mail_domain")}`).as("shared"),
      is(isUp[table]).as("up"),
      among(...said[table]).as("alike"),
      sql<number>`${sql.join(
        columns(said[table]).map((column) => is(sql`${column} is not null`)),
        sql` + `,
      )}`.as("answers"),
    ])
    .where(isOfTheWeek(table, ago(week)))
    .$if(until !== undefined, (query) => query.where(at, "<=", until!.toISOString()))
    .where((row) => {
      const looked = row
        .selectFrom("looked_at")
        .select("entry")
        .where("ballots", "=", table)
        .whereRef("looked_at.dupe_id", "=", "one.dupe_id")
        .where("seen_until", ">=", at)
        .where("quiet_until", ">", now.toISOString());
      return row.not(row.exists(looked));
    })
    .where((row) =>
      row.or([row("accounts.user_id", "is not", null), row("one.user_id", "is", null)]),
    )
    .where("state", "in", ["counted", "waiting"]);
}
