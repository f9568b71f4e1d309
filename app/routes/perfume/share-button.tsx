import { useTranslations } from "#app/i18n/translations.ts";
import { Icon } from "#app/ui/icons.tsx";

/** browser/share.js shows it where the device has a dialog for sharing. */
export function Share() {
  const { t } = useTranslations();
  return (
    <button id="share" aria-label={t("perfume.share")} hidden>
      <Icon name="share" />
    </button>
  );
}
