import { useTranslations } from "#app/i18n/translations.ts";
import css from "#app/styles/sources.css?inline";
import { Sheet } from "#app/ui/style-sheet.tsx";

export interface OpenSources {
  dupe: { id: number; nombre: string };
  /** newest first */
  list: {
    url: string;
    /** untrusted, in any language */
    title: string;
    stance: string;
    /** host, kind, date */
    more: string;
  }[];
  /** a published estimate */
  estimate?: { url: string; text: string };
}

/** A dupe's public sources. */
export function Sources({ open: { dupe, list, estimate } }: { open: OpenSources }) {
  const { t } = useTranslations();
  return (
    <section
      className="sources"
      id="sources"
      aria-label={t("sources.title", { nombre: dupe.nombre })}
    >
      <Sheet name="sources" css={css} />
      <ul>
        {list.map(({ url, title, stance, more }) => (
          <li key={url}>
            <Outside url={url} text={title} />
            <p className="small soft">
              <b>{stance}</b>
              {` ${more}`}
            </p>
          </li>
        ))}
        {estimate && (
          <li>
            <Outside {...estimate} />
          </li>
        )}
      </ul>
    </section>
  );
}

const Outside = ({ url, text }: { url: string; text: string }) => (
  <a href={url} rel="nofollow noopener" target="_blank">
    <bdi>{text}</bdi>
  </a>
);
