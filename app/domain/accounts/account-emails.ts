import type { Language } from "#app/i18n/languages.ts";
import { inLanguage, withRedirectTo } from "#app/i18n/paths.ts";
import type { Email } from "#app/mail/outbox.ts";
import { emailTexts, writeEmail } from "#app/mail/write-email.ts";

export interface LinkTarget {
  origin: string;
  language: Language;
  redirectTo?: string | null;
}

export function confirmationEmail(to: string, token: string, target: LinkTarget): Email {
  const link = withRedirectTo(
    linkTo(target, `/auth/confirm?token=${token}`),
    target.redirectTo ?? null,
  );
  return writeEmail(target.language, { to, link }, emailTexts(target.language, "confirmation"));
}

export function resetEmail(to: string, token: string, target: LinkTarget): Email {
  const link = linkTo(target, `/auth/reset?token=${token}`);
  return writeEmail(target.language, { to, link }, emailTexts(target.language, "reset"));
}

export function passwordChangedEmail(to: string, target: LinkTarget): Email {
  const link = linkTo(target, "/auth/forgot");
  return writeEmail(target.language, { to, link }, emailTexts(target.language, "passwordChanged"));
}

export function googleLinkedEmail(to: string, target: LinkTarget): Email {
  const link = linkTo(target, "/auth/forgot");
  return writeEmail(target.language, { to, link }, emailTexts(target.language, "googleLinked"));
}

const linkTo = ({ origin, language }: LinkTarget, path: string) =>
  origin + inLanguage(language, path);
