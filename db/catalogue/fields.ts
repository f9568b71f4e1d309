import { z } from "zod";

/** A name of a house or a perfume as it is stored: NFC, single spaces, nothing invisible. */
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

/** A picture or a shop: a web address, or "" for none. @returns null for none */
export const link = z
  .string()
  .trim()
  .refine(
    (text) => text === "" || (/^https?:\/\//u.test(text) && URL.canParse(text)),
    "is not a web address",
  )
  .transform((text) => text || null);

/** A whole number written in digits, or "" for none. @returns null for none */
export const wholeNumber = (max: number) =>
  z
    .string()
    .trim()
    .regex(/^\d{0,9}$/u, "is not a whole number")
    .transform((text) => (text === "" ? null : Number(text)))
    .refine((number) => number === null || number <= max, `is more than ${max}`);
