import type { LogEntry } from "#app/domain/desk/log/audit.ts";
import type { Language } from "#app/i18n/languages.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";

/** With `t` for every text: the desk's pages have no scripts, so their texts need not be in browsers. */
export const useDeskTranslations = () => translatorIn(useTranslations().language);

/** Log entries of older versions may contain words without a text. */
export const wordIn = (texts: Record<string, string>, word: string, otherwise = word) =>
  Object.hasOwn(texts, word) ? texts[word]! : otherwise;

export function decisionInWords(language: Language, { via, actorName, action, subject }: LogEntry) {
  const { t } = translatorIn(language);
  const actions = t("desk:log.actions", { returnObjects: true });
  const [kind] = subject.split(":");
  return {
    who: via === "command" ? t("desk:log.command") : (actorName ?? t("desk:log.somebody")),
    what: wordIn(actions, `${action}-${kind}`, wordIn(actions, action)),
  };
}
