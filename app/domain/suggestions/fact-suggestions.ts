import type { Selectable } from "kysely";
import { requireWriter } from "#app/domain/accounts/suspensions.ts";
import {
  changedFacts,
  type FactColumn,
  factColumns,
  type StoredFacts,
} from "#app/domain/catalog/facts.ts";
import { storedFacts } from "#app/domain/catalog/perfumes.ts";
import { Refused } from "#app/domain/refused-act.ts";
import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";
import { inTransaction } from "#db/transactions.ts";
import { refusedForMs } from "./suggestions.ts";

interface SuggestedFacts {
  perfumeId: number;
  userId: string;
  language?: string | null;
  /** the undefined ones stay as they are */
  facts: Partial<StoredFacts>;
}

/** A person's newer suggestion for the same bottle replaces the one that waits (RULES.md 6.3). @throws Refused "no-such-perfume", "no-such-person", "unchanged" */
export async function suggestFacts(
  db: Db,
  { perfumeId, userId, language = null, facts }: SuggestedFacts,
  now: Date,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const known = await storedFacts(tx, perfumeId);
    if (!known) throw new Refused("no-such-perfume");
    await requireWriter(tx, userId);
    const { after } = changedFacts(known, facts);
    const changes = Object.keys(after).join();
    if (changes === "") throw new Refused("unchanged");
    const none = Object.fromEntries(factColumns.map((name) => [name, null]));
    const values = { ...none, ...after, changes };
    const about = { ...values, language, thanks_due: null };
    const own = await tx
      .selectFrom("fact_suggestions")
      .selectAll()
      .where("perfume_id", "=", perfumeId)
      .where("user_id", "=", userId)
      .where("state", "in", ["waiting", "refused"])
      .orderBy("id", "desc")
      .execute();
    const refusedSince = new Date(now.getTime() - refusedForMs).toISOString();
    const isSame = (one: Suggestion) =>
      Object.entries(values).every(([name, value]) => one[name as FactColumn] === value);
    const stays = own.some(
      (one) => isSame(one) && (one.state === "waiting" || one.decided_at! > refusedSince),
    );
    if (stays) return;
    const waiting = own.find(({ state }) => state === "waiting");
    const created_at = now.toISOString();
    if (waiting)
      await tx
        .updateTable("fact_suggestions")
        .set((row) => ({ ...about, created_at, version: row("version", "+", 1) }))
        .where("id", "=", waiting.id)
        .execute();
    else
      await tx
        .insertInto("fact_suggestions")
        .values({ ...about, perfume_id: perfumeId, user_id: userId, created_at })
        .execute();
  });
}

type Suggestion = Selectable<Schema["fact_suggestions"]>;

export type WaitingFacts = Awaited<ReturnType<typeof findFactSuggestions>>[number];

/** With their bottles as they are now. */
export async function findFactSuggestions(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom("fact_suggestions as one")
    .innerJoin("perfumes", "perfumes.id", "perfume_id")
    .leftJoin("usuarios", "usuarios.id", "user_id")
    .selectAll("one")
    .select(["marca", "nombre", "revision", "nombre_usuario"])
    .select(factColumns.map((name) => `perfumes.${name} as own_${name}` as const))
    .where("one.id", "in", ids)
    .execute();
  return rows.map((row) => {
    const names = row.changes.split(",") as FactColumn[];
    return {
      ...row,
      facts: Object.fromEntries(names.map((name) => [name, row[name]])) as Partial<StoredFacts>,
      known: Object.fromEntries(
        factColumns.map((name) => [name, row[`own_${name}`]]),
      ) as StoredFacts,
    };
  });
}

export type Lone = "fact_suggestions" | "source_suggestions";

/** @param closing null lets it wait again, without thanks that have not been sent */
export async function settleSuggestion(
  tx: Db,
  table: Lone,
  id: number,
  closing: { state: "accepted" | "refused"; actor: string; reason: string | null } | null,
  now: Date,
): Promise<void> {
  await tx
    .updateTable(table)
    .set((row) => ({
      state: closing?.state ?? "waiting",
      version: row("version", "+", 1),
      decided_at: closing && now.toISOString(),
      decided_by: closing && closing.actor,
      reason: closing && closing.reason,
      ...(closing === null && {
        thanks_due: row.fn<0 | null>("nullif", ["thanks_due", row.lit(1)]),
      }),
    }))
    .where("id", "=", id)
    .execute();
}
