import type { RouterContextProvider } from "react-router";
import type { Relation } from "#app/domain/catalog/relations.ts";
import { hostOf } from "#app/domain/catalog/source-urls.ts";
import { sourcesOf } from "#app/domain/catalog/sources.ts";
import { database, language } from "#app/http/middleware/context.ts";
import { formatIn } from "#app/i18n/format.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { estimateOf } from "../present-relations.ts";
import type { ReadSources } from "./sources-panel.tsx";

const words = {
  for: "sources.for",
  against: "sources.against",
  review: "sources.review",
  article: "sources.article",
  catalogue: "sources.catalogue",
  maker: "sources.maker",
  discussion: "sources.discussion",
} as const;

/** Who says that the two smell alike, or not (RULES.md 1.15). */
export async function readSources(
  context: Readonly<RouterContextProvider>,
  relation: Relation,
): Promise<ReadSources> {
  const code = context.get(language);
  const sources = await sourcesOf(context.get(database), relation.id);
  const { estimacion, estimacion_url } = relation;
  return {
    list: sources.map(({ url, title, stance, kind, said_on }) => ({
      url,
      title,
      stance: translatorIn(code).t(`messages:${words[stance]}`),
      more: [hostOf(url), translatorIn(code).t(`messages:${words[kind]}`)]
        .concat(said_on === null ? [] : formatIn(code).date(said_on))
        // No line begins with the dot.
        .join("\u00a0· "),
    })),
    ...(estimacion !== null &&
      estimacion_url !== null && {
        estimate: { url: estimacion_url, text: estimateOf(code, relation) },
      }),
  };
}
