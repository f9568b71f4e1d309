import type { Language } from "#app/i18n/languages.ts";
import { inLanguage, withRedirectTo } from "#app/i18n/paths.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import type { Email } from "#app/mail/outbox.ts";
import { writeEmail } from "#app/mail/email-template.ts";

export interface LinkTarget {
  origin: string;
  language: Language;
  redirectTo?: string | null;
}

type Kind = "confirmation" | "reset" | "passwordChanged" | "googleLinked";

function accountEmail(kind: Kind, to: string, target: LinkTarget, path: string): Email {
  const { origin, language, redirectTo = null } = target;
  const link = withRedirectTo(origin + inLanguage(language, path), redirectTo);
  const texts = translatorIn(language).t(`emails:${kind}`, { returnObjects: true });
  return writeEmail(language, { to, link }, texts);
}

export const confirmationEmail = (to: string, token: string, target: LinkTarget) =>
  accountEmail("confirmation", to, target, `/auth/confirm?token=${token}`);

export const resetEmail = (to: string, token: string, target: LinkTarget) =>
  accountEmail("reset", to, { ...target, redirectTo: null }, `/auth/reset?token=${token}`);

export const passwordChangedEmail = (to: string, target: LinkTarget) =>
  accountEmail("passwordChanged", to, { ...target, redirectTo: null }, "/auth/forgot");

export const googleLinkedEmail = (to: string, target: LinkTarget) =>
  accountEmail("googleLinked", to, { ...target, redirectTo: null }, "/auth/forgot");
