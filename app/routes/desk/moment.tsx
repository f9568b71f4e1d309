import { formatIn } from "#app/i18n/format.ts";
import { useTranslations } from "#app/i18n/translations.ts";

export function Moment({ at }: { at: string }) {
  const { language } = useTranslations();
  return <time dateTime={at}>{formatIn(language).moment(at)}</time>;
}
