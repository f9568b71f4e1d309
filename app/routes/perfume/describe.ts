import type { Graph } from "schema-dts";
import type { Relation } from "../../catalog/dupes.ts";
import { brandPath, perfumePath } from "../../catalog/slugs.ts";
import type { Language } from "../../i18n/languages.ts";
import { inLanguage } from "../../i18n/paths.ts";
import { translatorIn } from "../../i18n/translators.server.ts";
import { perfumeData, type PriceOffer } from "../../seo/structured-data.ts";
import type { AnsweredQuestions } from "../../ui/perfume/questions.tsx";
import { slugify } from "#db/text.ts";

interface Described {
  id: number;
  marca: string;
  nombre: string;
  foto: string | null;
}

/** What a perfume's page tells machines about itself: no more than it shows people. */
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
    image: foto ?? origin + picture,
    dupes: dupes.map(named),
    originals: originals.map(named),
    questions: questions.list,
    offer,
    trail: [
      { name: t("nav.home"), url: at("/") },
      { name: marca, url: at(brandPath(slugify(marca))) },
    ],
  });
}

const named = (one: Relation) => ({ ...one, name: one.nombre, brand: one.marca });
