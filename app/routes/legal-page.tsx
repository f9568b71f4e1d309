import type { ComponentProps } from "react";
import { useTranslations } from "../i18n/translations.ts";
import { Head } from "../seo/head.tsx";
import { Sections, TextPage } from "../ui/prose.tsx";

interface Legal extends ComponentProps<typeof Sections> {
  title: string;
  description: string;
  lead: string;
  /** the day of the last change, in the reader's words */
  updated: string;
}

export function LegalPage({ title, description, lead, updated, sections, extra }: Legal) {
  const { t } = useTranslations();
  return (
    <TextPage title={title} lead={lead}>
      <Head title={title} description={description} />
      <Sections sections={sections} extra={extra} />
      <p className="small soft">{t("text.updated", { date: updated })}</p>
    </TextPage>
  );
}
