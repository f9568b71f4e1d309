import { isUnavailable } from "#db/errors.ts";
import { services } from "#app/http/middleware/context.ts";
import { logFailure } from "#app/http/middleware/log-failure.ts";
import { avatarVersion } from "#app/domain/accounts/avatars.ts";
import { isFresh, strongEtag } from "#app/http/etag.ts";
import { asPictureOnly } from "#app/http/shared-response.ts";
import type { Route } from "./+types/avatar-files";

/** `GET /avatars/{userId}/avatar.webp`, cacheable forever at the address with the current version. */
export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const { store } = context.get(services).avatars;
  let image = null;
  try {
    if (params.file === "avatar.webp") image = await store.get(params.userId);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    logFailure(context, error);
    return new Response(null, { status: 503, headers: { "Retry-After": "10" } });
  }
  if (!image) return new Response(null, { status: 404 });
  const version = avatarVersion(image);
  const etag = strongEtag(version);
  const isCurrentVersion = url.searchParams.get("v") === version;
  const headers = {
    ...asPictureOnly,
    ETag: etag,
    "Cache-Control": `public, ${isCurrentVersion ? "max-age=31536000, immutable" : "max-age=300"}`,
  };
  return isFresh(request, etag)
    ? new Response(null, { status: 304, headers })
    : new Response(image, { headers });
}
