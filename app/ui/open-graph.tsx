import type { Language } from "#app/i18n/languages.ts";
import { siteName } from "#app/i18n/site-name.ts";
import { picturePath, pictureSize } from "./link-picture/picture-path.ts";

/** Each language with its main country (https://ogp.me/#optional). */
const locales: Record<Language, string> = {
  es: "es_ES",
  en: "en_GB",
  fr: "fr_FR",
  de: "de_DE",
  it: "it_IT",
  pt: "pt_PT",
};

export interface Picture {
  path: string;
  alt: string;
}

const sitePicture: Picture = { path: picturePath(null), alt: siteName };

export function OpenGraph({
  title,
  description,
  url,
  origin,
  language,
  type = "website",
  picture = sitePicture,
}: {
  title: string;
  description: string;
  url: string;
  origin: string;
  language: Language;
  type?: string | undefined;
  picture?: Picture | undefined;
}) {
  return (
    <>
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content={type} />
      <meta property="og:url" content={url} />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:locale" content={locales[language]} />
      <meta property="og:image" content={origin + picture.path} />
      <meta property="og:image:width" content={String(pictureSize.width)} />
      <meta property="og:image:height" content={String(pictureSize.height)} />
      <meta property="og:image:alt" content={picture.alt} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
