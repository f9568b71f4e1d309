import { data, type RouterContextProvider } from "react-router";
import { mostSearched } from "#app/domain/catalog/perfumes.ts";
import { database } from "#app/http/middleware/context.ts";
import type { Missing } from "#app/ui/error-page.tsx";

type Context = Readonly<RouterContextProvider>;

/** bottles that the page links */
const popularShown = 6;

/**
 * What to throw where a page is not there (404) or no longer (410): its page leads on to popular bottles.
 * @param missing the kind of page that it would be, or what to say instead
 */
export async function missingPage(
  context: Context,
  status: 404 | 410 = 404,
  missing: Pick<Missing, "of" | "message"> = {},
) {
  return data({ ...missing, popular: await popular(context) } satisfies Missing, status);
}

/** Nothing else on the page needs the database, so it is shown without them when that is away (RULES.md 4.6). */
async function popular(context: Context): Promise<Missing["popular"]> {
  try {
    const perfumes = await mostSearched(context.get(database), new Date(), popularShown);
    return perfumes.map(({ id, marca, nombre }) => ({ id, marca, nombre }));
  } catch {
    return [];
  }
}
