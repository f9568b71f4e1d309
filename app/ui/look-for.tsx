import { useTranslations } from "#app/i18n/translations.ts";

interface Search {
  shop: string;
  link: string;
  affiliate: boolean;
}

/** Shops where a bottle without a price can be looked for (RULES.md 4.3). @param props.text "Look for Khamrah at" */
export function LookFor({ text, shops }: { text: string; shops: Search[] }) {
  const { t } = useTranslations();
  return (
    <p className="look-for">
      {text}
      {shops.map(({ shop, link, affiliate }) => (
        <span key={link}>
          {" "}
          <a href={link} rel="sponsored nofollow noopener" target="_blank">
            {shop}
          </a>
          {affiliate && <small className="soft"> {t("price.affiliate")}</small>}
        </span>
      ))}
    </p>
  );
}
