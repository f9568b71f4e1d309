import { data, type RouterContextProvider } from "react-router";
import { mostSearched } from "#app/domain/catalog/perfumes.ts";
import { database } from "#app/http/middleware/context.ts";
import type { Missing } from "#app/ui/explain-error.ts";

const popularShown = 6;

/** To throw for a missing page. @param missing the kind of page expected there, or a message */
export async function missingPage(
  context: Readonly<RouterContextProvider>,
  status: 404 | 410 = 404,
  missing: Pick<Missing, "of" | "message"> = {},
) {
  return data({ ...missing, popular: await popular(context) } satisfies Missing, status);
}

/** Empty while the database is down: nothing else on the page needs it (RULES.md 13.4). */
async function popular(context: Readonly<RouterContextProvider>): Promise<Missing["popular"]> {
  try {
    const perfumes = await mostSearched(context.get(database), new Date(), popularShown);
    return perfumes.map(({ id, marca, nombre }) => ({ id, marca, nombre }));
  } catch {
    return [];
  }
}
