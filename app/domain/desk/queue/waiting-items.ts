import { type SqlBool, sql } from "kysely";
import type { Db } from "#db/database.ts";
import { notSuspended, suspendedNow } from "#app/domain/accounts/suspensions.ts";
import { type Item, type ItemKind, itemKinds } from "./items.ts";
import { type Suggested, suggestedOnlyBy } from "#app/domain/suggestions/suggestion-authors.ts";

export interface Waiting extends Item {
  times: number;
  since: string;
}

const column = <Kind extends string>(kind: Kind) => sql<Kind>`${sql.lit(kind)}`.as("kind");

/** An index delivers each kind in queue order; only reviews, which are few, are sorted. */
const waiting = {
  perfume: (db: Db) =>
    db
      .selectFrom("sugerencias_perfumes")
      .select(["id", "veces as times", "created_at as since", column("perfume")])
      .where("state", "=", sql.lit("waiting"))
      .where(notOfSuspendedAlone(db, "perfume")),
  dupe: (db: Db) =>
    db
      .selectFrom("sugerencias_dupes")
      .select(["id", "veces as times", "created_at as since", column("dupe")])
      .where("state", "=", sql.lit("waiting"))
      .where(notOfSuspendedAlone(db, "dupe")),
  facts: (db: Db) =>
    db
      .selectFrom("fact_suggestions")
      .select(["id", sql<number>`1`.as("times"), "created_at as since", column("facts")])
      .where("state", "=", sql.lit("waiting"))
      .where((row) => row.or([row("user_id", "is", null), notSuspended("user_id")(row)])),
  source: (db: Db) =>
    db
      .selectFrom("source_suggestions")
      .select(["id", sql<number>`1`.as("times"), "created_at as since", column("source")])
      .where("state", "=", sql.lit("waiting"))
      .where(notSuspended("user_id")),
  review: (db: Db) => reported(db).unionAll(hiddenAlone(db)),
  price: (db: Db) => heldPrices(db).unionAll(disputedPrices(db)),
};

/** Those whose author's voice waits may count by themselves (RULES.md 5.8). */
const heldPrices = (db: Db) =>
  db
    .selectFrom("prices")
    .select(["id", sql<number>`1`.as("times"), "created_at as since", column("price")])
    .where("state", "=", sql.lit("held"))
    .where("counts_from", "is", null)
    .where((row) => row.or([row("user_id", "is", null), notSuspended("user_id")(row)]));

const disputedPrices = (db: Db) =>
  db
    .selectFrom("prices")
    .select(["id", sql<number>`1`.as("times"), "created_at as since", column("price")])
    .where("state", "=", sql.lit("shown"))
    .where("disputed", "=", sql.lit(1));

const reported = (db: Db) =>
  db
    .selectFrom("review_reports")
    .select("review_id as id")
    .select((row) => [
      // Many accounts of one network are one voice.
      sql<number>`count(distinct coalesce(mail_domain, network, mailbox, user_id, ''))`.as("times"),
      row.fn.min("created_at").as("since"),
      column("review"),
    ])
    .where("decided_at", "is", null)
    .groupBy("review_id");

/** Hidden reviews without a waiting report: formerly, reports were deleted with their authors' accounts. */
const hiddenAlone = (db: Db) =>
  db
    .selectFrom("dupe_reviews as review")
    .select([
      "review.id",
      sql<number>`0`.as("times"),
      "review.created_at as since",
      column("review"),
    ])
    .where("review.state", "=", sql.lit("hidden"))
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("review_reports")
            .select("review_id")
            .whereRef("review_id", "=", "review.id")
            .where("decided_at", "is", null),
        ),
      ),
    );

/** Suggestions made only by suspended people do not wait (RULES.md 9.13). */
const notOfSuspendedAlone = (db: Db, kind: Suggested) =>
  sql<SqlBool>`id not in ${suggestedOnlyBy(kind, suspendedNow(db))}`;

type Query = ReturnType<(typeof waiting)["perfume"]>;

// A cast, because the kinds select the same columns from different tables.
const queryOf = (db: Db, kind: ItemKind) => waiting[kind](db) as unknown as Query;

export function waitingInOrder(db: Db, kind: ItemKind | null) {
  const [first, ...others] = kind === null ? itemKinds : [kind];
  return others
    .reduce((all, one) => all.unionAll(queryOf(db, one)), queryOf(db, first!))
    .orderBy("times", "desc")
    .orderBy("since")
    .orderBy("id")
    .orderBy("kind");
}

export async function listWaiting(
  db: Db,
  kind: ItemKind | null,
  limit: number,
  offset: number,
): Promise<Waiting[]> {
  return waitingInOrder(db, kind).limit(limit).offset(offset).execute();
}

export async function findWaiting(db: Db, kind: ItemKind, id: number): Promise<Waiting[]> {
  return db.selectFrom(queryOf(db, kind).as("one")).selectAll().where("id", "=", id).execute();
}

export async function countWaiting(db: Db, most?: number): Promise<Record<ItemKind, number>> {
  const counts = await Promise.all(
    itemKinds.map(async (kind) => {
      const { count } = await db
        .selectFrom(
          queryOf(db, kind)
            .$if(most !== undefined, (all) => all.limit(most!))
            .as("one"),
        )
        .select((row) => row.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return [kind, Number(count)] as const;
    }),
  );
  return Object.fromEntries(counts) as Record<ItemKind, number>;
}
