import type { SelectQueryBuilder } from "kysely";
import type { Db } from "#db/database.ts";

export type Cells = Record<string, string | number | null>;

export type NumberedRow = Cells & { id: number };

/** Rows after an id, at most so many, or those with the given ids. */
export type Which = { after: number; limit: number } | { ids: readonly number[] };

type Choose = <Query extends SelectQueryBuilder<any, any, any>>(
  query: Query,
  column: string,
) => Query;

export interface NumberedExport {
  columns: readonly string[];
  /** in the order of ids */
  some(db: Db, which: Which): Promise<NumberedRow[]>;
  rows(db: Db): AsyncIterable<NumberedRow>;
}

const batch = 1000;

/** A table whose rows have an id, read in batches, so that memory is bounded and other readers get their turn. */
export function numbered(
  columns: readonly string[],
  select: (db: Db, choose: Choose) => Promise<NumberedRow[]>,
): NumberedExport {
  const some = (db: Db, which: Which) =>
    "ids" in which && which.ids.length === 0
      ? Promise.resolve([])
      : select(db, (query, column) => chosen(query, column, which));
  return {
    columns,
    some,
    async *rows(db) {
      for (let after = 0; ;) {
        const rows = await some(db, { after, limit: batch });
        yield* rows;
        if (rows.length < batch) return;
        after = rows.at(-1)!.id;
      }
    },
  };
}

function chosen<Query extends SelectQueryBuilder<any, any, any>>(
  query: Query,
  column: string,
  which: Which,
): Query {
  const ordered = query.orderBy(column);
  return (
    "ids" in which
      ? ordered.where(column, "in", which.ids)
      : ordered.where(column, ">", which.after).limit(which.limit)
  ) as Query;
}
