import type { BottleName } from "#app/domain/catalog/bottles.ts";
import type { Db } from "#db/database.ts";
import { queueDueEmails } from "#app/mail/due-emails.ts";
import type { Email } from "#app/mail/outbox.ts";

/** Somebody to thank: what the email says (RULES.md 21.4). */
export interface Thanks {
  /** the person's address */
  email: string;
  /** of the page on which they suggested it; null where that is not known */
  language: string | null;
  /** when they did, ISO 8601 */
  at: string;
  /** what they suggested, as the catalogue has it now */
  bottle: BottleName & { id: number };
  /** the bottle whose dupe it is; null where a perfume was suggested */
  original: (BottleName & { id: number }) | null;
}

/**
 * Queues the emails that thank for suggestions which were taken over (RULES.md 21.4), once each, however often and in however
 * many processes this runs.
 * @param emailOf makes the email @returns how many were queued
 */
export async function queueDueThanks(
  db: Db,
  emailOf: (thanks: Thanks) => Email,
  now: Date,
): Promise<number> {
  return queueDueEmails<Row>(
    db,
    {
      find: (from, limit) => due(from, limit).execute(),
      async settle(tx, { id }) {
        await tx
          .updateTable("suggestion_authors")
          .set({ thanks_due: 0 })
          .where("id", "=", id)
          .execute();
      },
      async emailOf(_tx, row) {
        const thanks = thanksOf(row);
        return thanks && emailOf(thanks);
      },
    },
    now,
  );
}

type Row = Awaited<ReturnType<ReturnType<typeof due>["executeTakeFirstOrThrow"]>>;

/** @returns null when the bottle was removed since, or the address is no longer confirmed */
function thanksOf(row: Row): Thanks | null {
  const { email, confirmed_at, bottleId, bottleMarca, bottleNombre } = row;
  const { originalId, originalMarca, originalNombre } = row;
  if (email === null || confirmed_at === null || bottleId === null) return null;
  return {
    email,
    language: row.language,
    at: row.at,
    bottle: { id: bottleId, marca: bottleMarca!, nombre: bottleNombre! },
    original:
      originalId === null
        ? null
        : { id: originalId, marca: originalMarca!, nombre: originalNombre! },
  };
}

function due(db: Db, limit: number) {
  return db
    .selectFrom("suggestion_authors as author")
    .leftJoin("accounts", "accounts.user_id", "author.user_id")
    .leftJoin("sugerencias_perfumes as perfume", "perfume.id", "perfume_suggestion_id")
    .leftJoin("sugerencias_dupes as dupe", "dupe.id", "dupe_suggestion_id")
    .leftJoin("perfumes as bottle", (on) =>
      on.onRef("bottle.id", "=", (row) => row.fn.coalesce("perfume.bottle_id", "dupe.bottle_id")),
    )
    .leftJoin("perfumes as original", "original.id", "dupe.perfume_id")
    .select(["author.id", "author.user_id", "author.language", "author.at"])
    .select(["accounts.email", "accounts.confirmed_at"])
    .select(["bottle.id as bottleId", "bottle.marca as bottleMarca"])
    .select(["bottle.nombre as bottleNombre", "original.id as originalId"])
    .select(["original.marca as originalMarca", "original.nombre as originalNombre"])
    .where("thanks_due", "=", 1)
    .orderBy("author.id")
    .limit(limit);
}
