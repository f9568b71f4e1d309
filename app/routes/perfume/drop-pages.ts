import { bottlesAround, bottlesOf } from "#app/domain/catalog/relations.ts";
import { brandPath, perfumePath } from "#app/domain/catalog/slugs.ts";
import { database, services, type RequestContext } from "#app/http/middleware/context.ts";
import { slugify } from "#app/i18n/text.ts";

/** Drops the cached pages of both bottles of a dupe and of their brands, which count dupes (RULES.md 13.5). */
export async function dropPagesOf(context: RequestContext, dupeId: number) {
  const { pages } = context.get(services);
  for (const bottle of await bottlesOf(context.get(database), dupeId)) {
    pages.drop(perfumePath(bottle));
    pages.drop(brandPath(slugify(bottle.marca)));
  }
}

export async function dropPagesAround(context: RequestContext, bottleId: number) {
  const { pages } = context.get(services);
  for (const bottle of await bottlesAround(context.get(database), bottleId))
    pages.drop(perfumePath(bottle));
}
