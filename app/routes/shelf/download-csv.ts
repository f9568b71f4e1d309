import { chunks } from "#db/chunks.ts";
import { stringify } from "csv-stringify/sync";
import { quote } from "#app/domain/catalog/csv/formula-cells.ts";
import { decimalAmount } from "#app/domain/prices/amounts.ts";
import { formatIn } from "#app/i18n/format.ts";
import { language } from "#app/http/middleware/context.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import type { Route } from "./+types/download-csv";
import { describeBottles, loadWholeShelf } from "./load-shelf.ts";

const bottlesAtOnce = 100;

/** Opens in the reader's own Excel: semicolons where numbers have a decimal comma. No spreadsheet runs a cell as a formula. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const lang = context.get(language);
  const { columns, lists } = translatorIn(lang).t("pages:shelf", { returnObjects: true });
  const decimalSign = formatIn(lang).decimal(0.5).charAt(1);
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
        price ? decimalAmount(price.amount, price.currency).replace(".", decimalSign) : "",
        price?.currency ?? "",
      ]);
    }
  const head = Object.values(columns);
  // Excel needs a byte order mark to read UTF-8.
  const csv = stringify([head, ...rows.map((row) => row.map(quote))], {
    bom: true,
    delimiter: decimalSign === "," ? ";" : ",",
  });
  return new Response(csv, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="sosia.csv"',
      "X-Robots-Tag": "noindex",
    },
  });
}
