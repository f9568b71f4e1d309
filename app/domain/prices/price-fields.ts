import { z } from "zod";
import { readCurrency } from "./currencies.ts";

const countryNames = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** "UK" is how many write GB. */
export const country = z
  .string()
  .transform((text) => text.trim().toUpperCase().replace(/^UK$/u, "GB"))
  .refine(
    (text) => text === "" || (/^[A-Z]{2}$/u.test(text) && countryNames.of(text) !== undefined),
    "is not a country's code, as ES",
  )
  .transform((text) => text || null);

export const currency = z.string().transform((text, context) => {
  const code = readCurrency(text);
  if (code !== null) return code;
  context.addIssue("is not a currency's code, as EUR");
  return z.NEVER;
});
