import { z } from "zod";
import type { Db } from "#db/database.ts";
import { nameKey } from "../bottles.ts";
import { author, name, sourceUrl } from "../catalog-fields.ts";
import { isPastDay } from "../days.ts";
import { findRelation } from "../dupes.ts";
import { isCodeHost } from "../source-urls.ts";
import {
  addSource,
  findSource,
  isOfItsKind,
  maxSources,
  type Source,
  sourcesOf,
  updateSource,
} from "../sources.ts";
import { differs, importer } from "./import-csv.ts";
import { findByNameOrAlias, originalOf, pairRow } from "./import-dupes.ts";
import type { BadLine, Line } from "./read-csv.ts";

export const stanceWords = { for: "favor", against: "contra" } as const satisfies Record<
  Source["stance"],
  string
>;

export const kindWords = {
  review: "resena",
  article: "articulo",
  discussion: "debate",
  maker: "marca",
  catalogue: "catalogo",
} as const satisfies Record<Source["kind"], string>;

/** Files of older versions have it. */
const older = { list: "lista" } as const;

const oneOf = <Key extends string>(words: Record<Key, string>) => {
  const keys = Object.keys(words) as Key[];
  return z.string().transform((text, context) => {
    const key = keys.find((one) => words[one] === text.trim().toLowerCase());
    if (key !== undefined) return key;
    context.addIssue(`is none of ${keys.map((one) => words[one]).join(", ")}`);
    return z.NEVER;
  });
};

export const sourceRow = pairRow.extend({
  url: sourceUrl,
  titulo: name,
  postura: oneOf(stanceWords),
  tipo: oneOf({ ...kindWords, ...older }),
  fecha: z
    .string()
    .trim()
    .transform((text) => text || null)
    .refine(
      (day) => day === null || isPastDay(day, new Date()),
      "is not a date from 2000-01-01 to today, as 2026-01-31",
    )
    .optional(),
  autor: author.optional(),
});

export function sourceOf(row: SourceRow) {
  const { url, titulo: title, postura: stance, tipo } = row;
  const kind = tipo !== "list" ? tipo : isCodeHost(url) ? "catalogue" : "article";
  return { url, title, stance, kind } as const;
}

type SourceRow = z.infer<typeof sourceRow>;

/** Who says that a dupe smells alike, or that it does not (RULES.md 1.11, 1.15). */
export const importSources = importer(sourceRow, {
  key: (row) => `${nameKey(originalOf(row))}\n${nameKey(row)}\n${row.url}`,
  check,
  write,
});

async function check(db: Db, rows: Line<SourceRow>[]): Promise<BadLine[]> {
  const bad: BadLine[] = [];
  const urls = new Map<number, Set<string>>();
  for (const { line, value } of rows) {
    if (!isOfItsKind(sourceOf(value)))
      bad.push({
        line,
        reason: "tipo: what is on a code host is a catalogo, which is never contra",
      });
    const found = await findDupe(db, value);
    if (typeof found === "string") {
      bad.push({ line, reason: found });
      continue;
    }
    const known =
      urls.get(found.id) ?? new Set((await sourcesOf(db, found.id)).map(({ url }) => url));
    urls.set(found.id, known.add(value.url));
    if (known.size > maxSources)
      bad.push({ line, reason: `the dupe would have more than ${maxSources} sources` });
  }
  return bad;
}

async function write(tx: Db, row: SourceRow, now: string) {
  const dupe = await findDupe(tx, row);
  if (typeof dupe === "string") throw new Error(dupe);
  const { url, ...said } = sourceOf(row);
  const known = await findSource(tx, dupe.id, url);
  const { fecha: said_on = known?.said_on ?? null, autor: author = known?.author ?? null } = row;
  const values = { ...said, said_on, author };
  if (!known) {
    await addSource(tx, dupe.id, { url, ...values }, new Date(now));
    return "added";
  }
  if (!dupe.isByName || !differs(known, values)) return "unchanged";
  await updateSource(tx, { id: known.id, dupeId: dupe.id }, values, new Date(now));
  return "changed";
}

/** @returns what is missing, or the dupe and whether no alias was needed; a file that uses one is out of date */
async function findDupe(db: Db, row: SourceRow) {
  const { perfume_marca, perfume_nombre, marca, nombre } = row;
  const original = await findByNameOrAlias(db, originalOf(row));
  if (!original) return `the catalogue has no perfume ${perfume_nombre} of ${perfume_marca}`;
  const bottle = await findByNameOrAlias(db, row);
  if (!bottle) return `the catalogue has no look-alike ${nombre} of ${marca}`;
  const dupe = await findRelation(db, original.id, bottle.id);
  if (dupe) return { id: dupe.id, isByName: Boolean(original.own && bottle.own) };
  return `${nombre} of ${marca} is not a dupe of ${perfume_nombre} of ${perfume_marca}`;
}
