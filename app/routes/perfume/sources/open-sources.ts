import type { Relation } from "#app/domain/catalog/relations.ts";
import { hostOf } from "#app/domain/catalog/source-urls.ts";
import { type Source, sourcesOf } from "#app/domain/catalog/sources.ts";
import { database, language, type RequestContext } from "#app/http/middleware/context.ts";
import { formatIn } from "#app/i18n/format.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { estimateOf } from "../evidence.ts";

const groupOf = ({ kind, stance }: Source) => (kind === "catalogue" ? "catalogues" : stance);

/** Who says that the two smell alike, or not, and which shops only list them as that (RULES.md 1.15). */
export async function readSources(context: RequestContext, relation: Relation) {
  const code = context.get(language);
  const { t } = translatorIn(code);
  const groups = Map.groupBy(await sourcesOf(context.get(database), relation.id), groupOf);
  const { estimacion, estimacion_url } = relation;
  return {
    groups: (["for", "against", "catalogues"] as const).flatMap((group) => {
      const sources = groups.get(group);
      if (!sources) return [];
      return {
        title: t(`messages:sources.${group}`, { count: sources.length }),
        /** newest first; title and author are untrusted, in any language */
        list: sources.map(({ url, title, author, kind, said_on }) => ({
          url,
          title,
          author,
          more: [
            hostOf(url),
            ...(kind === "catalogue" ? [] : [t(`messages:sources.${kind}`)]),
            ...(said_on === null ? [] : [formatIn(code).date(said_on)]),
          ],
        })),
      };
    }),
    ...(estimacion !== null &&
      estimacion_url !== null && {
        estimate: { url: estimacion_url, text: estimateOf(code, relation) },
      }),
  };
}
