import type { EntryContext } from "react-router";
import { fromColumns, toColumns } from "./columns.ts";
import { routerContext } from "./react-router-internals.ts";

/** Where a page has the loaders' data: as plain data, or as React Router encodes what is none, such as a Date. */
interface HandsOver {
  loaded?: unknown;
  __reactRouterContext?: object;
}

type Flat = (string | number | boolean | number[] | Record<string, number>)[];

/** turbo-stream's index of what needs no entry; other negative ones stand for what JSON has not */
const nullIndex = -5;

/**
 * The script by which a page hands the loaders' data to the browser. As JSON, because the numbers that React Router's
 * encoding (turbo-stream) is full of hardly compress (RULES.md 11.4); data that JSON has not go in that encoding. It runs on the
 * server, and is beside what it is for.
 * @param encoded reads all of `EntryContext.serverHandoffStream`; called only if need be
 */
export async function handoffScript(
  { loaderData, actionData, errors }: EntryContext["staticHandlerContext"],
  encoded: () => Promise<string>,
): Promise<string> {
  const data = toColumns({ loaderData, actionData, errors }) ?? (await encoded());
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
