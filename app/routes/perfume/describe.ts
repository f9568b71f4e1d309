import { pagePhoto } from "#app/uploads/photo-names.ts";
import type { Graph } from "schema-dts";
import type { Relation } from "#app/domain/catalog/relations.ts";
import { brandPath, perfumePath } from "#app/domain/catalog/slugs.ts";
import type { Language } from "#app/i18n/languages.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { perfumeData, type PriceOffer } from "#app/seo/structured-data.ts";
import type { AnsweredQuestions } from "./question-list.tsx";

interface Described {
  id: number;
  marca: string;
  nombre: string;
  foto: string | null;
  marca_slug: string;
}

/** What a perfume's page tells machines about itself: no more than it shows people (RULES.md 13.1). @param picture the path of the link's picture, for a perfume without photo */
export function describePerfume(
  origin: string,
  language: Language,
  perfume: Described,
  description: string,
  dupes: Relation[],
  originals: Relation[],
  questions: AnsweredQuestions,
  picture: string,
  offer: PriceOffer | null,
): Graph {
  const { t } = translatorIn(language);
  const { marca, nombre, foto } = perfume;
  const at = (path: string) => origin + inLanguage(language, path);
  return perfumeData({
    url: at(perfumePath(perfume)),
    name: nombre,
    brand: marca,
    description,
    image: foto === null ? origin + picture : new URL(pagePhoto(foto), origin).href,
    dupes: dupes.map(named),
    originals: originals.map(named),
    questions: questions.list,
    offer,
    trail: [
      { name: t("nav.home"), url: at("/") },
      { name: marca, url: at(brandPath(perfume.marca_slug)) },
    ],
  });
}

const named = (one: Relation) => ({ ...one, name: one.nombre, brand: one.marca });
