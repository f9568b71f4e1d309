import { chunks } from "#db/chunks.ts";
import { stringify } from "csv-stringify/sync";
import { quote } from "#app/domain/catalog/csv/formula-cells.ts";
import { decimalAmount } from "#app/domain/prices/amounts.ts";
import { pageText } from "#app/i18n/page-text.server.ts";
import { config, language } from "#app/http/middleware/context.ts";
import type { Route } from "./+types/download-csv";
import { describeBottles, loadWholeShelf } from "./load-shelf.ts";

const bottlesAtOnce = 100;

/** RFC 4180; escaped so that no spreadsheet runs a cell as a formula. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { columns, lists } = pageText(context.get(config), context.get(language), "shelf");
  const bottles = await loadWholeShelf(request, context);
  const rows: string[][] = [];
  for (const some of chunks(bottles, bottlesAtOnce))
    for (const { list, since, perfume, standing } of await describeBottles(context, some)) {
      const { best, similarity, cheapest, price } = standing;
      rows.push([
        perfume.marca,
        perfume.nombre,
        lists[list],
        since.slice(0, 10),
        best ? `${best.marca} ${best.nombre}` : "",
        similarity === null ? "" : String(similarity),
        cheapest ? `${cheapest.marca} ${cheapest.nombre}` : "",
        price ? decimalAmount(price.amount, price.currency) : "",
        price?.currency ?? "",
      ]);
    }
  const head = Object.values(columns);
  // Excel needs a byte order mark to read UTF-8.
  const csv = stringify([head, ...rows.map((row) => row.map(quote))], { bom: true });
  return new Response(csv, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="sosia.csv"',
      "X-Robots-Tag": "noindex",
    },
  });
}
