import { type SqlBool, sql } from "kysely";
import type { BottleName } from "#app/domain/catalog/bottles.ts";
import type { Db } from "#db/database.ts";
import { suspendedNow } from "#app/domain/accounts/suspensions.ts";
import {
  type Suggested,
  suggestedOnlyBy,
  suggestionTables,
} from "#app/domain/suggestions/suggestion-authors.ts";
import { type Ballots, ofVoices } from "#app/domain/reviews/due-voices.ts";
import { canonical } from "#app/i18n/text.ts";
import { usernameKeys } from "#app/domain/accounts/usernames.ts";
import { asciiAddress } from "#app/email-address.ts";

/** people per list, and rows of each kind on a person's page */
export const maxPeople = 50;
export const maxRows = 20;

export interface ListedPerson {
  id: string;
  username: string | null;
  since: string;
}

const listed = (db: Db) =>
  db
    .selectFrom("usuarios")
    .select(["usuarios.id", "nombre_usuario as username", "usuarios.created_at as since"]);

/** Searches by username prefix (RULES.md 1.1); owners also by complete email address (RULES.md 10.17). */
export async function findPeople(db: Db, q: string, byAddress: boolean): Promise<ListedPerson[]> {
  if (canonical(q) === "") return [];
  const people = await listed(db)
    .where((row) =>
      row.or(
        usernameKeys(q).map((begin) =>
          row.and([
            row("nombre_usuario_clave", ">=", begin),
            row("nombre_usuario_clave", "<", `${begin}\u{10ffff}`),
          ]),
        ),
      ),
    )
    .orderBy("nombre_usuario_clave")
    .limit(maxPeople)
    .execute();
  const byEmail = byAddress
    ? await listed(db)
        .innerJoin("accounts", "accounts.user_id", "usuarios.id")
        .where("email_clave", "=", canonical(asciiAddress(q)))
        .execute()
    : [];
  return [...byEmail, ...people.filter(({ id }) => byEmail.every((one) => one.id !== id))];
}

export async function listSuspended(db: Db): Promise<ListedPerson[]> {
  return listed(db)
    .innerJoin("suspensions", "suspensions.user_id", "usuarios.id")
    .where("usuarios.id", "in", suspendedNow(db))
    .orderBy("suspensions.since", "desc")
    .orderBy("usuarios.id")
    .limit(maxPeople)
    .execute();
}

export async function findPerson(db: Db, id: string) {
  return listed(db)
    .leftJoin("accounts", "accounts.user_id", "usuarios.id")
    .leftJoin("operators", "operators.user_id", "usuarios.id")
    .select(["email", "role"])
    .where("usuarios.id", "=", id)
    .executeTakeFirst();
}

interface SuggestedThing extends BottleName {
  kind: Suggested;
  id: number;
  at: string;
  state: string;
  bottleId: number | null;
}

export async function whatTheyDid(db: Db, userId: string) {
  const named = (table: Ballots | "dupe_reviews") =>
    db
      .selectFrom(table)
      .innerJoin("dupes", "dupes.id", `${table}.dupe_id`)
      .innerJoin("perfumes as original", "original.id", "dupes.perfume_id")
      .select(["dupes.marca", "dupes.nombre", "original.id as originalId"])
      .select(["original.marca as originalMarca", "original.nombre as originalNombre"])
      .select([`${table}.id`, `${table}.created_at as at`])
      .where(`${table}.user_id`, "=", userId)
      .orderBy(`${table}.created_at`, "desc")
      .orderBy(`${table}.id`, "desc")
      .limit(maxRows);
  const suggestions = await sql<SuggestedThing>`
    select 'perfume' as kind, one.id as id, author.at as at, state, bottle_id as "bottleId",
      marca_perfume as marca, nombre_perfume as nombre
    from suggestion_authors as author
    join sugerencias_perfumes as one on one.id = perfume_suggestion_id
    where author.user_id = ${userId}
    union all select 'dupe', one.id, author.at, state, bottle_id, marca_dupe, nombre_dupe
    from suggestion_authors as author
    join sugerencias_dupes as one on one.id = dupe_suggestion_id
    where author.user_id = ${userId}
    order by at desc, id desc limit ${maxRows}`.execute(db);
  return {
    votes: await named("user_votes")
      .select("user_votes.voto")
      .where(isLeft("user_votes"))
      .execute(),
    verdicts: await named("verdicts").where(isLeft("verdicts")).execute(),
    tests: await named("blind_tests")
      .select("blind_tests.found")
      .where(isLeft("blind_tests"))
      .execute(),
    reviews: await named("dupe_reviews")
      .select(["dupe_reviews.description", "dupe_reviews.state", "dupe_reviews.language"])
      .execute(),
    suggestions: suggestions.rows,
    prices: await db
      .selectFrom("prices")
      .innerJoin("perfumes", "perfumes.id", "prices.perfume_id")
      .select(["prices.id", "perfume_id as originalId", "marca", "nombre", "amount_cents"])
      .select(["currency", "size_ml", "shop", "state", "counts_from", "prices.created_at as at"])
      .where("prices.user_id", "=", userId)
      .orderBy("prices.id", "desc")
      .limit(maxRows)
      .execute(),
    counts: await countWhatTheyDid(db, userId),
  };
}

const isLeft = (table: Ballots) =>
  sql<SqlBool>`state in (${sql.join(ofVoices)}) and not exists (
    select 1 from exclusions join audit_log on audit_log.id = entry and action = 'remove-votes'
    where exclusions.subject = ${table} and row_id = ${sql.ref(`${table}.id`)})`;

export interface PersonCounts {
  /** like verdicts, without those that operators removed with all of the person's */
  votes: number;
  verdicts: number;
  tests: number;
  reviews: number;
  suggestions: number;
  prices: number;
  sessions: number;
  /** waiting prices, and suggestions that nobody else made */
  waiting: number;
}

export async function countWhatTheyDid(db: Db, userId: string): Promise<PersonCounts> {
  const own = (table: string, where = sql<SqlBool>`1 = 1`) =>
    sql`(select count(*) from ${sql.table(table)} where user_id = ${userId} and ${where})`;
  const alone = (kind: Suggested) =>
    sql`(select count(*) from ${sql.table(suggestionTables[kind])}
      where state = 'waiting' and id in ${suggestedOnlyBy(kind, sql`(${userId})`)})`;
  const { rows } = await sql<PersonCounts>`select
    ${own("user_votes", isLeft("user_votes"))} as votes,
    ${own("verdicts", isLeft("verdicts"))} as verdicts,
    ${own("blind_tests", isLeft("blind_tests"))} as tests,
    ${own("dupe_reviews", sql`state != 'removed'`)} as reviews,
    ${own("suggestion_authors")} as suggestions,
    ${own("prices", sql`state != 'refused'`)} as prices,
    ${own("sessions")} as sessions,
    ${own("prices", sql`state = 'held'`)} + ${alone("perfume")} + ${alone("dupe")} as waiting
  `.execute(db);
  return rows[0]!;
}
