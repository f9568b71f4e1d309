import { data } from "react-router";
import { mostSearched } from "#app/domain/catalog/perfumes.ts";
import { database, type RequestContext } from "./middleware/context.ts";

export interface Missing {
  of?: "perfume";
  message?: string;
  popular: Bottle[];
  /** the bottles that the address names, where there is nothing about both */
  bottles?: Bottle[];
}

interface Bottle {
  id: number;
  marca: string;
  nombre: string;
}

const popularShown = 6;

/** To throw for a missing page. @param missing the kind of page expected there, or a message */
export async function missingPage(
  context: RequestContext,
  status: 404 | 410 = 404,
  missing: Pick<Missing, "of" | "message"> = {},
) {
  return data({ ...missing, popular: await popular(context) } satisfies Missing, status);
}

/** Empty while the database is down: nothing else on the page needs it (RULES.md 13.4). */
async function popular(context: RequestContext): Promise<Missing["popular"]> {
  try {
    const perfumes = await mostSearched(context.get(database), new Date(), popularShown);
    return perfumes.map(({ id, marca, nombre }) => ({ id, marca, nombre }));
  } catch {
    return [];
  }
}
