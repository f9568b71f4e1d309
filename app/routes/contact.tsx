import { useWords } from "../i18n/words.ts";
import { config } from "../config.ts";
import { Head } from "../seo/head.tsx";
import { TextPage } from "../ui/prose.tsx";
import type { Route } from "./+types/contact";

export function loader() {
  return { address: config.contactAddress };
}

export default function Contact({ loaderData: { address } }: Route.ComponentProps) {
  const { t } = useWords();
  return (
    <TextPage title={t("contact.soon")} lead={t("contact.soonText")}>
      <Head title={t("contact.title")} description={t("contact.description")} />
      <p className="address">
        <a href={`mailto:${address}`}>{address}</a>
      </p>
    </TextPage>
  );
}
