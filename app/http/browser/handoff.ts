import type { EntryContext } from "react-router";
import { routerContext } from "./react-router-internals.ts";
import { readShown, withoutShown } from "./shown-data.ts";

interface HandsOver {
  loaded?: unknown;
  document?: Document;
  __reactRouterContext?: object;
}

type Flat = (string | number | boolean | number[] | Record<string, number>)[];

/** turbo-stream's index for null; other negative indices stand for values that JSON lacks */
const nullIndex = -5;

/** JSON compresses far better than the numbers of turbo-stream, which remain for data that JSON cannot represent (RULES.md 11.9). */
export async function handoffScript(
  { loaderData, actionData, errors }: EntryContext["staticHandlerContext"],
  encoded: () => Promise<string>,
): Promise<string> {
  const left = errors ? loaderData : withoutShown(loaderData);
  const plain = { loaderData: left, ...(actionData && { actionData }), ...(errors && { errors }) };
  const data = isPlain(plain) ? plain : await encoded();
  return `<script>window.loaded=${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`;
}

export function receiveData(window: HandsOver): void {
  const { loaded, document, __reactRouterContext: context } = window;
  const stream = new Blob([
    typeof loaded === "string" ? loaded : encode(dataOf(loaded, document)),
  ]).stream();
  Object.assign(window, { __reactRouterContext: { ...routerContext, ...context, stream } });
}

function dataOf(loaded: unknown, document: Document | undefined): unknown {
  const data = loaded as { loaderData: object };
  if (document) readShown(data.loaderData, document);
  return { actionData: null, errors: null, ...data };
}

/** Comes out of JSON as it went in, absent values aside. */
export function isPlain(data: unknown): boolean {
  if (typeof data === "number") return Number.isFinite(data);
  if (typeof data !== "object" || data === null)
    return data === null || typeof data === "string" || typeof data === "boolean";
  if (Array.isArray(data)) return data.every(isPlain);
  const prototype: unknown = Object.getPrototypeOf(data);
  return (
    (prototype === Object.prototype || prototype === null) &&
    Object.values(data).every((value) => value === undefined || isPlain(value))
  );
}

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
