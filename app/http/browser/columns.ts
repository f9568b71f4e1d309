/** The only key of an object that stands for a list of objects; no other object may have this key. */
export const mark = "[]";
const longList = 8;

type Row = Record<string, unknown>;

class NotPlain extends Error {}

/** @returns null when a value is not plain JSON (RULES.md 11.9) */
export function toColumns(data: unknown): unknown {
  try {
    return written(data);
  } catch (error) {
    if (error instanceof NotPlain) return null;
    throw error;
  }
}

function written(data: unknown): unknown {
  if (typeof data !== "object" || data === null) {
    if (isScalar(data)) return data;
    throw new NotPlain();
  }
  if (Array.isArray(data)) return isTable(data) ? { [mark]: columnsOf(data) } : data.map(written);
  if (!isPlain(data) || Object.hasOwn(data, mark)) throw new NotPlain();
  return mapValues(data as Row, written);
}

const isScalar = (value: unknown) =>
  value === null ||
  typeof value === "string" ||
  typeof value === "boolean" ||
  (typeof value === "number" && Number.isFinite(value));

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** In a column an empty object means that the row lacks the key. */
function isTable(list: unknown[]): list is Row[] {
  return (
    list.length >= longList &&
    list.some((row) => isObject(row) && Object.keys(row).length > 0) &&
    list.every(
      (row) =>
        isObject(row) && Object.values(row).every((value) => !isObject(value) || !isEmpty(value)),
    )
  );
}

const isEmpty = (object: Row) => Object.values(object).every((value) => value === undefined);

function columnsOf(rows: Row[]): Record<string, unknown> {
  const keys = new Set(rows.flatMap((row) => Object.keys(row)));
  return Object.fromEntries(
    Array.from(keys, (key) => [
      key,
      written(
        rows.map((row) => (Object.hasOwn(row, key) && row[key] !== undefined ? row[key] : {})),
      ),
    ]),
  );
}

export function fromColumns(data: unknown): unknown {
  if (typeof data !== "object" || data === null) return data;
  if (Array.isArray(data)) return data.map(fromColumns);
  const values = mapValues(data as Row, fromColumns);
  const columns = Object.entries((values[mark] ?? {}) as Record<string, unknown[]>);
  if (!(mark in values)) return values;
  return columns[0]![1].map((_, i) =>
    Object.fromEntries(
      columns
        .map(([key, column]) => [key, column[i]] as const)
        .filter(([, value]) => !isObject(value) || !isEmpty(value)),
    ),
  );
}

const isObject = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && !Array.isArray(value) && isPlain(value);

const mapValues = (object: Row, change: (value: unknown) => unknown) =>
  Object.fromEntries(
    Object.entries(object)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, change(value)]),
  );
