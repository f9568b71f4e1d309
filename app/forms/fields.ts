import { z } from "zod";
import { usernameFault } from "../accounts/usernames.ts";
import type { MessageKey } from "../i18n/messages.server.ts";
import { cleanLine, cleanText, isBlank } from "#db/clean-text.ts";

/** characters (spec.md §5) */
export const longestEmail = 255;
export const longestName = 100;

/** Something that can be seen. */
const seen = (missing: MessageKey) => z.string().refine((text) => !isBlank(text), missing);

/** A line of text that must not be empty after trimming. */
export const filled = (missing: MessageKey) =>
  z.string(missing).transform(cleanLine).pipe(seen(missing));

/** The same for several lines. @param longest characters, i.e. code points */
export const filledText = (missing: MessageKey, longest: number, tooLong: MessageKey) =>
  z
    .string(missing)
    .transform(cleanText)
    .pipe(seen(missing).refine((text) => [...text].length <= longest, tooLong));

/** One e-mail address and nothing beside it. */
export const emailField = (missing: MessageKey, invalid: MessageKey) =>
  filled(missing).pipe(z.string().max(longestEmail, invalid)).pipe(z.email(invalid));

export const fullNameField = filled("auth.fillIn").pipe(
  z.string().max(longestName, "auth.nameTooLong"),
);

/** A username (spec.md §5); a reserved one counts as taken. */
export const usernameField = (missing: MessageKey, format: MessageKey, taken: MessageKey) =>
  filled(missing).superRefine((name, context) => {
    const fault = usernameFault(name);
    if (fault !== null)
      context.addIssue({ code: "custom", message: fault === "reserved" ? taken : format });
  });
