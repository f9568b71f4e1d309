import { z } from "zod";
import { parseId } from "#app/domain/catalog/ids.ts";
import { addRedirect } from "#app/domain/catalog/redirects.ts";
import { batches, parsed, type Work } from "./batches.ts";
import { noRows } from "./taker.ts";

const redirectRow = z.object({
  perfume_id: z
    .string()
    .refine((text) => parseId(text) !== null, "is not an id")
    .transform(Number),
});

/** Only of an empty site: a bottle that somebody merged there later is still one of its own here, as merging is for operators. */
export async function takeRedirects(work: Work) {
  const { tx, keepsIds } = work;
  const counts = noRows();
  for await (const rows of batches(work, "redirects"))
    for (const row of rows) {
      const { perfume_id: into } = parsed(row, redirectRow, "redirects");
      if (!keepsIds) counts.unchanged++;
      else counts[(await addRedirect(tx, row.id, into)) ? "added" : "leftOut"]++;
    }
  return counts;
}
