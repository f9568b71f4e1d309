import type { Db } from "#db/database.ts";
import { type DueEmails, queueDueEmails } from "#app/mail/due-emails.ts";
import type { BottleName } from "#app/domain/catalog/bottles.ts";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { formatIn } from "#app/i18n/format.ts";
import { knownLanguage } from "#app/i18n/languages.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import type { Email } from "#app/mail/outbox.ts";
import { writeEmail } from "#app/mail/write-email.ts";

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
  const facts: DueEmails<FactsRow> = {
    find: (from, limit) => dueForFacts(from, limit).execute(),
    async settle(tx, { id }) {
      await tx
        .updateTable("fact_suggestions")
        .set({ thanks_due: 0 })
        .where("id", "=", id)
        .execute();
    },
    async write(_tx, { email, confirmed_at, language, at, bottleId, marca, nombre }) {
      if (email === null || confirmed_at === null) return null;
      const bottle = { id: bottleId, marca, nombre };
      return thanksEmail(origin, { email, language, at, bottle, original: null, ofFacts: true });
    },
  };
  return (await queueDueEmails(db, suggestions, now)) + (await queueDueEmails(db, facts, now));
}

type FactsRow = Awaited<ReturnType<ReturnType<typeof dueForFacts>["executeTakeFirstOrThrow"]>>;

function dueForFacts(db: Db, limit: number) {
  return db
    .selectFrom("fact_suggestions as one")
    .innerJoin("perfumes", "perfumes.id", "perfume_id")
    .leftJoin("accounts", "accounts.user_id", "one.user_id")
    .select(["one.id", "one.language", "one.created_at as at", "email", "confirmed_at"])
    .select(["perfumes.id as bottleId", "marca", "nombre"])
    .where("thanks_due", "=", 1)
    .orderBy("one.id")
    .limit(limit);
}

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
  /** of a suggested dupe, else null */
  original: (BottleName & { id: number }) | null;
  /** whether they suggested what is in the bottle */
  ofFacts?: boolean;
}

export function thanksEmail(
  origin: string,
  { email, at, bottle, original, ofFacts, ...thanks }: Thanks,
): Email {
  const language = knownLanguage(thanks.language);
  const link = origin + inLanguage(language, perfumePath(original ?? bottle));
  const added = { marca: bottle.marca, nombre: bottle.nombre, date: formatIn(language).date(at) };
  const { t } = translatorIn(language);
  const values = { returnObjects: true, ...added } as const;
  const texts = original
    ? t("emails:dupeAdded", { ...values, original: original.nombre })
    : t(ofFacts ? "emails:factsAdded" : "emails:perfumeAdded", values);
  return writeEmail(language, { to: email, link }, texts);
}
