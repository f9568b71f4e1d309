import { z } from "zod";
import { cleanLine, hasInvisible, isBlank } from "#app/i18n/clean-text.ts";
import { isOwnPhoto } from "#app/uploads/photo-names.ts";
import { concentrations, type FactColumn, genders, readFact } from "./facts.ts";
import { parseSourceUrl } from "./source-urls.ts";
import { maxAuthor } from "./sources.ts";

const maxNameLength = 200;
/** fits a brand and a name, as merges produce */
export const maxAliasLength = 2 * maxNameLength + 1;

/** Refuses invisible characters instead of dropping them, so the file's author notices. */
const clean = z
  .string()
  .refine((text) => !hasInvisible(text), "has an invisible character")
  .transform(cleanLine);

const atMost = (maxLength: number) =>
  z.string().max(maxLength, `is longer than ${maxLength} characters`);

const line = (maxLength: number) =>
  clean.refine((text) => !isBlank(text), "is empty").pipe(atMost(maxLength));

export const name = line(maxNameLength);
export const alias = line(maxAliasLength);

/** Of a source; empty means nobody is named. */
export const author = clean
  .pipe(atMost(maxAuthor))
  .transform((text) => (isBlank(text) ? null : text));

const address = (pattern: RegExp, complaint: string, isOther = (_text: string) => false) =>
  z
    .string()
    .trim()
    .refine(
      (text) =>
        text === "" ||
        (pattern.test(text) && URL.canParse(text) && !hasInvisible(text)) ||
        isOther(text),
      complaint,
    )
    .transform((text) => text || null);

export const link = address(/^https?:\/\//u, "is not a web address");

/** Pages may not load pictures over http (RULES.md 1.8); a photo uploaded at the desk has a path (RULES.md 10.16). */
export const photo = address(/^https:\/\//u, "is not an https address", isOwnPhoto);

function readSourceUrl(text: string, context: z.RefinementCtx): string {
  const url = parseSourceUrl(text);
  if (url !== null) return url;
  context.addIssue("is not the https address of a public page");
  return z.NEVER;
}

/** A page that somebody can read and judge (RULES.md 1.15). */
export const sourceUrl = z.string().transform((text, context) => readSourceUrl(text, context));

export const optionalSourceUrl = z
  .string()
  .transform((text, context) => (text.trim() === "" ? null : readSourceUrl(text, context)));

/** Data programs write 2015 as "2015.0". */
const withoutZero = (text: string) => text.trim().replace(/(?<=\d)\.0$/u, "");

export const wholeNumber = (max: number) =>
  z
    .string()
    .transform(withoutZero)
    .pipe(z.string().regex(/^\d{0,9}$/u, "is not a whole number"))
    .transform((text) => (text === "" ? null : Number(text)))
    .refine((number) => number === null || number <= max, `is more than ${max}`);

const fact = <Column extends FactColumn>(column: Column, complaint: string) =>
  z.string().transform((text, context) => {
    const value = readFact[column](text);
    if (value !== undefined) return value;
    context.addIssue(complaint);
    return z.NEVER;
  });

export const facts = {
  concentracion: fact("concentracion", `is none of ${concentrations.join(", ")}`).optional(),
  anio: z
    .string()
    .transform(withoutZero)
    .pipe(fact("anio", "is no year from 1700 to next year"))
    .optional(),
  genero: fact("genero", `is none of ${genders.join(", ")}`).optional(),
  familia: fact("familia", "is longer than 60 characters, or has an invisible one").optional(),
  notas: fact(
    "notas",
    "are more than 8, or one is longer than 40 characters or has an invisible one",
  ).optional(),
};
