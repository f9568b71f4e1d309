import { manifestText } from "#app/domain/open-data/dump-manifest.ts";
import { problem } from "#app/http/api-answers.ts";
import { isFresh, strongEtag, weakEtag } from "#app/http/etag.ts";
import { requestId, services } from "#app/http/middleware/context.ts";
import { logFailure } from "#app/http/middleware/log-failure.ts";
import { streamOf } from "#app/http/stream-of.ts";
import { isUnavailable } from "#db/errors.ts";
import type { Route } from "./+types/dump-file";

const cached = { "Cache-Control": "public, max-age=600" };

/** `GET /data/manifest.json`, and the files that it names (RULES.md 15.2). */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { dumps } = context.get(services);
  try {
    const made = await dumps.manifest();
    if (made && params.file === "manifest.json") {
      const text = manifestText(made);
      const headers = { ...cached, ETag: weakEtag(text) };
      if (isFresh(request, headers.ETag)) return new Response(null, { status: 304, headers });
      return new Response(text, {
        headers: { ...headers, "Content-Type": "application/json; charset=utf-8" },
      });
    }
    const file = made?.files.find(({ name }) => name === params.file);
    if (!made) return problem(404, "No files have been made yet.");
    if (!file) return missing();
    const headers = { ...cached, ETag: strongEtag(file.sha256) };
    if (isFresh(request, headers.ETag)) return new Response(null, { status: 304, headers });
    const ofFile = { "Content-Type": "application/gzip", "Content-Length": String(file.bytes) };
    if (request.method === "HEAD")
      return new Response(null, { headers: { ...headers, ...ofFile } });
    const content = await dumps.read(made, file);
    if (!content) return missing();
    return new Response(streamOf(content, context.get(requestId)), {
      headers: { ...headers, ...ofFile },
    });
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    logFailure(context, error);
    return problem(503, "The files are unavailable.", { "Retry-After": "10" });
  }
}

const missing = () =>
  problem(404, "No file has this name. /data/manifest.json lists those that exist.");
