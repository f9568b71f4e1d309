import type { Graph } from "schema-dts";
import { hasEnoughVotes } from "#app/domain/catalog/dupe-order.ts";
import type { Relation } from "#app/domain/catalog/relations.ts";
import { pairPath, perfumePath } from "#app/domain/catalog/slugs.ts";
import { type BottlePrice, offerOf } from "#app/domain/prices/bottle-prices.ts";
import { config, language, type RequestContext } from "#app/http/middleware/context.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { pairData } from "#app/seo/structured-data.ts";
import type { PresentedReview } from "../reviews/open-reviews.ts";

interface Described {
  original: { id: number; marca: string; nombre: string };
  lookAlike: { id: number; marca: string; nombre: string };
  texts: { heading: string; description: string };
  reviews: PresentedReview[];
  /** what people say; absent while it is invented (RULES.md 1.14) */
  relation?: Relation;
  offer?: BottlePrice | undefined;
}

/** Limited to what the page shows (RULES.md 11.12). */
export function describePair(
  context: RequestContext,
  { original, lookAlike, texts, reviews, relation, offer }: Described,
): Graph {
  const { origin } = context.get(config);
  const code = context.get(language);
  const { t } = translatorIn(code);
  const at = (path: string) => origin + inLanguage(code, path);
  const named = ({ marca, nombre }: Described["original"]) => ({ name: nombre, brand: marca });
  return pairData({
    ...named(lookAlike),
    url: at(pairPath(original, lookAlike)),
    description: texts.description,
    original: named(original),
    votes: relation && hasEnoughVotes(relation) ? relation : null,
    offer: offer ? offerOf(offer) : null,
    reviews: relation
      ? reviews
          .filter(({ state }) => state === undefined)
          .map((one) => ({
            author: one.username ?? t("reviews.author"),
            text: one.description,
            language: one.language ?? code,
          }))
      : [],
    trail: [
      { name: t("nav.home"), url: at("/") },
      { name: original.nombre, url: at(perfumePath(original)) },
    ],
  });
}
