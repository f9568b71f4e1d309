import type { Db } from "#db/database.ts";

type Lone = "fact_suggestions" | "source_suggestions";

/** Once per suggestion, if their address is confirmed (RULES.md 6.2). */
export async function thankFor(tx: Db, table: Lone, id: number): Promise<void> {
  await tx
    .updateTable(table)
    .set({ thanks_due: 1 })
    .where("id", "=", id)
    .where("thanks_due", "is", null)
    .where("user_id", "in", (of) =>
      of.selectFrom("accounts").select("user_id").where("confirmed_at", "is not", null),
    )
    .execute();
}

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
