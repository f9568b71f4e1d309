import { type SqlBool, sql } from "kysely";
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

/** The newest of each kind, and their total. */
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
  const perfumes = await db
    .selectFrom("suggestion_authors as author")
    .innerJoin("sugerencias_perfumes as one", "one.id", "perfume_suggestion_id")
    .select(["one.id", "author.at", "state", "marca_perfume as marca", "nombre_perfume as nombre"])
    .select((row) => ["one.bottle_id as bottleId", row.val("perfume" as const).as("kind")])
    .where("author.user_id", "=", userId)
    .orderBy("author.id", "desc")
    .limit(maxRows)
    .execute();
  const dupes = await db
    .selectFrom("suggestion_authors as author")
    .innerJoin("sugerencias_dupes as one", "one.id", "dupe_suggestion_id")
    .select(["one.id", "author.at", "state", "marca_dupe as marca", "nombre_dupe as nombre"])
    .select((row) => ["one.bottle_id as bottleId", row.val("dupe" as const).as("kind")])
    .where("author.user_id", "=", userId)
    .orderBy("author.id", "desc")
    .limit(maxRows)
    .execute();
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
    suggestions: [...perfumes, ...dupes]
      .toSorted((a, b) => b.at.localeCompare(a.at))
      .slice(0, maxRows),
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
  const count = async (
    table: Ballots | "suggestion_authors" | "sessions",
    where = sql<SqlBool>`1 = 1`,
  ) => {
    const { n } = await db
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as("n"))
      .where("user_id", "=", userId)
      .where(where)
      .executeTakeFirstOrThrow();
    return Number(n);
  };
  const { reviews } = await db
    .selectFrom("dupe_reviews")
    .select((row) => row.fn.countAll<number>().as("reviews"))
    .where("user_id", "=", userId)
    .where("state", "!=", "removed")
    .executeTakeFirstOrThrow();
  const { prices, held } = await db
    .selectFrom("prices")
    .select((row) => [
      row.fn.countAll<number>().as("prices"),
      row.fn.countAll<number>().filterWhere("state", "=", "held").as("held"),
    ])
    .where("user_id", "=", userId)
    .where("state", "!=", "refused")
    .executeTakeFirstOrThrow();
  const alone = async (kind: Suggested) => {
    const { n } = await db
      .selectFrom(suggestionTables[kind])
      .select((row) => row.fn.countAll<number>().as("n"))
      .where("state", "=", "waiting")
      .where(sql<SqlBool>`id in ${suggestedOnlyBy(kind, sql`(${userId})`)}`)
      .executeTakeFirstOrThrow();
    return Number(n);
  };
  return {
    votes: await count("user_votes", isLeft("user_votes")),
    verdicts: await count("verdicts", isLeft("verdicts")),
    tests: await count("blind_tests", isLeft("blind_tests")),
    reviews: Number(reviews),
    suggestions: await count("suggestion_authors"),
    prices: Number(prices),
    sessions: await count("sessions"),
    waiting: Number(held) + (await alone("perfume")) + (await alone("dupe")),
  };
}
