export interface ReadPage {
  status: number;
  indexable: boolean;
  language: string | undefined;
  title: string | undefined;
  description: string | undefined;
  canonical: string | undefined;
  alternates: Record<string, string>;
  headings: number;
  /** of `<a>`, except those to the page's other languages */
  links: string[];
  languageLinks: string[];
  /** pictures, scripts and links in the head, except absolute URLs */
  resources: string[];
  ids: Set<string>;
}

type Attributes = Record<string, string>;

/** Reads React's output only, because a complete HTML parser would take minutes for thousands of pages. */
export function readPage(status: number, html: string): ReadPage {
  const page = html.replace(/<(script|style)\b([^>]*)>.*?<\/\1>/gsu, "<$1$2>");
  const all = (name: string) =>
    [...page.matchAll(new RegExp(`<${name}\\b([^>]*)>`, "gu"))].map(([, text]) =>
      attributes(text!),
    );
  const metas = all("meta");
  const heads = all("link");
  const anchors = all("a").filter(({ href }) => href !== undefined);
  const alternates = heads.filter(({ rel, hreflang }) => rel === "alternate" && hreflang);
  const hrefs = (list: Attributes[]) => list.map(({ href }) => href!);
  return {
    status,
    indexable: status === 200 && !metas.some(({ name }) => name === "robots"),
    language: all("html")[0]?.lang,
    title: decode(/<title>([^<]*)/u.exec(page)?.[1]),
    description: metas.find(({ name }) => name === "description")?.content,
    canonical: heads.find(({ rel }) => rel === "canonical")?.href,
    alternates: Object.fromEntries(alternates.map(({ hreflang, href }) => [hreflang, href])),
    headings: all("h1").length,
    links: hrefs(anchors.filter(({ hreflang }) => !hreflang)),
    languageLinks: hrefs(anchors.filter(({ hreflang }) => hreflang)),
    resources: [...hrefs(heads), ...[...all("img"), ...all("script")].map(({ src }) => src)].filter(
      (address): address is string => address?.startsWith("/") ?? false,
    ),
    ids: new Set([...page.matchAll(/\sid="([^"]*)"/gu)].map(([, id]) => id!)),
  };
}

function attributes(text: string): Attributes {
  const found = text.matchAll(/([\w:-]+)="([^"]*)"/gu);
  return Object.fromEntries(
    [...found].map(([, name, value]) => [name!.toLowerCase(), decode(value)!]),
  );
}

const signs: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

function decode(text: string | undefined): string | undefined {
  return text?.replace(/&(amp|lt|gt|quot|#x27);/gu, (_, name: string) => signs[name]!);
}
