import type { RouterContextProvider } from "react-router";
import { findDupeOn } from "#app/domain/catalog/exists.ts";
import { parseId } from "#app/domain/catalog/ids.ts";
import type { Relation } from "#app/domain/catalog/relations.ts";
import { hostOf } from "#app/domain/catalog/source-urls.ts";
import { sourcesOf } from "#app/domain/catalog/sources.ts";
import { database, language } from "#app/http/middleware/context.ts";
import { formatIn } from "#app/i18n/format.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { estimateOf } from "../present-relations.ts";
import type { OpenSources } from "./sources-panel.tsx";

const words = {
  for: "sources.for",
  against: "sources.against",
  review: "sources.review",
  list: "sources.list",
  maker: "sources.maker",
  discussion: "sources.discussion",
} as const;

/** Data for `?sources=`: who says that a dupe on the page smells alike, or not (RULES.md 1.7). */
export async function openSources(
  context: Readonly<RouterContextProvider>,
  query: URLSearchParams,
  perfumeId: number,
  dupes: Relation[],
): Promise<{ sources?: OpenSources }> {
  const asked = parseId(query.get("sources"));
  if (asked === null) return {};
  const db = context.get(database);
  const id = await findDupeOn(db, perfumeId, asked);
  const dupe = dupes.find((one) => one.id === id);
  if (!dupe) return {};
  const code = context.get(language);
  const sources = await sourcesOf(db, dupe.id);
  if (sources.length === 0) return {};
  const { estimacion, estimacion_url } = dupe;
  return {
    sources: {
      dupe: { id: dupe.id, nombre: dupe.nombre },
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
          estimate: { url: estimacion_url, text: estimateOf(code, dupe) },
        }),
    },
  };
}
