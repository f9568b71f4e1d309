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

export function confirmationEmail(to: string, token: string, target: LinkTarget): Email {
  const link = withRedirectTo(
    linkTo(target, `/auth/confirm?token=${token}`),
    target.redirectTo ?? null,
  );
  const { t } = translatorIn(target.language);
  return writeEmail(
    target.language,
    { to, link },
    t("emails:confirmation", { returnObjects: true }),
  );
}

export function resetEmail(to: string, token: string, target: LinkTarget): Email {
  const link = linkTo(target, `/auth/reset?token=${token}`);
  const { t } = translatorIn(target.language);
  return writeEmail(target.language, { to, link }, t("emails:reset", { returnObjects: true }));
}

export function passwordChangedEmail(to: string, target: LinkTarget): Email {
  const link = linkTo(target, "/auth/forgot");
  const { t } = translatorIn(target.language);
  return writeEmail(
    target.language,
    { to, link },
    t("emails:passwordChanged", { returnObjects: true }),
  );
}

export function googleLinkedEmail(to: string, target: LinkTarget): Email {
  const link = linkTo(target, "/auth/forgot");
  const { t } = translatorIn(target.language);
  return writeEmail(
    target.language,
    { to, link },
    t("emails:googleLinked", { returnObjects: true }),
  );
}

const linkTo = ({ origin, language }: LinkTarget, path: string) =>
  origin + inLanguage(language, path);
