// Apart from thanks.ts, because commands lack the texts of emails.
import type { Db } from "#db/database.ts";
import type { Lone } from "./fact-suggestions.ts";
import type { Suggested } from "./suggestion-authors.ts";

/** Once per person, if their address is confirmed (RULES.md 6.2). */
export async function thankAuthors(
  tx: Db,
  { perfume, dupe }: Record<Suggested, readonly number[]>,
): Promise<void> {
  await tx
    .updateTable("suggestion_authors")
    .set({ thanks_due: 1 })
    .where("id", "in", (of) =>
      of
        .selectFrom("suggestion_authors as author")
        .innerJoin("accounts", "accounts.user_id", "author.user_id")
        .select((row) => row.fn.min("author.id").as("id"))
        .where("confirmed_at", "is not", null)
        .where((row) =>
          row.or([
            ...(perfume.length > 0 ? [row("perfume_suggestion_id", "in", perfume)] : []),
            ...(dupe.length > 0 ? [row("dupe_suggestion_id", "in", dupe)] : []),
          ]),
        )
        .groupBy("author.user_id"),
    )
    .execute();
}

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
