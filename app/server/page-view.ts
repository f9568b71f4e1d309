import { isbot } from "isbot";
import { isPrefetch } from "./prefetch.ts";

/** @returns the `User-Agent` of a person who views a page (RULES.md 5.7), or null for crawlers, prefetches and other methods than GET */
export function viewerAgent({ method, headers }: Request): string | null {
  const agent = headers.get("User-Agent");
  if (method !== "GET" || !agent || isbot(agent) || isPrefetch(headers)) return null;
  return agent;
}
