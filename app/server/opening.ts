import { isbot } from "isbot";
import { isPrefetch } from "./prefetch.ts";

/** @returns the browser's name when a person opened a page with this request: no crawler, no prefetch, no HEAD; else null */
export function openedBy({ method, headers }: Request): string | null {
  const agent = headers.get("User-Agent");
  if (method !== "GET" || !agent || isbot(agent) || isPrefetch(headers)) return null;
  return agent;
}
