import { z } from "zod";

/** A name of a brand or a perfume as it is stored: NFC, single spaces, nothing invisible. */
export const name = z
  .string()
  .transform((text) => text.normalize("NFC").replace(/\s+/gu, " ").trim())
  .pipe(
    z
      .string()
      .min(1, "is empty")
      .max(200, "is longer than 200 characters")
      .regex(/^[^\p{Cc}\p{Cf}\p{Cs}]*$/u, "has an invisible character"),
  );

const address = (pattern: RegExp, complaint: string) =>
  z
    .string()
    .trim()
    .refine((text) => text === "" || (pattern.test(text) && URL.canParse(text)), complaint)
    .transform((text) => text || null);

/** A shop's web address, or "" for none. @returns null for none */
export const link = address(/^https?:\/\//u, "is not a web address");

/** A picture's address, or "" for none: https, because pages may load nothing less. @returns null for none */
export const photo = address(/^https:\/\//u, "is not an https address");

/** A whole number written in digits, or "" for none. @returns null for none */
export const wholeNumber = (max: number) =>
  z
    .string()
    .trim()
    .regex(/^\d{0,9}$/u, "is not a whole number")
    .transform((text) => (text === "" ? null : Number(text)))
    .refine((number) => number === null || number <= max, `is more than ${max}`);
