import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import type { Db } from "#db/database.ts";
import { type DataFile, rowById } from "./data-files.ts";
import { batchesOf } from "#db/chunks.ts";

/** @param packed a published JSONL file @returns how many of its rows are gone without a change that says so, counted up to `most` */
export async function unexplainedRows(
  db: Db,
  file: DataFile,
  packed: AsyncIterable<Uint8Array>,
  most: number,
): Promise<number> {
  let count = 0;
  for await (const ids of batchesOf(idsIn(packed))) {
    const explained = await leavingOf(db, file, ids);
    const others = ids.filter((id) => !explained.has(id));
    const there = await rowById(db, file, others);
    count += others.length - there.size;
    if (count >= most) break;
  }
  return count;
}

/** @returns those that a change removed, or will when it has its number */
async function leavingOf(db: Db, file: DataFile, ids: number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom("data_changes")
    .select("row_id")
    .where("file", "=", file)
    .where("row_id", "in", ids)
    .where((row) =>
      row.or([
        row("waits", "=", 1),
        row.and([row("number", "is not", null), row("shown_since", "is", null)]),
      ]),
    )
    .execute();
  return new Set(rows.map(({ row_id }) => row_id));
}

async function* idsIn(packed: AsyncIterable<Uint8Array>): AsyncGenerator<number> {
  const text = pipeline(packed, createGunzip(), () => {}).setEncoding("utf8");
  let rest = "";
  for await (const part of text as AsyncIterable<string>) {
    const lines = (rest + part).split("\n");
    rest = lines.pop()!;
    for (const line of lines) yield JSON.parse(line).id;
  }
}
