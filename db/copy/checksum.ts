import { hash } from "node:crypto";
import type { Value } from "./copied-tables.ts";

export interface Checksum {
  rows: number;
  sum: bigint;
}

export const noRows: Checksum = { rows: 0, sum: 0n };
const modulus = 2n ** 256n;

/** The sum of the rows' hashes: independent of order, but sensitive to duplicates. */
export function withRows({ rows, sum }: Checksum, more: Value[][]): Checksum {
  for (const row of more) sum += BigInt(`0x${hash("sha256", JSON.stringify(row))}`);
  return { rows: rows + more.length, sum: sum % modulus };
}

export const isSame = (one: Checksum, other: Checksum) =>
  one.rows === other.rows && one.sum === other.sum;
