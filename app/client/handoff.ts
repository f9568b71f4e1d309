import { fromColumns, mark, toColumns } from "./columns.ts";
import { routerContext } from "./react-router-internals.ts";

/** Where a page has the loaders' data: as plain data, or as React Router encodes what is none, such as a Date. */
interface HandsOver {
  loaded?: unknown;
  __reactRouterContext?: object;
}

type Flat = (string | number | boolean | number[] | Record<string, number>)[];

/** turbo-stream's indices of what needs no entry; other negative ones stand for what JSON has not */
const nullIndex = -5;
const undefinedIndex = -7;

/**
 * The script by which a page hands the loaders' data to the browser. As JSON, because the numbers that React Router's
 * encoding (turbo-stream) is full of hardly compress (RULES.md 11.4). It runs on the server, and is beside what it is for.
 * @param stream all of `EntryContext.serverHandoffStream`
 */
export function handoffScript(stream: string): string {
  const data = toColumns(decode(stream)) ?? stream;
  return `<script>window.loaded=${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`;
}

/** Gives React Router in the browser the data of the page (RULES.md 11.4), encoded as it expects them; before it hydrates. */
export function receiveData(window: HandsOver): void {
  const { loaded, __reactRouterContext: context } = window;
  const stream = new Blob([
    typeof loaded === "string" ? loaded : encode(fromColumns(loaded)),
  ]).stream();
  Object.assign(window, { __reactRouterContext: { ...routerContext, ...context, stream } });
}

/** @returns what a turbo-stream encodes; null where it is no plain data */
function decode(stream: string): unknown {
  const [line = "", ...more] = stream.trimEnd().split("\n");
  if (more.length > 0) return null;
  const flat = JSON.parse(line) as Flat;
  const known = new Map<number, unknown>([[nullIndex, null]]);
  const valueAt = (index: number): unknown => {
    if (known.has(index)) return known.get(index);
    const encoded = flat[index];
    if (encoded === undefined) throw new NotPlain();
    const value = plain(encoded, valueAt, flat);
    known.set(index, value);
    return value;
  };
  try {
    return valueAt(0);
  } catch (error) {
    if (error instanceof NotPlain) return null;
    throw error;
  }
}

class NotPlain extends Error {}

function plain(encoded: Flat[number], valueAt: (index: number) => unknown, flat: Flat): unknown {
  if (typeof encoded !== "object") return encoded;
  if (!Array.isArray(encoded)) {
    const entries = Object.entries(encoded)
      .filter(([, index]) => index !== undefinedIndex)
      .map(([key, index]) => [flat[Number(key.slice(1))], valueAt(index)] as const);
    if (entries.some(([key]) => key === mark)) throw new NotPlain();
    return Object.fromEntries(entries);
  }
  // A letter first: a Date, a Map, an Error and the like.
  if (encoded.some((index) => typeof index !== "number")) throw new NotPlain();
  return encoded.map(valueAt);
}

/** @param data plain data, as JSON has them @returns them as a turbo-stream */
function encode(data: unknown): string {
  const flat: Flat = [];
  const add = (value: unknown): number => {
    if (value === null) return nullIndex;
    const index = flat.push(0) - 1;
    flat[index] = flatten(value as object | string | number | boolean, add);
    return index;
  };
  add(data);
  return `${JSON.stringify(flat)}\n`;
}

function flatten(
  value: object | string | number | boolean,
  add: (value: unknown) => number,
): Flat[number] {
  if (typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(add);
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [`_${add(key)}`, add(inner)]),
  );
}
