import { services } from "../middleware/context.ts";
import { avatarVersion } from "../accounts/avatars.ts";
import type { Route } from "./+types/avatars";

/** A file that came from outside: never a page, never a script, and nobody else's to embed. */
const asPictureOnly = {
  "Content-Type": "image/webp",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** `GET /avatars/{userId}/avatar.webp`, kept for ever under the address that names its content. */
export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const image =
    params.file === "avatar.webp"
      ? await context.get(services).avatars.store.get(params.userId, "webp")
      : null;
  if (!image) return new Response(null, { status: 404 });
  const version = avatarVersion(image);
  const etag = `"${version}"`;
  const forEver = url.searchParams.get("v") === version;
  const headers = {
    ...asPictureOnly,
    ETag: etag,
    "Cache-Control": `public, ${forEver ? "max-age=31536000, immutable" : "max-age=300"}`,
  };
  const known = request.headers.get("If-None-Match")?.split(/,\s*/u).includes(etag);
  return known ? new Response(null, { status: 304, headers }) : new Response(image, { headers });
}
