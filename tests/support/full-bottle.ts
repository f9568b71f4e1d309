// A bottle with rows in every table that hangs on it, and all rows of a database, to compare before and after an undo.
import { sql } from "kysely";
import { saveAlias } from "#app/domain/catalog/aliases.ts";
import { addSource } from "#app/domain/catalog/sources.ts";
import { reportReview } from "#app/domain/reviews/reports.ts";
import { publishReview } from "#app/domain/reviews/reviews.ts";
import { castVote } from "#app/domain/reviews/votes.ts";
import { suggestFacts } from "#app/domain/suggestions/fact-suggestions.ts";
import { suggestSource } from "#app/domain/suggestions/source-suggestions.ts";
import type { Db } from "#db/database.ts";
import { addAccount, withoutEmail } from "./accounts.ts";
import { smell } from "./blind.ts";
import { addPrice } from "./prices.ts";
import { suggestDupe, suggestPerfume } from "./suggestions.ts";
import { say } from "./verdicts.ts";

/** Who speaks of full bottles. */
export async function addSpeakers(db: Db): Promise<void> {
  for (const name of ["eva", "ana", "leo"]) await addAccount(db, name);
}

/** A bottle and one of its dupes get what people say of them. */
export async function fillBottle(db: Db, bottle: number, dupeId: number, at: Date): Promise<void> {
  const { perfume_id: perfumeId, ...named } = await db
    .selectFrom("dupes")
    .select(["perfume_id", "marca", "nombre"])
    .where("id", "=", dupeId)
    .executeTakeFirstOrThrow();
  const created_at = at.toISOString();
  const about = { dupeId, perfumeId };
  await castVote(db, "eva", { ...about, voto: 1 }, at, withoutEmail);
  await castVote(db, "ana", { ...about, voto: -1 }, at, withoutEmail);
  await say(db, "eva", dupeId, { lasting: "less" }, { now: at });
  await smell(db, "leo", dupeId, true, { now: at });
  const page = { url: "https://forum.example/1", title: "Alike", said_on: null };
  await addSource(db, dupeId, { ...page, stance: "against", kind: "article" }, at);
  const suggested = { url: "https://blog.example/1", stance: "for", author: null } as const;
  const source = { ...about, ...suggested, userId: "ana", language: "es", said_on: null };
  await suggestSource(db, source, at);
  await publishReview(db, "eva", { ...about, description: "Smoky", language: "es" }, at);
  const { id: reviewId } = await db
    .selectFrom("dupe_reviews")
    .select("id")
    .where("dupe_id", "=", dupeId)
    .executeTakeFirstOrThrow();
  const report = { reviewId, perfumeId, userId: "ana", reason: "spam", note: null } as const;
  await reportReview(db, report, at, withoutEmail);

  await saveAlias(db, { ...named, id: bottle }, { alias: `Code ${bottle}`, kind: "code" });
  const decided = { decided_by: "leo", decided_at: created_at };
  const price_id = await addPrice(db, bottle, 2490, at, { user_id: "eva", ...decided });
  await db.insertInto("price_gone").values({ price_id, user_id: "leo", created_at }).execute();
  const on = { user_id: "eva", perfume_id: bottle, since: `2026-0${bottle}-01` };
  await db
    .insertInto("shelf")
    .values({ ...on, list: "want" })
    .execute();
  await db
    .insertInto("dupe_alerts")
    .values({ ...on, language: "fr" })
    .execute();
  await suggestFacts(db, { perfumeId: bottle, userId: "ana", facts: { anio: 2001 } }, at);
  const dune = { marca: "Dior", nombre: "Dune", userId: "leo", language: "es" };
  await suggestDupe(db, { ...dune, perfumeId: bottle, fuente: "https://list.example/1" }, at);
  await suggestPerfume(db, { ...dune, nombre: `Club ${bottle}` }, at);
  await db
    .updateTable("sugerencias_perfumes")
    .set({ state: "accepted", bottle_id: bottle, decided_by: "leo" })
    .where("nombre_perfume", "=", `Club ${bottle}`)
    .execute();
  const month = { month: "2026-11", perfume_id: bottle, views: 7 };
  await db.insertInto("perfume_month_views").values(month).execute();
  for (const user_id of ["eva", "eva", null, null])
    await db
      .insertInto("perfume_searches")
      .values({ perfume_id: bottle, user_id, created_at })
      .execute();
}

/** Tables that record changes and so always grow. */
const records = ["audit_log", "changed_rows", "catalogue_version", "data_changes", "index_now"];

const withoutDerived = (column: string, value: unknown) =>
  ["updated_at", "revision"].includes(column) ? undefined : value;

/** Every row of every table, except records and columns derived from the time of the last change. */
export async function everyRow(db: Db): Promise<Record<string, string[]>> {
  const tables = await db.introspection.getTables();
  const rows: Record<string, string[]> = {};
  for (const { name, schema = "public" } of tables) {
    if (schema !== "public" || records.some((one) => name.startsWith(one))) continue;
    const found = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
    rows[name] = found.rows.map((row) => JSON.stringify(row, withoutDerived)).toSorted();
  }
  return rows;
}
