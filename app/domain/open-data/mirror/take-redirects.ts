import { z } from "zod";
import { parseId } from "#app/domain/catalog/ids.ts";
import { addRedirect } from "#app/domain/catalog/redirects.ts";
import { batches, parsed, type Work } from "./batches.ts";
import { ownIds } from "./mirrored-rows.ts";
import { noRows } from "./taker.ts";

const redirectRow = z.object({
  perfume_id: z
    .string()
    .refine((text) => parseId(text) !== null, "is not an id")
    .transform(Number),
});

/** A bottle that somebody merged there is still one of its own here: merging is for operators. */
export async function takeRedirects(work: Work) {
  const { tx, manifest, keepsIds } = work;
  const counts = noRows();
  const origin = { site: manifest.site, file: "perfumes" as const };
  for await (const rows of batches(work, "redirects")) {
    const known = await ownIds(
      tx,
      origin,
      rows.map(({ id }) => id),
    );
    for (const row of rows) {
      const { id } = row;
      const { perfume_id: into } = parsed(row, redirectRow, "redirects");
      const isAdded = keepsIds && !known.has(id) && (await addRedirect(tx, id, into));
      counts[isAdded ? "added" : known.has(id) || keepsIds ? "leftOut" : "unchanged"]++;
    }
  }
  return counts;
}
