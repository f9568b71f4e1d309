import { useState } from "react";
import { useTranslations } from "#app/i18n/translations.ts";
import { Icon } from "#app/ui/icons.tsx";
import { useHydrated } from "#app/ui/hydrated.ts";

/** Shares the page with the device's dialog, or copies its address, or shows it. Absent without JavaScript. */
export function Share({ title, path }: { title: string; path: string }) {
  const { t } = useTranslations();
  const [copied, setCopied] = useState(false);
  if (!useHydrated()) return null;
  const share = async () => {
    const url = new URL(path, location.href).href;
    // Not every browser has it: https://developer.mozilla.org/docs/Web/API/Navigator/share
    if (typeof navigator.share === "function")
      // Closing the device's dialog is not an error.
      return navigator.share({ title, url }).catch(() => {});
    try {
      await navigator.clipboard.writeText(url);
      return setCopied(true);
    } catch {
      // oxlint-disable-next-line eslint/no-alert -- the only dialog in which every browser selects a text
      return prompt(t("perfume.copyHere"), url);
    }
  };
  return (
    <button className="small" onClick={() => void share()}>
      <span aria-live="polite">{copied && t("perfume.copied")}</span>
      <span className="unseen">{t("perfume.share")}</span>
      <Icon name="share" />
    </button>
  );
}
