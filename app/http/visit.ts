import type { Answered } from "#app/metrics/metrics.ts";
import { clientAddressOf } from "./client-address.ts";
import { errorLine } from "./log-lines.ts";
import { requestIdOf } from "./request-id.ts";

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
