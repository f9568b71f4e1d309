import { z } from "zod";
import { kindWords, stanceWords } from "#app/domain/catalog/csv/import-sources.ts";
import { concentrations, genders } from "#app/domain/catalog/facts.ts";
import { kinds } from "#app/domain/prices/bounds.ts";
import { questions, verdictQuestions } from "#app/domain/reviews/verdict-questions.ts";

const id = z.int().min(1);
const text = z.string().min(1);
const count = z.int().min(0);
const percent = z.int().min(0).max(100);
const named = { marca: text.describe("brand"), nombre: text.describe("name") };
const ofDupe = {
  perfume_marca: text.describe("brand of the original"),
  perfume_nombre: text.describe("name of the original"),
  ...named,
};
const licence = text.describe("SPDX identifier");
const next = z.url().nullable().describe("where the list goes on; null at its end");
const nothingMore = z.null().describe("the list is whole");

const Perfume = z.object({
  id,
  ...named,
  popularidad: z.int().describe("how well known: the higher, the better"),
  concentracion: z.enum(concentrations).nullable(),
  anio: z.int().nullable().describe("year of launch"),
  genero: z.enum(genders).nullable(),
  familia: text.nullable().describe("scent family, by its English name if it has one"),
  notas: text.nullable().describe("up to eight notes, the most important first, joined by |"),
  url: z.url().describe("its page, in the reader's language"),
});

const FoundPerfume = Perfume.extend({
  near: z
    .boolean()
    .describe("true: it lacks a word of q; such rows come last. Compare marca and nombre anyway."),
});

const Price = z.object({
  id,
  ...named,
  importe: z
    .string()
    .regex(/^\d+(\.\d+)?$/u)
    .describe(
      "amount, with a decimal point: a string, because floating point cannot hold most amounts, and currencies have 0 to 3 decimals",
    ),
  moneda: z.string().length(3).describe("currency, ISO 4217"),
  ml: z.number().positive().describe("size; importe divided by ml is the price per ml"),
  tienda: text.describe("shop"),
  url: z.url().nullable().describe("the product's page there; null where only the shop is known"),
  pais: z.string().length(2).nullable().describe("the shop's country, ISO 3166"),
  tipo: z.enum(kinds),
  fecha: z.iso.date().describe("when it was seen, up to 180 days ago; it may have changed since"),
});

const answerCounts = questions.flatMap((question) =>
  verdictQuestions[question].map((answer) => [`${question}_${answer}`, count.nullable()]),
);

const Verdicts = z.object({
  id: id.describe("of the relation"),
  ...ofDupe,
  verdicts: count.describe("people who compared the two"),
  ...(Object.fromEntries(answerCounts) as Record<string, z.ZodNullable<z.ZodInt>>),
});

const Dupe = z.object({
  id: id.describe("of the relation"),
  ...ofDupe,
  porcentaje: percent
    .nullable()
    .describe("estimated similarity in per cent; not part of the site’s figure"),
  estimacion_url: z.url().nullable().describe("who published the estimate; null: this site"),
  perfume_id: id.describe("of the original"),
  dupe_perfume_id: id.describe("of the dupe, as a perfume"),
  url: z.url().describe("the page that compares the two, in the reader's language"),
  perfume_url: z.url().describe("the dupe's own page, in the reader's language"),
  similarity: percent.nullable().describe("per cent; null below three votes"),
  likes: count,
  dislikes: count,
  sources: z
    .object({ for: count, against: count, catalogues: count })
    .describe(
      "how many public pages say that it smells like the original, and that it does not; apart, how many shops' catalogues and data files list it as a dupe",
    ),
  verdicts: Verdicts.nullable().describe("how many gave each answer; null below three answers"),
  blind: z
    .object({ tests: count, found: count })
    .nullable()
    .describe(
      "of how many blind tests how many found the odd one of three strips of paper, as one in three does by guessing; null below five tests",
    ),
  prices: z
    .array(Price)
    .describe(
      "of the dupe, one per currency, the one that the site shows: of tipo bottle, the cheapest per ml of the last 60 days, else the newest of the last 180; empty where none is known",
    ),
});

const Source = z.object({
  id,
  ...ofDupe,
  url: z.url(),
  titulo: text.describe("title"),
  postura: z.enum(Object.values(stanceWords)).describe("favor: says that they smell alike"),
  tipo: z
    .enum(Object.values(kindWords))
    .describe("review, article, discussion, the maker, or a catalogue of a shop"),
  fecha: z.iso.date().nullable().describe("when it was published"),
  autor: text.nullable().describe("who says so: a person, newspaper or shop"),
});

const Priced = Perfume.extend({
  prices: z.array(Price).describe("as those of a dupe, one per currency"),
});

/** What the API answers with; the document describes these, and answers are typed by them. */
export const schemas = {
  Perfume,
  FoundPerfume,
  Price,
  Verdicts,
  Dupe,
  Source,
  Priced,
  OneDupe: z.object({
    licence,
    dupe: Dupe,
    original: Priced,
    look_alike: Priced,
    shared_notes: z
      .array(text)
      .nullable()
      .describe("in the look-alike's order; null where the notes of one are unknown"),
    sources: z.array(Source).describe("newest first"),
  }),
  OnePerfume: z.object({ licence, perfume: Perfume }),
  PerfumeList: z.object({ licence, perfumes: z.array(Perfume), next }),
  DupeList: z.object({ licence, dupes: z.array(Dupe), next }),
  FoundList: z.object({ licence, perfumes: z.array(FoundPerfume), next: nothingMore }),
  Problem: z
    .object({
      type: z.literal("about:blank"),
      title: text,
      status: z.int().min(400).max(599),
      detail: text,
    })
    .describe("RFC 9457"),
};

type Of<Name extends keyof typeof schemas> = z.input<(typeof schemas)[Name]>;

export type Body<Name extends keyof typeof schemas> = Omit<Of<Name>, "licence">;

/** What the rows of files have; tests compare real ones with the schemas. */
export type PerfumeRow = Omit<Of<"Perfume">, "url">;
export type PriceRow = Of<"Price">;
export type SourceRow = Of<"Source">;
export type VerdictRow = Of<"Verdicts">;
export type DupeRow = Pick<
  Of<"Dupe">,
  "id" | "perfume_marca" | "perfume_nombre" | "marca" | "nombre" | "porcentaje" | "estimacion_url"
>;
