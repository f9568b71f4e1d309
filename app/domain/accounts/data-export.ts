import { sql } from "kysely";
import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";

interface OwnRows {
  table: string;
  columns: readonly string[];
  person: string;
}

const rowsOf = <Table extends keyof Schema>(
  table: Table,
  columns: readonly (keyof Schema[Table] & string)[],
  person: (keyof Schema[Table] & string) | "user_id" = "user_id",
): OwnRows => ({ table, columns, person });

const decision = ["at", "action", "subject", "reason"] as const;

const lists = {
  sessions: rowsOf("sessions", ["created_at", "seen_at", "proved_at", "stays"]),
  votes: rowsOf("user_votes", ["dupe_id", "voto", "created_at", "state", "counts_from"]),
  verdicts: rowsOf("verdicts", [
    ...(["dupe_id", "opening", "drydown", "lasting", "projection", "again"] as const),
    ...(["created_at", "updated_at", "state", "counts_from"] as const),
  ]),
  reviews: rowsOf("dupe_reviews", ["id", "dupe_id", "description", "created_at", "state"]),
  // Only reports by the person; reports of their reviews are confidential.
  reports: rowsOf("review_reports", ["review_id", "reason", "note", "created_at", "decided_at"]),
  decisions: rowsOf("audit_log", decision, "actor_id"),
  decisionsAbout: rowsOf("audit_log", decision, "person_id"),
  networks: rowsOf("operator_networks", ["seen_at", "language"]),
  dupeAlerts: rowsOf("dupe_alerts", ["perfume_id", "since", "language"]),
  shelf: rowsOf("shelf", ["perfume_id", "list", "since"]),
  weeklyEmail: rowsOf("shelf_emails", ["since", "language", "last_sent_at"]),
  // Only messages sent while signed in: a visitor can type anybody's address.
  messages: rowsOf("contact_messages", [
    ...(["id", "kind", "name", "email", "message", "url", "created_at"] as const),
    ...(["state", "decision", "decision_reason", "answered_at"] as const),
  ]),
  views: rowsOf("perfume_searches", ["perfume_id", "created_at"]),
  prices: rowsOf("prices", [
    ...([
      "id",
      "perfume_id",
      "amount_cents",
      "currency",
      "size_ml",
      "kind",
      "shop",
      "url",
    ] as const),
    ...(["country", "seen_on", "state", "counts_from", "created_at"] as const),
  ]),
  priceVotes: rowsOf("price_gone", ["price_id", "created_at", "counted_at"]),
};

const single = {
  operator: rowsOf("operators", ["role", "since", "language"]),
  suspension: rowsOf("suspensions", ["since", "until"]),
  secondFactor: rowsOf("second_factors", ["since", "confirmed_at"]),
};

/** Personal data as listed in RULES.md 9.12 (GDPR art. 15 and 20). Add every new table with a user's id. */
export async function exportData(db: Db, userId: string) {
  const read = async ({ table, columns, person }: OwnRows) => {
    const names = sql.join(columns.map((column) => sql.ref(column)));
    const { rows } = await sql<Record<string, unknown>>`
      select ${names} from ${sql.table(table)} where ${sql.ref(person)} = ${userId} order by 1`.execute(
      db,
    );
    return rows;
  };
  const found: Record<string, unknown> = {};
  for (const [name, own] of Object.entries(lists)) found[name] = await read(own);
  for (const [name, own] of Object.entries(single)) [found[name]] = await read(own);
  return {
    profile: await profileOf(db, userId),
    ...(found as Record<keyof typeof lists, Record<string, unknown>[]>),
    blindTests: await blindTestsOf(db, userId),
    ...(await suggestionsOf(db, userId)),
    emails: await emailsTo(db, userId),
  };
}

const profileOf = (db: Db, userId: string) =>
  db
    .selectFrom("usuarios")
    .leftJoin("accounts", "accounts.user_id", "usuarios.id")
    .select(["id", "email", "nombre_usuario", "nombre_completo", "avatar_url"])
    .select(["usuarios.created_at", "confirmed_at", "google_sub"])
    .where("usuarios.id", "=", userId)
    .executeTakeFirst();

/** Bodies contain secret links. Emails with a reply-to are other people's contact messages. */
const emailsTo = (db: Db, userId: string) =>
  db
    .selectFrom("outbox")
    .select(["recipient", "subject", "created_at", "sent_at"])
    .where("reply_to", "is", null)
    .where((row) =>
      row(
        row.fn("lower", ["recipient"]),
        "in",
        db.selectFrom("accounts").select("email_clave").where("user_id", "=", userId),
      ),
    )
    .execute();

/** Which strip is the odd one is told to who smells once they have answered (RULES.md 5.11). */
async function blindTestsOf(db: Db, userId: string) {
  const tests = await db
    .selectFrom("blind_tests")
    .select(["dupe_id", "code", "created_at", "expires_at", "state", "counts_from"])
    .select(["chosen", "liked", "odd", "carries"])
    .where("user_id", "=", userId)
    .execute();
  return tests.map(({ odd, carries, ...test }) =>
    test.chosen === null ? test : { ...test, odd, carries },
  );
}

async function suggestionsOf(db: Db, userId: string) {
  const together = (of: "perfume" | "dupe") =>
    db
      .selectFrom("suggestion_authors as author")
      .innerJoin(
        `sugerencias_${of}s as one` as "sugerencias_perfumes as one",
        "one.id",
        `author.${of}_suggestion_id`,
      )
      .selectAll("one")
      .select(["author.at", "author.language"])
      .where("author.user_id", "=", userId)
      .orderBy("author.id")
      .execute();
  const alone = (table: "source_suggestions" | "fact_suggestions") =>
    db
      .selectFrom(table)
      .selectAll()
      .select("created_at as at")
      .where("user_id", "=", userId)
      .orderBy("id")
      .execute();
  return {
    suggestedPerfumes: personal(await together("perfume")),
    suggestedDupes: personal(await together("dupe")),
    suggestedPages: await db
      .selectFrom("suggested_pages as page")
      .innerJoin("sugerencias_dupes", "sugerencias_dupes.id", "dupe_suggestion_id")
      .select(["marca_dupe", "nombre_dupe", "url", "at"])
      .where("page.user_id", "=", userId)
      .orderBy("at")
      .execute(),
    suggestedSources: personal(await alone("source_suggestions")),
    suggestedFacts: personal(await alone("fact_suggestions")),
  };
}

const notPersonal = new Set([
  "id",
  "user_id",
  "clave",
  "twin_key",
  "veces",
  "version",
  "bottle_id",
  // Empty since pages have a table of their own; the next release drops it.
  "fuente",
  // Identifies another person.
  "decided_by",
  "reason",
  "created_at",
]);

// New columns of suggestions are exported automatically.
const personal = (rows: object[]) =>
  rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([column]) => !notPersonal.has(column))),
  );
