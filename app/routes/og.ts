import { withoutDoubted } from "#app/domain/catalog/dupe-order.ts";
import { listDupes, listOriginals, nearestOf } from "#app/domain/catalog/relations.ts";
import { parseId } from "#app/domain/catalog/ids.ts";
import { findPerfumeNow } from "#app/domain/catalog/redirects.ts";
import { PoolUnavailable } from "#app/jobs/pool.ts";
import { database, services } from "#app/http/middleware/context.ts";
import { type Pictured, pictureVersion } from "#app/ui/link-picture/picture-path.ts";
import { isFresh, strongEtag } from "#app/http/etag.ts";
import { forOtherSites } from "#app/http/shared-response.ts";
import type { Db } from "#db/database.ts";
import type { Route } from "./+types/og";

/** `GET /og/{perfume id}.png`, `/og/sosia.png`: link previews, cacheable forever at the address with the current version. */
export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const of = await picturedBy(context.get(database), params.name);
  if (of === undefined) return new Response(null, { status: 404 });
  const version = pictureVersion(of);
  const etag = strongEtag(version);
  const isCurrentVersion = url.searchParams.get("v") === version;
  const headers = {
    ...forOtherSites,
    ETag: etag,
    "Cache-Control": `public, max-age=${isCurrentVersion ? "31536000, immutable" : "3600"}`,
  };
  if (isFresh(request, etag)) return new Response(null, { status: 304, headers });
  try {
    const drawn = request.method === "HEAD" ? null : await context.get(services).pictures.draw(of);
    return new Response(drawn, {
      headers: {
        ...headers,
        "Content-Type": "image/png",
        ...(drawn && { "Content-Length": String(drawn.length) }),
      },
    });
  } catch (error) {
    if (!(error instanceof PoolUnavailable)) throw error;
    return new Response(null, { status: 503, headers: { "Retry-After": "10" } });
  }
}

async function picturedBy(db: Db, name: string): Promise<Pictured | undefined> {
  if (name === "sosia") return null;
  const id = parseId(name);
  const perfume = id === null ? undefined : await findPerfumeNow(db, id);
  if (!perfume) return undefined;
  const dupes = await listDupes(db, perfume.id);
  const nearest = nearestOf(dupes, await listOriginals(db, perfume.id));
  return { ...perfume, dupes: withoutDoubted(dupes).length, nearest };
}
