import { z } from "zod";
import { facts, name, optionalSourceUrl } from "#app/domain/catalog/catalog-fields.ts";
import { factColumns } from "#app/domain/catalog/facts.ts";
import type { ItemKind } from "#app/domain/desk/queue/items.ts";
import type { Corrected } from "#app/domain/desk/queue/queue-kind.ts";
import { Misused } from "../command-line.ts";

/** Per kind of item, the options that correct it while it is accepted, as at the desk. */
export const correctionsOf: Record<ItemKind, readonly string[]> = {
  perfume: ["marca", "nombre"],
  dupe: ["marca", "nombre", "fuente"],
  facts: factColumns,
  price: [],
  review: [],
};

const corrections = z
  .object({ marca: name, nombre: name, fuente: optionalSourceUrl, ...facts })
  .partial();

export function cleanCorrections(options: Record<string, string | undefined>): Corrected {
  const parsed = corrections.safeParse(options);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    throw new Misused(`${path.join(".")}: ${message}`);
  }
  const { marca, nombre, fuente, ...corrected } = parsed.data;
  return {
    ...(marca !== undefined && { marca }),
    ...(nombre !== undefined && { nombre }),
    ...(fuente !== undefined && { pages: fuente === null ? [] : [fuente] }),
    facts: corrected,
  };
}
