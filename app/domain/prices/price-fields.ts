import { z } from "zod";
import { readCurrency } from "./currencies.ts";

const isCountry = (code: string) =>
  /^[A-Z]{2}$/u.test(code) &&
  new Intl.DisplayNames("en", { type: "region", fallback: "none" }).of(code) !== undefined;

/** "UK" is how many write GB. */
export const country = z
  .string()
  .transform((text) => text.trim().toUpperCase().replace(/^UK$/u, "GB"))
  .refine((text) => text === "" || isCountry(text), "is not a country's code, as ES")
  .transform((text) => text || null);

export const currency = z.string().transform((text, context) => {
  const code = readCurrency(text);
  if (code !== null) return code;
  context.addIssue("is not a currency's code, as EUR");
  return z.NEVER;
});
