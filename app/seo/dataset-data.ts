import type { Dataset, Graph } from "schema-dts";
import { siteName } from "#app/i18n/site-name.ts";
import { licenceAddress } from "./licence-address.ts";

interface Described {
  name: string;
  description: string;
  /** of the page */
  url: string;
  origin: string;
  /** SPDX identifier */
  licence: string;
  /** null before the first files */
  madeAt: string | null;
  /** addresses */
  files: string[];
}

/** What dataset searches read (RULES.md 11.12). */
export function datasetData({ origin, licence, madeAt, files, ...of }: Described): Graph {
  const data: Dataset = {
    "@type": "Dataset",
    ...of,
    license: licenceAddress(licence),
    isAccessibleForFree: true,
    creator: { "@type": "Organization", name: siteName, url: origin },
    ...(madeAt !== null && { dateModified: madeAt }),
    ...(files.length > 0 && {
      distribution: files.map((contentUrl) => ({
        "@type": "DataDownload" as const,
        encodingFormat: "application/gzip",
        contentUrl,
      })),
    }),
  };
  return { "@context": "https://schema.org", "@graph": [data] };
}
