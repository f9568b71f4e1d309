import { useWords } from "../i18n/words.ts";
import { Head } from "../seo/head.tsx";
import { TextPage } from "../ui/prose.tsx";

export default function Auth() {
  const { t } = useWords();
  return (
    <TextPage title={t("auth.soon")} lead={t("auth.soonText")}>
      <Head title={t("auth.title")} description={t("auth.description")} index={false} />
    </TextPage>
  );
}
