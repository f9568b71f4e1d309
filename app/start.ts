// The module that `react-router-serve` runs (npm start): creates a site from the build and the environment, and starts it.
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { setFlagsFromString } from "node:v8";
import morgan from "morgan";
import * as build from "../build/server/index.js";
import { readConfig } from "./config.ts";
import { errorLine, logLine } from "./http/log-lines.ts";
import { answerParserErrors } from "./http/parser-errors.ts";
import { newRequestId, requestIdOf } from "./http/request-id.ts";
import { pathOfTarget } from "./http/request-target.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { createShutdown } from "./http/shutdown.ts";

// For small machines: collects garbage once the heap has doubled, not when it is several times larger.
setFlagsFromString("--heap-growing-percent=100");

const { site, origin, hops } = await startSite().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});

async function startSite() {
  const config = readConfig(process.env);
  const started = build.entry.module.createSite(config, build);
  await started.start();
  for (const warning of config.warnings) console.warn(warning);
  return { site: started, origin: config.origin, hops: config.trustedProxyHops };
}

// Runs before the server's own "error" event, which would print a stack trace.
subscribe("tracing:net.server.listen:error", (message) => {
  console.error((message as { error: Error }).error.message);
  process.exit(1);
});

const shutdown = createShutdown(() => site.close());
const stop = () => void shutdown.stop();
process.once("SIGTERM", stop).once("SIGINT", stop);

// Without this, a closed log raises an uncaught error, whose logging fails again, forever.
for (const log of [process.stdout, process.stderr]) log.on("error", () => {});

// The error interrupted code whose state may now be wrong, so another process takes over (RULES.md 14.4).
process.on("uncaughtException", (error) => {
  console.error(errorLine("uncaughtException", error));
  void shutdown.stop(1);
  process.emit("SIGTERM", "SIGTERM");
});
// An unhandled rejection interrupts no other code.
process.on("unhandledRejection", (reason) => {
  console.error(errorLine("unhandledRejection", reason));
});

export * from "../build/server/index.js";

/** The request id is chosen below, when the request begins, because some responses bypass this function. */
export const fetch: typeof site.fetch = (request, client) =>
  site.fetch(request, {
    address: client?.address ?? "",
    requestId: request.headers.get("X-Request-Id") ?? newRequestId(),
  });

// The rest relies on undocumented details of @react-router/serve 8.4, which has no options for these.

/** The server would compress these files for every response. The folder does not exist, so `fetch` serves precompressed assets. */
export const assetsBuildDirectory = "build/none";
export const publicPath = "/assets/";

// Replaces morgan's format "tiny", which the server logs in, because it prints query strings (RULES.md 14.5).
morgan.format("tiny", logLine);

const { host, protocol } = new URL(origin);
const headers = securityHeaders(protocol === "https:");
const servers = new WeakSet<Server>();

// @react-router/serve does not expose its server, but a connection does.
subscribe("net.server.socket", (message) => {
  const { server } = (message as { socket: { server?: Server } }).socket;
  if (!server || servers.has(server)) return;
  servers.add(server);
  answerParserErrors(server, headers);
});

subscribe("http.server.request.start", (message) => {
  const { request, response, server } = message as {
    request: IncomingMessage;
    response: ServerResponse;
    server: Server;
  };
  // Long enough for a photo of 15 MB over a phone uplink of 0.7 Mbit/s (RULES.md 9.9).
  server.requestTimeout = 180_000;
  server.headersTimeout = 10_000;
  server.keepAliveTimeout = 65_000;
  // A packet may hold thousands of pipelined requests, which Node starts at once: those beyond the limit get 503.
  server.maxRequestsPerSocket = 100;
  for (const [name, value] of headers) response.setHeader(name, value);
  const id = requestIdOf(request.headers["x-request-id"]?.toString(), hops);
  request.headers["x-request-id"] = id;
  response.setHeader("X-Request-Id", id);
  shutdown.track(response);
  // A forged Host header must not reach links, caches or redirects.
  request.headers.host = host;
  request.url = pathOfTarget(request.url ?? "/");
  // The Request constructor throws on TRACE; as DELETE it reaches the site, which refuses unknown methods.
  if (request.method === "TRACE") request.method = "DELETE";
});
