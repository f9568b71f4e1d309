import { parseId } from "#app/domain/catalog/ids.ts";
import { problem } from "#app/http/api-answers.ts";
import { networkCounts } from "#app/http/middleware/client-counts.ts";
import { config, services } from "#app/http/middleware/context.ts";
import type { Route } from "./+types/change-log";

/** A page that must be made counts as one read more for each so many rows, as an answer of the API has at most. */
const rowsOfRead = 200;

const type = "application/jsonl; charset=utf-8";

/** `GET /data/changes.jsonl?since=` (RULES.md 15.3). */
export async function loader({ url, request, context }: Route.LoaderArgs) {
  const asked = url.searchParams.get("since") || "0";
  const since = asked === "0" ? 0 : parseId(asked);
  if (since === null) return problem(400, "since must be the id of a change, a whole number.");
  const { changes, apiFiles, readLimits } = context.get(services);
  const found = await changes.since(since);
  if (!found) return problem(400, `There is no change ${since} yet.`);
  return apiFiles.answer(request, `changes ${since} ${found.last}`, type, async () => {
    const { changes, next } = await found.read();
    const counts = networkCounts(context, "readsOfNetwork", "readsOfWideNetwork");
    readLimits.take(counts, performance.now(), Math.floor(changes.length / rowsOfRead));
    const address = `${context.get(config).origin}/data/changes.jsonl?since=${next}`;
    return {
      text: changes.map((change) => `${JSON.stringify(change)}\n`).join(""),
      effort: "once",
      headers: {
        "Cache-Control": "public, max-age=10",
        ...(next !== null && { Link: `<${address}>; rel="next"` }),
      },
    };
  });
}
