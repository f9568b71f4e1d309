import { parseId } from "#app/domain/catalog/ids.ts";
import { problem } from "#app/http/api-answers.ts";
import { requestId, services } from "#app/http/middleware/context.ts";
import { streamOf } from "#app/http/stream-of.ts";
import type { Route } from "./+types/change-log";

/** `GET /data/changes.jsonl?since=` (RULES.md 15.3). */
export async function loader({ url, request, context }: Route.LoaderArgs) {
  const asked = url.searchParams.get("since") || "0";
  const since = asked === "0" ? 0 : parseId(asked);
  if (since === null) return problem(400, "since must be the id of a change, a whole number.");
  const changes = await context.get(services).changes.since(since);
  if (!changes) return problem(400, `There is no change ${since} yet.`);
  const headers = {
    "Cache-Control": "public, max-age=10",
    "Content-Type": "application/jsonl; charset=utf-8",
  };
  if (request.method === "HEAD") return new Response(null, { headers });
  return new Response(streamOf(linesOf(changes), context.get(requestId)), { headers });
}

async function* linesOf(changes: AsyncIterable<object>) {
  const encoder = new TextEncoder();
  let lines: string[] = [];
  for await (const change of changes) {
    lines.push(`${JSON.stringify(change)}\n`);
    if (lines.length < 100) continue;
    yield encoder.encode(lines.join(""));
    lines = [];
  }
  if (lines.length > 0) yield encoder.encode(lines.join(""));
}
