import { z } from "zod";
import { readCurrency } from "./currencies.ts";

export const country = z
  .string()
  .transform((text) => text.trim().toUpperCase())
  .refine((text) => text === "" || /^[A-Z]{2}$/u.test(text), "is not a country's code")
  .transform((text) => text || null);

export const currency = z.string().transform((text, context) => {
  const code = readCurrency(text);
  if (code !== null) return code;
  context.addIssue("is not a currency's code");
  return z.NEVER;
});
