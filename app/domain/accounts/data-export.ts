import type { Db } from "#db/database.ts";

/** Personal data as listed in RULES.md 9.12 (GDPR art. 15 and 20). Add every new table with a user's id. */
export async function exportData(db: Db, userId: string) {
  return {
    ...(await accountOf(db, userId)),
    ...(await contributionsOf(db, userId)),
    ...(await suggestionsOf(db, userId)),
    ...(await deskOf(db, userId)),
    ...(await shelfOf(db, userId)),
    ...(await messagesOf(db, userId)),
    ...(await viewsAndPricesOf(db, userId)),
  };
}

async function accountOf(db: Db, userId: string) {
  return {
    profile: await db
      .selectFrom("usuarios")
      .leftJoin("accounts", "accounts.user_id", "usuarios.id")
      .select(["id", "email", "nombre_usuario", "nombre_completo", "avatar_url"])
      .select(["usuarios.created_at", "confirmed_at"])
      .select("google_sub")
      .where("usuarios.id", "=", userId)
      .executeTakeFirst(),
    sessions: await db
      .selectFrom("sessions")
      .select(["created_at", "seen_at", "proved_at", "stays"])
      .where("user_id", "=", userId)
      .execute(),
  };
}

async function contributionsOf(db: Db, userId: string) {
  return {
    votes: await db
      .selectFrom("user_votes")
      .select(["dupe_id", "voto", "created_at", "state", "counts_from"])
      .where("user_id", "=", userId)
      .execute(),
    verdicts: await db
      .selectFrom("verdicts")
      .select(["dupe_id", "opening", "drydown", "lasting", "projection", "again"])
      .select(["created_at", "updated_at", "state", "counts_from"])
      .where("user_id", "=", userId)
      .execute(),
    reviews: await db
      .selectFrom("dupe_reviews")
      .select(["id", "dupe_id", "description", "created_at", "state"])
      .where("user_id", "=", userId)
      .execute(),
    // Only reports by the person; reports of their reviews are confidential.
    reports: await db
      .selectFrom("review_reports")
      .select(["review_id", "reason", "note", "created_at", "decided_at"])
      .where("user_id", "=", userId)
      .execute(),
  };
}

async function suggestionsOf(db: Db, userId: string) {
  return {
    suggestedPerfumes: personal(
      await db
        .selectFrom("suggestion_authors as author")
        .innerJoin("sugerencias_perfumes", "sugerencias_perfumes.id", "perfume_suggestion_id")
        .selectAll("sugerencias_perfumes")
        .select(["author.at", "author.language"])
        .where("author.user_id", "=", userId)
        .orderBy("author.id")
        .execute(),
    ),
    suggestedDupes: personal(
      await db
        .selectFrom("suggestion_authors as author")
        .innerJoin("sugerencias_dupes", "sugerencias_dupes.id", "dupe_suggestion_id")
        .selectAll("sugerencias_dupes")
        .select(["author.at", "author.language"])
        .where("author.user_id", "=", userId)
        .orderBy("author.id")
        .execute(),
    ),
    suggestedPages: await db
      .selectFrom("suggested_pages as page")
      .innerJoin("sugerencias_dupes", "sugerencias_dupes.id", "dupe_suggestion_id")
      .select(["marca_dupe", "nombre_dupe", "url", "at"])
      .where("page.user_id", "=", userId)
      .orderBy("at")
      .execute(),
    suggestedSources: personal(
      await db
        .selectFrom("source_suggestions")
        .selectAll()
        .select("created_at as at")
        .where("user_id", "=", userId)
        .orderBy("id")
        .execute(),
    ),
    suggestedFacts: personal(
      await db
        .selectFrom("fact_suggestions")
        .selectAll()
        .select("created_at as at")
        .where("user_id", "=", userId)
        .orderBy("id")
        .execute(),
    ),
  };
}

async function deskOf(db: Db, userId: string) {
  return {
    operator: await db
      .selectFrom("operators")
      .select(["role", "since", "language"])
      .where("user_id", "=", userId)
      .executeTakeFirst(),
    decisions: await db
      .selectFrom("audit_log")
      .select(["at", "action", "subject", "reason"])
      .where("actor_id", "=", userId)
      .orderBy("id")
      .execute(),
    decisionsAbout: await db
      .selectFrom("audit_log")
      .select(["at", "action", "subject", "reason"])
      .where("person_id", "=", userId)
      .orderBy("id")
      .execute(),
    suspension: await db
      .selectFrom("suspensions")
      .select(["since", "until"])
      .where("user_id", "=", userId)
      .executeTakeFirst(),
    secondFactor: await db
      .selectFrom("second_factors")
      .select(["since", "confirmed_at"])
      .where("user_id", "=", userId)
      .executeTakeFirst(),
    networks: await db
      .selectFrom("operator_networks")
      .select(["seen_at", "language"])
      .where("user_id", "=", userId)
      .execute(),
  };
}

async function shelfOf(db: Db, userId: string) {
  return {
    dupeAlerts: await db
      .selectFrom("dupe_alerts")
      .select(["perfume_id", "since", "language"])
      .where("user_id", "=", userId)
      .execute(),
    shelf: await db
      .selectFrom("shelf")
      .select(["perfume_id", "list", "since"])
      .where("user_id", "=", userId)
      .execute(),
    weeklyEmail: await db
      .selectFrom("shelf_emails")
      .select(["since", "language", "last_sent_at"])
      .where("user_id", "=", userId)
      .execute(),
  };
}

async function messagesOf(db: Db, userId: string) {
  const address = db.selectFrom("accounts").select("email_clave").where("user_id", "=", userId);
  return {
    // Only messages sent while signed in: a visitor can type anybody's address.
    messages: await db
      .selectFrom("contact_messages")
      .select(["id", "kind", "name", "email", "message", "url", "created_at"])
      .select(["state", "decision", "decision_reason", "answered_at"])
      .where("user_id", "=", userId)
      .execute(),
    // Bodies contain secret links. Emails with a reply-to are other people's contact messages.
    emails: await db
      .selectFrom("outbox")
      .select(["recipient", "subject", "created_at", "sent_at"])
      .where("reply_to", "is", null)
      .where((row) => row(row.fn("lower", ["recipient"]), "in", address))
      .execute(),
  };
}

async function viewsAndPricesOf(db: Db, userId: string) {
  return {
    views: await db
      .selectFrom("perfume_searches")
      .select(["perfume_id", "created_at"])
      .where("user_id", "=", userId)
      .execute(),
    prices: await db
      .selectFrom("prices")
      .select(["id", "perfume_id", "amount_cents", "currency", "size_ml", "kind", "shop", "url"])
      .select(["country", "seen_on", "state", "counts_from", "created_at"])
      .where("user_id", "=", userId)
      .execute(),
    priceVotes: await db
      .selectFrom("price_gone")
      .select(["price_id", "created_at", "counted_at"])
      .where("user_id", "=", userId)
      .execute(),
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
