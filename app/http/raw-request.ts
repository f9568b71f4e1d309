import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { requestIdOf } from "./request-id.ts";
import { pathOfTarget } from "./request-target.ts";
import type { Shutdown } from "./shutdown.ts";

export interface RawRequest {
  request: IncomingMessage;
  response: ServerResponse;
  server: Server;
  shutdown: Shutdown;
}

export type RawStep = (raw: RawRequest) => void;

export const longEnough: RawStep = ({ server }) => {
  // Long enough for a photo of 15 MB over a phone uplink of 0.7 Mbit/s (RULES.md 9.9).
  server.requestTimeout = 180_000;
  server.headersTimeout = 10_000;
  server.keepAliveTimeout = 65_000;
  // A packet may hold thousands of pipelined requests, which Node starts at once: those beyond the limit get 503.
  server.maxRequestsPerSocket = 100;
};

export const namedByUs =
  (hops: number): RawStep =>
  ({ request, response }) => {
    const id = requestIdOf(request.headers["x-request-id"]?.toString(), hops);
    request.headers["x-request-id"] = id;
    response.setHeader("X-Request-Id", id);
  };

export const untilAnswered: RawStep = ({ response, shutdown }) => shutdown.track(response);

/** A forged Host header must not reach links, caches or redirects. */
export function ownHost(origin: string): RawStep {
  const { host } = new URL(origin);
  return ({ request }) => {
    request.headers.host = host;
  };
}

export const pathOnly: RawStep = ({ request }) => {
  request.url = pathOfTarget(request.url ?? "/");
};

/** The Request constructor throws on TRACE; as DELETE it reaches the site, which refuses unknown methods. */
export const knownMethod: RawStep = ({ request }) => {
  if (request.method === "TRACE") request.method = "DELETE";
};
