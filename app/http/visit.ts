import type { Answered } from "#app/metrics/metrics.ts";
import { errorLine } from "./log-lines.ts";
import { requestIdOf } from "./request-id.ts";
import { isIP, isIPv4 } from "node:net";

export interface Visit {
  id: string;
  url: URL;
  address: string;
  /** the route's pattern, or another of a few words, for the metrics (RULES.md 14.6) */
  route: string;
  perfumeId: number | null;
  userId: string | null;
}

export type Handle = (request: Request, visit: Visit) => Promise<Response>;

export type Wrapper = (next: Handle) => Handle;

export type Fetch = (
  request: Request,
  client?: { address: string; requestId?: string },
) => Promise<Response>;

export function beginVisit(request: Request, client: Parameters<Fetch>[1], hops: number): Visit {
  const { headers } = request;
  return {
    id: client?.requestId ?? requestIdOf(headers.get("X-Request-Id"), hops),
    url: new URL(request.url),
    address: clientAddressOf(client?.address, headers.get("X-Forwarded-For"), hops),
    route: "none",
    perfumeId: null,
    userId: null,
  };
}

export const withRequestId: Wrapper = (next) => async (request, visit) => {
  const response = await next(request, visit);
  response.headers.set("X-Request-Id", visit.id);
  return response;
};

export const withTiming =
  (onAnswer: (answered: Answered) => void = () => {}): Wrapper =>
  (next) =>
  async (request, visit) => {
    const began = performance.now();
    const response = await next(request, visit);
    const time = performance.now() - began;
    onAnswer({ route: visit.route, method: request.method, status: response.status, time });
    return response;
  };

export const withFailures: Wrapper = (next) => (request, visit) =>
  next(request, visit).catch((error: unknown) => {
    // The error shows that the client has disconnected.
    if (request.signal.aborted) throw error;
    console.error(errorLine("requestFailed", error, visit.id));
    return new Response(null, { status: 500 });
  });

/** Trusts exactly as many proxies as the operator runs, each of which appends its client's address (RULES.md 12.9). */
export function clientAddressOf(
  connection: string | undefined,
  forwarded: string | null,
  hops: number,
): string {
  const entry = hops > 0 ? forwarded?.split(",").at(-hops) : undefined;
  return addressIn(entry?.trim() ?? "") ?? connection ?? "";
}

function addressIn(entry: string): string | undefined {
  const [, bracketed] = /^\[([^\]]+)\](?::\d{1,5})?$/u.exec(entry) ?? [];
  const [, beforePort] = /^([^:]+):\d{1,5}$/u.exec(entry) ?? [];
  if (bracketed !== undefined) return isIP(bracketed) === 6 ? bracketed : undefined;
  if (beforePort !== undefined) return isIPv4(beforePort) ? beforePort : undefined;
  return isIP(entry) > 0 ? entry : undefined;
}
