// The module that `react-router-serve` runs (npm start): creates a site from the build and the environment, and starts it.
import { subscribe } from "node:diagnostics_channel";
import { lookup } from "node:dns/promises";
import type { Server } from "node:http";
import { setFlagsFromString } from "node:v8";
import morgan from "morgan";
import * as build from "../build/server/index.js";
import { commandLine, misused } from "./commands/command-line.ts";
import { readConfig } from "./config.ts";
import { errorLine, logLine } from "./http/log-lines.ts";
import { answerParserErrors } from "./http/parser-errors.ts";
import type { RawRequest } from "./http/raw-request.ts";
import { newRequestId } from "./http/request-id.ts";
import { alwaysSent } from "./http/security-headers.ts";
import { createShutdown } from "./http/shutdown.ts";

// For small machines: collects garbage once the heap has doubled, not when it is several times larger.
setFlagsFromString("--heap-growing-percent=100");

const usage =
  "Usage: npm start   (PORT, HOST and other settings are environment variables: deploy/README.md)";
if (commandLine(usage, {}, process.argv.slice(3)).words.length > 0) misused(usage);

const { site, secure } = await startSite().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});

async function startSite() {
  const config = readConfig(process.env);
  await checkHost(process.env.HOST);
  const started = build.entry.module.createSite(config, build);
  await started.start();
  for (const warning of config.warnings) console.warn(warning);
  return { site: started, secure: config.secure };
}

async function checkHost(host: string | undefined): Promise<void> {
  if (host)
    await lookup(host).catch(() => {
      throw new Error("Configuration: HOST must be an address of this machine, e.g. 127.0.0.1.");
    });
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

/** The request id is chosen when the request is received, because some responses bypass this function. */
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

const headers = alwaysSent(secure);
const servers = new WeakSet<Server>();

// @react-router/serve does not expose its server, but a connection does.
subscribe("net.server.socket", (message) => {
  const { server } = (message as { socket: { server?: Server } }).socket;
  if (!server || servers.has(server)) return;
  servers.add(server);
  answerParserErrors(server, headers);
});

subscribe("http.server.request.start", (message) => {
  site.receive({ ...(message as Omit<RawRequest, "shutdown">), shutdown });
});
