import { searchesFor } from "#app/domain/prices/shop-searches.ts";
import { database, language, type RequestContext } from "#app/http/middleware/context.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";

export type Searches = Awaited<ReturnType<typeof lookFor>>[number];

/** Shops' searches for bottles without a price, in the reader's market; none for a bottle that no shop there can look for. */
export async function lookFor(
  context: RequestContext,
  bottles: { marca: string; nombre: string }[],
) {
  const code = context.get(language);
  const searches = bottles.map(async (bottle) => ({
    text: translatorIn(code).t("messages:prices.lookFor", { nombre: bottle.nombre }),
    shops: await searchesFor(context.get(database), bottle, code),
  }));
  return (await Promise.all(searches)).filter(({ shops }) => shops.length > 0);
}
