import { z } from "zod";
import type { Db } from "#db/database.ts";
import { findAlias, saveAlias } from "../aliases.ts";
import { findByName, nameKey } from "../bottles.ts";
import { alias, name } from "../catalog-fields.ts";
import { differs, importer } from "./import-csv.ts";
import type { BadLine, Line } from "./read-csv.ts";

export const aliasRow = z.object({
  marca: name,
  nombre: name,
  alias,
  tipo: z
    .string()
    .trim()
    .refine((text) => ["", "name", "code"].includes(text), "is neither name nor code")
    .transform((text) => (text === "code" ? ("code" as const) : ("name" as const)))
    .optional(),
});

type AliasRow = z.infer<typeof aliasRow>;

/** Columns `marca,nombre,alias[,tipo]`; `tipo` is `name` (when empty) or `code` (RULES.md 1.3, 1.11). */
export const importAliases = importer(aliasRow, {
  key: ({ marca, alias }) => nameKey({ marca, nombre: alias }),
  check,
  write,
});

async function check(db: Db, rows: Line<AliasRow>[]): Promise<BadLine[]> {
  const bad: BadLine[] = [];
  for (const { line, value } of rows) {
    const { marca, nombre, alias } = value;
    const bottle = await findByName(db, value);
    if (!bottle) {
      bad.push({ line, reason: `the catalogue has no perfume ${nombre} of ${marca}` });
      continue;
    }
    const named = await findByName(db, { marca, nombre: alias });
    if (named) bad.push({ line, reason: `${alias} is the name of a bottle of ${marca}` });
    const known = await findAlias(db, marca, alias);
    if (known && known.perfume_id !== bottle.id)
      bad.push({ line, reason: `${alias} is another name of another bottle of ${marca}` });
  }
  return bad;
}

async function write(tx: Db, { alias, tipo, ...bottle }: AliasRow) {
  const known = await findAlias(tx, bottle.marca, alias);
  const values = { alias, kind: tipo ?? known?.kind ?? "name" };
  if (known && !differs(known, values)) return "unchanged";
  await saveAlias(tx, (await findByName(tx, bottle))!, values);
  return known ? "changed" : "added";
}
