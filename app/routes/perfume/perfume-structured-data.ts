import type { Graph } from "schema-dts";
import { hasEnoughVotes, isDoubted } from "#app/domain/catalog/dupe-order.ts";
import type { Relation } from "#app/domain/catalog/relations.ts";
import { brandPath, perfumePath } from "#app/domain/catalog/slugs.ts";
import { config, language, type RequestContext } from "#app/http/middleware/context.ts";
import type { Language } from "#app/i18n/languages.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { perfumeData, type PriceOffer } from "#app/seo/structured-data.ts";
import { pagePhoto } from "#app/uploads/photo-names.ts";
import type { FactsInWords } from "./facts-in-words.ts";
import type { AnsweredQuestions } from "./question-list.tsx";

interface Described {
  perfume: { id: number; marca: string; nombre: string; foto: string | null; marca_slug: string };
  description: string;
  facts: FactsInWords;
  dupes: Relation[];
  originals: Relation[];
  questions: AnsweredQuestions;
  /** the path of the link picture, for a perfume without a photo */
  picture: string;
  offer: PriceOffer | null;
}

/** The page's structured data, limited to what is visible on it (RULES.md 11.12). */
export function describePerfume(
  context: RequestContext,
  { perfume, description, facts, dupes, originals, questions, picture, offer }: Described,
): Graph {
  const { origin } = context.get(config);
  const code = context.get(language);
  const { t } = translatorIn(code);
  const { marca, nombre, foto } = perfume;
  const at = (path: string) => origin + inLanguage(code, path);
  return perfumeData({
    url: at(perfumePath(perfume)),
    name: nombre,
    brand: marca,
    description,
    ...propertiesOf(code, facts),
    image: foto === null ? origin + picture : new URL(pagePhoto(foto), origin).href,
    dupes: dupes.filter(isPraised).map(named),
    originals: originals.filter(isPraised).map(named),
    questions: questions.list,
    offer,
    trail: [
      { name: t("nav.home"), url: at("/") },
      { name: marca, url: at(brandPath(perfume.marca_slug)) },
    ],
  });
}

const isPraised = (one: Relation) => !isDoubted(one);

function propertiesOf(code: Language, { anio, notas, ...facts }: FactsInWords) {
  const { t } = translatorIn(code);
  const values = { ...facts, ...(notas && { notas: notas.join(", ") }) };
  const properties = (["concentracion", "genero", "familia", "notas"] as const).flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [{ name: t(`pages:facts.${name}`), value }];
  });
  return { properties, ...(anio && { year: anio }) };
}

const unrated = { likes: 0, dislikes: 0 };

const named = (one: Relation) => ({
  name: one.nombre,
  brand: one.marca,
  ...(hasEnoughVotes(one) ? { likes: one.likes, dislikes: one.dislikes } : unrated),
});
