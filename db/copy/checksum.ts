import { hash } from "node:crypto";
import type { Value } from "./copied-tables.ts";

/** What tells whether two tables have the same rows. */
export interface Checksum {
  rows: number;
  sum: bigint;
}

export const noRows: Checksum = { rows: 0, sum: 0n };
const modulus = 2n ** 256n;

/**
 * Adds rows to a checksum: the SHA-256 of each as JSON, added up, so that their order, which follows from neither database,
 * does not matter, but that one is there twice does.
 */
export function withRows({ rows, sum }: Checksum, more: Value[][]): Checksum {
  for (const row of more) sum += BigInt(`0x${hash("sha256", JSON.stringify(row))}`);
  return { rows: rows + more.length, sum: sum % modulus };
}

export const isSame = (one: Checksum, other: Checksum) =>
  one.rows === other.rows && one.sum === other.sum;
