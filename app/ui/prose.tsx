import { useTranslations } from "#app/i18n/translations.ts";
import css from "#app/styles/text.css?inline";
import { Link } from "./link.tsx";
import { Sheet } from "./style-sheet.tsx";

interface Section {
  id?: string;
  heading: string;
  paragraphs: string[];
  list?: string[];
}

export function TextPage({
  title,
  lead,
  children,
}: {
  title: string;
  lead: string;
  children: React.ReactNode;
}) {
  const { t } = useTranslations();
  return (
    <article className="wrap prose">
      <Sheet name="text" css={css} />
      <h1>{title}</h1>
      <p className="lead">{lead}</p>
      {children}
      <p>
        <Link className="button" to="/">
          {t("text.backHome")}
        </Link>
      </p>
    </article>
  );
}

/** The sections of a text. @param props.extra elements to add to a section, by its id */
export function Sections({
  sections,
  extra,
}: {
  sections: Section[];
  extra?: Record<string, React.ReactNode>;
}) {
  return sections.map((section) => (
    <section key={section.heading} id={section.id}>
      <h2>{section.heading}</h2>
      {section.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {section.list && (
        <ul>
          {section.list.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
      {section.id && extra?.[section.id]}
    </section>
  ));
}
