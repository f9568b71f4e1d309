import { photoFile } from "#app/uploads/photo-names.ts";
import { isUnavailable } from "#db/errors.ts";
import { isShown } from "#app/domain/desk/catalog/photos.ts";
import { database, services } from "#app/http/middleware/context.ts";
import { logFailure } from "#app/http/middleware/log-failure.ts";
import { asPictureOnly } from "#app/http/shared-response.ts";
import { isFresh, strongEtag } from "#app/http/etag.ts";
import type { Route } from "./+types/photo-files";

/** `GET /photos/{perfume id}/{content hash}.webp`, cacheable forever (RULES.md 10.16). */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const photo = photoFile(params.perfumeId, params.file);
  if (!photo) return new Response(null, { status: 404 });
  const headers = {
    ...asPictureOnly,
    ETag: strongEtag(photo.file),
    "Cache-Control": "public, max-age=31536000, immutable",
  };
  try {
    const shown = await isShown(context.get(database), photo.foto);
    // The name is a hash of the content, so there is no need to ask the store.
    if (shown && isFresh(request, headers.ETag))
      return new Response(null, { status: 304, headers });
    const image = shown && (await context.get(services).photos.get(photo.perfumeId, photo.file));
    return image ? new Response(image, { headers }) : new Response(null, { status: 404 });
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    logFailure(context, error);
    return new Response(null, { status: 503, headers: { "Retry-After": "10" } });
  }
}
