import { z } from "zod";
import {
  forbiddenSign,
  maxPassword,
  minPassword,
  passwordPattern,
} from "#app/domain/accounts/passwords.ts";
import { type FactColumn, maxFamilyLength, readFact } from "#app/domain/catalog/facts.ts";
import { maxUsername, usernameRule } from "#app/domain/accounts/usernames.ts";
import { asciiAddress, emailAddress } from "#app/email-address.ts";
import { isCodeHost, parseSourceUrl } from "#app/domain/catalog/source-urls.ts";
import { maxAuthor } from "#app/domain/catalog/sources.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { cleanLine, cleanText, isBlank } from "#app/i18n/clean-text.ts";

export const maxEmail = 255;
const maxName = 100;

/** UTF-16 units accepted per character of a field: two for an emoji, more for characters that cleaning removes. */
const rawPerCharacter = 8;

/** Not `max()`, which would become the browser's limit. */
const rawText = (missing: MessageKey, max: number, tooLong: MessageKey) =>
  z.string(missing).refine((text) => text.length <= max * rawPerCharacter, tooLong);

export const filledLine = (missing: MessageKey, max: number, tooLong: MessageKey) =>
  rawText(missing, max, tooLong)
    .transform(cleanLine)
    .pipe(z.string().refine((text) => !isBlank(text), { error: missing, abort: true }));

export const nameField = (missing: MessageKey, tooLong: MessageKey) =>
  filledLine(missing, maxName, tooLong).pipe(z.string().max(maxName, tooLong));

/** @param max code points, which HTML's `maxlength` does not count */
export const textField = (missing: MessageKey, max: number, tooLong: MessageKey) =>
  rawText(missing, max, tooLong)
    .transform(cleanText)
    .pipe(
      z
        .string()
        .refine((text) => !isBlank(text), { error: missing, abort: true })
        .refine((text) => [...text].length <= max, tooLong),
    );

const optional = (clean: (text: string) => string, max: number, tooLong: MessageKey) =>
  z
    .string()
    .default("")
    .refine((text) => text.length <= max * rawPerCharacter, { error: tooLong, abort: true })
    .transform((text) => (isBlank(text) ? "" : clean(text)));

export const optionalTextField = (max: number, tooLong: MessageKey) =>
  optional(cleanText, max, tooLong).refine((text) => [...text].length <= max, tooLong);

export const emailField = (missing: MessageKey, invalid: MessageKey) =>
  filledLine(missing, maxEmail, invalid)
    .transform(asciiAddress)
    .pipe(emailAddress(invalid).max(maxEmail, invalid));

export const perfumeNameField = () => nameField("home.missingName", "home.errorTooLong");

export const brandField = () => nameField("home.missingBrand", "home.errorTooLong");

export const fullNameField = () => nameField("auth.missingName", "auth.nameTooLong");

interface UsernameMessages {
  missing: MessageKey;
  tooShort: MessageKey;
  tooLong: MessageKey;
  characters: MessageKey;
}

export const usernameField = ({ missing, ...messages }: UsernameMessages) =>
  filledLine(missing, maxUsername, messages.tooLong).pipe(usernameRules(messages));

export const lowercaseUsernameField = ({ missing, ...messages }: UsernameMessages) =>
  rawText(missing, maxUsername, messages.tooLong)
    .transform((text) => text.trim().toLowerCase())
    .pipe(usernameRules(messages));

const usernameRules = ({ tooShort, tooLong, characters }: Omit<UsernameMessages, "missing">) =>
  usernameRule({
    "too-short": tooShort,
    "too-long": tooLong,
    characters,
    reserved: "auth.usernameReserved",
  });

export const commonPassword = {
  message: "auth.commonPassword",
  fields: { password: "auth.commonPassword" },
} as const;

export const newPasswordField = () =>
  z
    .string("auth.missingNewPassword")
    .min(1, { error: "auth.missingNewPassword", abort: true })
    .superRefine((password, found) => {
      const sign = forbiddenSign(password);
      if (sign === null) return;
      const message = isBlank(sign) ? "auth.passwordSpace" : "auth.passwordSign";
      found.addIssue({ code: "custom", message, params: { sign } });
    })
    .regex(passwordPattern, "auth.weakPassword")
    .min(minPassword, "auth.weakPassword")
    .max(maxPassword, "auth.weakPassword");

export const passwordField = () => z.string("auth.missingPassword").min(1, "auth.missingPassword");

/** Browsers send "on" for a checkbox without a value. */
export const tickedField = (missing: MessageKey) =>
  z.string(missing).refine((value) => value === "on", missing);

/** Of a page that people can read; null when empty (RULES.md 1.15). */
export const readableSourceField = (wrong: MessageKey) =>
  sourceField(wrong).refine((url) => url === null || !isCodeHost(url), "sources.errorHost");

/** Of a source; null when empty. */
export const sourceField = (wrong: MessageKey) =>
  z
    .string()
    .trim()
    .default("")
    .refine((text) => text === "" || parseSourceUrl(text) !== null, wrong)
    .transform((text) => (text === "" ? null : parseSourceUrl(text)));

/** Who speaks on a page; null when empty (RULES.md 1.15). */
export const authorField = () =>
  optional(cleanLine, maxAuthor, "sources.errorAuthor")
    .refine((text) => text.length <= maxAuthor, "sources.errorAuthor")
    .transform((text) => text || null);

export const hiddenField = () => z.string().catch("");

/** @param prepare what becomes of a text before it is read. A field that was not sent is undefined. */
const factField = <Column extends FactColumn>(
  column: Column,
  wrong: MessageKey,
  prepare: (text: string) => string,
) =>
  z
    .string()
    .refine((text) => text.length <= maxFact, { error: wrong, abort: true })
    .optional()
    .transform((text, found) => {
      const value = text === undefined ? undefined : readFact[column](prepare(text));
      if (text === undefined || value !== undefined) return value;
      found.addIssue(wrong);
      return z.NEVER;
    });

/** UTF-16 units; more than any fact has */
const maxFact = 2000;

export const factFields = (prepare = (text: string) => text) => ({
  concentracion: factField("concentracion", "facts.choice", prepare),
  anio: factField("anio", "facts.year", prepare),
  genero: factField("genero", "facts.choice", prepare),
  familia: factField("familia", "facts.family", prepare),
  notas: factField("notas", "facts.notes", prepare),
});

export const factLabels = {
  concentracion: "pages:facts.concentracion",
  anio: "pages:facts.anio",
  genero: "pages:facts.genero",
  familia: "pages:facts.familia",
  notas: "pages:facts.notas",
} as const;

/** None is required. */
export const factConstraints = {
  concentracion: { required: false },
  anio: { required: false },
  genero: { required: false },
  familia: { required: false, maxLength: maxFamilyLength },
  notas: { required: false },
};
