import { useTranslation } from "react-i18next";
import { Head } from "../seo/head.tsx";
import { TextPage } from "../ui/prose.tsx";

export default function Auth() {
  const { t } = useTranslation();
  return (
    <TextPage title={t("auth.soon")} lead={t("auth.soonText")}>
      <Head title={t("auth.title")} description={t("auth.description")} index={false} />
    </TextPage>
  );
}
