import { z } from "zod";
import { cleanLine, hasInvisible } from "#app/i18n/clean-text.ts";
import { isOwnPhoto } from "#app/uploads/photo-names.ts";

const maxNameLength = 200;
/** characters of an alias: a brand and a name, as a merge may make one (merge.ts) */
export const maxAliasLength = 2 * maxNameLength + 1;

const line = (maxLength: number) =>
  z
    .string()
    .refine((text) => !hasInvisible(text), "has an invisible character")
    .transform(cleanLine)
    .pipe(z.string().min(1, "is empty").max(maxLength, `is longer than ${maxLength} characters`));

/** A name of a brand or a perfume, 1 to 200 characters. An invisible character is refused and not dropped: the file's author should know. */
export const name = line(maxNameLength);

/** Another name or a code of a bottle. */
export const alias = line(maxAliasLength);

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

/** A shop's web address, or "" for none, which becomes null. */
export const link = address(/^https?:\/\//u, "is not a web address");

/**
 * A picture's https address, or that of a photo uploaded at the desk (RULES.md 26.6), or "" for none, which becomes null. Pages
 * may not load pictures over http (RULES.md 5.5).
 */
export const photo = address(/^https:\/\//u, "is not an https address", isOwnPhoto);

/** A whole number from 0 to `max` in digits, or "" for none, which becomes null. */
export const wholeNumber = (max: number) =>
  z
    .string()
    .trim()
    .regex(/^\d{0,9}$/u, "is not a whole number")
    .transform((text) => (text === "" ? null : Number(text)))
    .refine((number) => number === null || number <= max, `is more than ${max}`);
