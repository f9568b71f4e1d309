import type { Dataset } from "schema-dts";
import { columnsOf, type DataFile, dataFiles } from "#app/domain/open-data/data-files.ts";
import { config, language, services, structuredData } from "#app/http/middleware/context.ts";
import { formatIn } from "#app/i18n/format.ts";
import { languages } from "#app/i18n/languages.ts";
import { siteWords } from "#app/i18n/page-text.server.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { siteName } from "#app/i18n/site-name.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { licenceAddress } from "#app/seo/licence-address.ts";
import css from "#app/styles/data.css?inline";
import { Head } from "#app/ui/head.tsx";
import { Sections, TextPage } from "#app/ui/prose.tsx";
import { Sheet } from "#app/ui/style-sheet.tsx";
import type { Route } from "./+types/data-page";
import { ColumnLists, FilesTable } from "./file-lists.tsx";
import { presentFiles } from "./present-files.ts";
import { Programming } from "./programming.tsx";

/** The language that programmers everywhere read. */
const programmers = "en";

export const handle = { scripts: false };

/** What the open data are, with figures of the newest files (RULES.md 15.5). */
export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(config);
  const { origin, dataLicence: licence } = site;
  const code = context.get(language);
  const manifest = await context.get(services).dumps.known();
  const day = formatIn(code).date(manifest?.made_at ?? new Date().toISOString());
  const text = translatorIn(code).t("pages:data", {
    returnObjects: true,
    ...siteWords(site, code),
    date: day,
  });
  const dataset: Dataset = {
    "@type": "Dataset",
    name: `${text.title} · ${origin}`,
    description: text.description,
    url: origin + inLanguage(code, "/data"),
    license: licenceAddress(licence),
    isAccessibleForFree: true,
    creator: { "@type": "Organization", name: siteName, url: origin },
    ...(manifest && {
      dateModified: manifest.made_at,
      distribution: manifest.files.map(({ name }) => ({
        "@type": "DataDownload" as const,
        encodingFormat: "application/gzip",
        contentUrl: `${origin}/data/${name}`,
      })),
    }),
  };
  context.set(structuredData, { "@context": "https://schema.org", "@graph": [dataset] });
  return {
    ...text,
    origin,
    licence: { id: licence, url: licenceAddress(licence) },
    listed: manifest && presentFiles(manifest, code, text.files),
    columns: describeColumns(text.columns),
    lastChange: manifest?.last_change ?? 0,
  };
}

/** The columns of each file with their meaning; those that mean the same are together. */
function describeColumns(meanings: Record<string, string>) {
  return dataFiles.map((file) => ({ file, lines: linesOf(file, meanings) }));
}

function linesOf(file: DataFile, meanings: Record<string, string>) {
  const meaningOf = (column: string) =>
    meanings[`${file}_${column}`] ?? meanings[column] ?? meanings.answers!;
  const lines = Map.groupBy(columnsOf(file), meaningOf);
  return [...lines].map(([meaning, columns]) => ({ columns, meaning }));
}

export default function DataPage({ loaderData }: Route.ComponentProps) {
  const { title, description, lead, sections, listed, licence, cite } = loaderData;
  const { language } = useTranslations();
  const extra = {
    files: listed ? <FilesTable {...loaderData} listed={listed} /> : <p>{loaderData.none}</p>,
    columns: <ColumnLists columns={loaderData.columns} />,
    licence: (
      <>
        <p>{cite}</p>
        <p>
          <a href={licence.url}>{licence.id}</a>
        </p>
      </>
    ),
  };
  return (
    <TextPage title={title} lead={lead}>
      <Sheet name="data" css={css} />
      <Head title={title} description={description} />
      {language !== programmers && (
        <p>
          <a href={inLanguage(programmers, "/data")} hrefLang={programmers} lang={programmers}>
            {languages[programmers]}
          </a>
        </p>
      )}
      <Sections sections={sections} extra={extra} />
      <Programming {...loaderData} />
    </TextPage>
  );
}
