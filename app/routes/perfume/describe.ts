import type { Graph } from "schema-dts";
import type { ListedDupe } from "../../catalog/dupes.ts";
import { brandPath, perfumePath } from "../../catalog/slugs.ts";
import { formatIn } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import { inLanguage } from "../../i18n/paths.ts";
import { translatorIn } from "../../i18n/translators.server.ts";
import { perfumeData } from "../../seo/structured-data.ts";
import type { AnsweredQuestions } from "../../ui/perfume/questions.tsx";
import { defaultEstimate } from "#db/catalogue/similarity.ts";
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
  dupes: ListedDupe[],
  questions: AnsweredQuestions,
  picture: string,
): Graph {
  const { t } = translatorIn(language);
  const { marca, nombre, foto } = perfume;
  const percent = formatIn(language).percent(dupes[0]?.porcentaje ?? defaultEstimate);
  const at = (path: string) => origin + inLanguage(language, path);
  return perfumeData({
    url: at(perfumePath(perfume)),
    name: nombre,
    brand: marca,
    description: t("perfume.description", { marca, nombre, percent }),
    image: foto ?? origin + picture,
    dupes: dupes.map((dupe) => ({ ...dupe, name: dupe.nombre, brand: dupe.marca })),
    questions: questions.list,
    trail: [
      { name: t("nav.home"), url: at("/") },
      { name: marca, url: at(brandPath(slugify(marca))) },
    ],
  });
}
