import { parseId } from "#app/domain/catalog/ids.ts";
import { problem } from "#app/http/api-answers.ts";

export const maxRows = 200;

export function readPage(query: URLSearchParams) {
  const after = numberIn(query, "after", 0);
  const limit = numberIn(query, "limit", maxRows);
  if (after === null) return problem(400, "after must be the id of a perfume.");
  if (limit === null) return problem(400, "limit must be a whole number from 1 on.");
  return { after, limit: Math.min(limit, maxRows) };
}

const numberIn = (query: URLSearchParams, name: string, absent: number) =>
  query.has(name) ? parseId(query.get(name)) : absent;

/** @param found one more than `limit`, if there are that many @returns `last` when more follow it */
export function pageOf<Row>(found: readonly Row[], limit: number) {
  const rows = found.slice(0, limit);
  return { rows, last: found.length > limit ? rows.at(-1)! : null };
}
