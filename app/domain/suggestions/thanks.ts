import { sql } from "kysely";
import type { Db } from "#db/database.ts";
import type { BottleName } from "#app/domain/catalog/bottles.ts";
import { pairPath, perfumePath } from "#app/domain/catalog/slugs.ts";
import { formatIn } from "#app/i18n/format.ts";
import { knownLanguage } from "#app/i18n/languages.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { type DueEmails, type Email, queueDueEmails } from "#app/mail/outbox.ts";
import { writeEmail } from "#app/mail/email-template.ts";

/** Queues thanks for accepted suggestions, once each (RULES.md 6.2). @returns how many emails */
export async function queueDueThanks(db: Db, origin: string, now: Date): Promise<number> {
  const suggestions: DueEmails<Row> = {
    find: (from, limit) => due(from, limit).execute(),
    async settle(tx, { id }) {
      await tx
        .updateTable("suggestion_authors")
        .set({ thanks_due: 0 })
        .where("id", "=", id)
        .execute();
    },
    async write(_tx, row) {
      const thanks = thanksOf(row);
      return thanks && thanksEmail(origin, thanks);
    },
  };
  const lone = (table: keyof typeof dueOf): DueEmails<Row> => ({
    find: (from, limit) => dueOf[table](from, limit).execute(),
    async settle(tx, { id }) {
      await tx.updateTable(table).set({ thanks_due: 0 }).where("id", "=", id).execute();
    },
    async write(_tx, row) {
      const thanks = thanksOf(row);
      return thanks && thanksEmail(origin, { ...thanks, of: table });
    },
  });
  return (
    (await queueDueEmails(db, suggestions, now)) +
    (await queueDueEmails(db, lone("fact_suggestions"), now)) +
    (await queueDueEmails(db, lone("source_suggestions"), now))
  );
}

const none = sql<null>`null`;

const dueOf = {
  fact_suggestions: (db: Db, limit: number) =>
    db
      .selectFrom("fact_suggestions as one")
      .innerJoin("perfumes as bottle", "bottle.id", "perfume_id")
      .leftJoin("accounts", "accounts.user_id", "one.user_id")
      .select(["one.id", "one.user_id", "one.language", "one.created_at as at"])
      .select(["accounts.email", "accounts.confirmed_at", "bottle.id as bottleId"])
      .select(["bottle.marca as bottleMarca", "bottle.nombre as bottleNombre"])
      .select([none.as("originalId"), none.as("originalMarca"), none.as("originalNombre")])
      .where("thanks_due", "=", 1)
      .orderBy("one.id")
      .limit(limit),
  source_suggestions: (db: Db, limit: number) =>
    db
      .selectFrom("source_suggestions as one")
      .innerJoin("dupes", "dupes.id", "dupe_id")
      .innerJoin("perfumes as bottle", "bottle.id", "dupe_perfume_id")
      .innerJoin("perfumes as original", "original.id", "dupes.perfume_id")
      .leftJoin("accounts", "accounts.user_id", "one.user_id")
      .select(["one.id", "one.user_id", "one.language", "one.created_at as at"])
      .select(["accounts.email", "accounts.confirmed_at", "bottle.id as bottleId"])
      .select(["bottle.marca as bottleMarca", "bottle.nombre as bottleNombre"])
      .select(["original.id as originalId", "original.marca as originalMarca"])
      .select("original.nombre as originalNombre")
      .where("thanks_due", "=", 1)
      .orderBy("one.id")
      .limit(limit),
};

type Row = Awaited<ReturnType<ReturnType<typeof due>["executeTakeFirstOrThrow"]>>;

/** @returns null if the bottle was removed since, or the address is no longer confirmed */
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

/** Thanks for an accepted suggestion (RULES.md 10.6). */
interface Thanks {
  email: string;
  /** language of the page on which they suggested it */
  language: string | null;
  /** ISO 8601 */
  at: string;
  /** the suggestion, as named in the catalogue now */
  bottle: BottleName & { id: number };
  /** of a suggested dupe or of a page about one, else null */
  original: (BottleName & { id: number }) | null;
  /** of what is in the bottle, or of a page; else of a bottle or dupe */
  of?: keyof typeof dueOf;
}

export function thanksEmail(
  origin: string,
  { email, at, bottle, original, of, ...thanks }: Thanks,
): Email {
  const language = knownLanguage(thanks.language);
  const path =
    of === "source_suggestions" && original
      ? `${pairPath(original, bottle)}#sources`
      : perfumePath(original ?? bottle);
  const link = origin + inLanguage(language, path);
  const added = { marca: bottle.marca, nombre: bottle.nombre, date: formatIn(language).date(at) };
  const { t } = translatorIn(language);
  const values = { returnObjects: true, ...added } as const;
  const texts = original
    ? t(of ? "emails:sourceAdded" : "emails:dupeAdded", { ...values, original: original.nombre })
    : t(of ? "emails:factsAdded" : "emails:perfumeAdded", values);
  return writeEmail(language, { to: email, link }, texts);
}
