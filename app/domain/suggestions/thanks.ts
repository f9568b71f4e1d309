import { sql } from "kysely";
import type { Db } from "#db/database.ts";
import type { BottleName } from "#app/domain/catalog/bottles.ts";
import { pairColumns } from "#app/domain/catalog/relations.ts";
import { pairPath, perfumePath } from "#app/domain/catalog/slugs.ts";
import { formatIn } from "#app/i18n/format.ts";
import { knownLanguage } from "#app/i18n/languages.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { type DueEmails, type Email, queueDueEmails } from "#app/mail/outbox.ts";
import { writeEmail } from "#app/mail/email-template.ts";

/** Queues thanks for accepted suggestions, once each (RULES.md 6.2). @returns how many emails */
export async function queueDueThanks(db: Db, origin: string, now: Date): Promise<number> {
  let queued = 0;
  for (const [of, due] of Object.entries(dueOf) as [keyof typeof dueOf, typeof dueOf.authors][]) {
    const table = of === "authors" ? "suggestion_authors" : of;
    const suggestions: DueEmails<Row> = {
      find: (from, limit) => due(from).orderBy("one.id").limit(limit).execute(),
      async settle(tx, { id }) {
        await tx.updateTable(table).set({ thanks_due: 0 }).where("id", "=", id).execute();
      },
      async write(_tx, row) {
        const thanks = thanksOf(row);
        return thanks && thanksEmail(origin, { ...thanks, of });
      },
    };
    queued += await queueDueEmails(db, suggestions, now);
  }
  return queued;
}

const none = sql<null>`null`;
const noOriginal = ["originalId", "originalMarca", "originalNombre"].map((name) =>
  none.as(name as "originalId"),
);

/** Whom to thank, with the bottles of their suggestion as they are named now. */
const dueOf = {
  authors: (db: Db) =>
    db
      .selectFrom("suggestion_authors as one")
      .leftJoin("accounts", "accounts.user_id", "one.user_id")
      .leftJoin("sugerencias_perfumes as perfume", "perfume.id", "perfume_suggestion_id")
      .leftJoin("sugerencias_dupes as pair", "pair.id", "dupe_suggestion_id")
      .leftJoin("perfumes as dupe", (on) =>
        on.onRef("dupe.id", "=", (row) => row.fn.coalesce("perfume.bottle_id", "pair.bottle_id")),
      )
      .leftJoin("perfumes as original", "original.id", "pair.perfume_id")
      .select(["one.id", "one.language", "one.at", "email", "confirmed_at", ...pairColumns])
      .where("thanks_due", "=", 1),
  fact_suggestions: (db: Db) =>
    db
      .selectFrom("fact_suggestions as one")
      .innerJoin("perfumes as dupe", "dupe.id", "perfume_id")
      .leftJoin("accounts", "accounts.user_id", "one.user_id")
      .select(["one.id", "one.language", "one.created_at as at", "email", "confirmed_at"])
      .select(["dupe.id as bottleId", "dupe.marca as dupeMarca", "dupe.nombre as dupeNombre"])
      .select(noOriginal)
      .where("thanks_due", "=", 1),
  source_suggestions: (db: Db) =>
    db
      .selectFrom("source_suggestions as one")
      .innerJoin("dupes", "dupes.id", "dupe_id")
      .innerJoin("perfumes as dupe", "dupe.id", "dupe_perfume_id")
      .innerJoin("perfumes as original", "original.id", "dupes.perfume_id")
      .leftJoin("accounts", "accounts.user_id", "one.user_id")
      .select(["one.id", "one.language", "one.created_at as at", "email", "confirmed_at"])
      .select(pairColumns)
      .where("thanks_due", "=", 1),
};

type Row = Awaited<ReturnType<ReturnType<typeof dueOf.authors>["executeTakeFirstOrThrow"]>>;

/** @returns null if the bottle was removed since, or the address is no longer confirmed */
function thanksOf(row: Row): Thanks | null {
  const { email, confirmed_at, language, at, bottleId: id, originalId } = row;
  if (email === null || confirmed_at === null || id === null) return null;
  const bottle = { id, marca: row.dupeMarca!, nombre: row.dupeNombre! };
  const names = { marca: row.originalMarca!, nombre: row.originalNombre! };
  const original = originalId === null ? null : { id: originalId, ...names };
  return { email, language, at, bottle, original };
}

interface Thanks {
  email: string;
  /** language of the page on which they suggested it */
  language: string | null;
  at: string;
  bottle: BottleName & { id: number };
  /** of a suggested dupe or of a page about one, else null */
  original: (BottleName & { id: number }) | null;
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
  const isAlone = of !== undefined && of !== "authors";
  const values = { returnObjects: true, ...added } as const;
  const texts = original
    ? t(isAlone ? "emails:sourceAdded" : "emails:dupeAdded", {
        ...values,
        original: original.nombre,
      })
    : t(isAlone ? "emails:factsAdded" : "emails:perfumeAdded", values);
  return writeEmail(language, { to: email, link }, texts);
}
