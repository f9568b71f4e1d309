import { rowsAfter } from "#app/domain/open-data/data-files.ts";
import { config, database } from "#app/http/middleware/context.ts";
import { answerJson } from "./answer-json.ts";
import type { Body, PerfumeRow } from "./answer-schemas.ts";
import { pageOf, readPage } from "./paging.ts";
import { withPage } from "./with-page.ts";
import type { Route } from "./+types/all-perfumes";

/** `GET /api/v1/perfumes?after=&limit=` */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const asked = readPage(url.searchParams);
  if (asked instanceof Response) return asked;
  const { after, limit } = asked;
  return answerJson<Body<"PerfumeList">>(
    request,
    context,
    `perfumes ${after} ${limit}`,
    async () => {
      const found = await rowsAfter(context.get(database), "perfumes", after, limit + 1);
      const { origin } = context.get(config);
      const { rows, last } = pageOf(found as PerfumeRow[], limit);
      return {
        perfumes: rows.map((row) => withPage(origin, row)),
        next: last && `${origin}/api/v1/perfumes?after=${last.id}&limit=${limit}`,
      };
    },
  );
}
