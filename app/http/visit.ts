import type { Answered } from "#app/metrics/metrics.ts";
import { errorLine } from "./log-lines.ts";
import { requestIdOf } from "./request-id.ts";

/** A request on its way through the site: what is known of it besides the request, and what is found out. */
export interface Visit {
  /** the request's id (RULES.md 23.4) */
  id: string;
  /** the network address of the connection, when there is one */
  connection: string | undefined;
  /** the pattern of the route that answered, or another of few words, for the metrics (RULES.md 23.2) */
  route: string;
}

/** Answers a request on its way. */
export type Handle = (request: Request, visit: Visit) => Promise<Response>;

/**
 * Answers a request.
 * @param client the network address of the connection, when there is one; and the request's id, when who calls has chosen it
 */
export type Fetch = (
  request: Request,
  client?: { address: string; requestId?: string },
) => Promise<Response>;

/**
 * Begins and ends each request's way: gives it its id, which its answer says, and tells what became of it. What nobody caught
 * is logged and 500.
 * @param hops how many of our own proxies are in front
 */
export function withVisits(
  handle: Handle,
  hops: number,
  onAnswer: ((answered: Answered) => void) | undefined,
): Fetch {
  return async (request, client) => {
    const began = performance.now();
    const visit: Visit = {
      id: client?.requestId ?? requestIdOf(request.headers.get("X-Request-Id"), hops),
      connection: client?.address,
      route: "none",
    };
    const response = await handle(request, visit).catch((error: unknown) => {
      // Who asked is gone: the server knows that by this very error.
      if (request.signal.aborted) throw error;
      console.error(errorLine("requestFailed", error, visit.id));
      return new Response(null, { status: 500 });
    });
    // Last, so that no cache of ours keeps it.
    response.headers.set("X-Request-Id", visit.id);
    onAnswer?.({
      route: visit.route,
      method: request.method,
      status: response.status,
      time: performance.now() - began,
    });
    return response;
  };
}
