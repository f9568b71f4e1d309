// What `react-router-serve` is started on: a site made of the build and of the configuration at start.
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { setFlagsFromString } from "node:v8";
import morgan from "morgan";
import * as build from "../build/server/index.js";
import { readConfig } from "./config.ts";
import { logLine } from "./server/log.ts";

// The heap is collected when it has doubled, not when it is several times as large: small machines have little memory to spare.
setFlagsFromString("--heap-growing-percent=100");

const { site, origin } = await startSite().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});

async function startSite() {
  const config = readConfig(process.env);
  const made = build.entry.module.createSite(config, build);
  await made.start();
  return { site: made, origin: config.origin };
}

const stop = () => void site.close();
process.once("SIGTERM", stop).once("SIGINT", stop);

export * from "../build/server/index.js";
export const { fetch } = site;

/** `fetch` serves the assets, compressed once; the server's own static files would be compressed for every answer. */
export const assetsBuildDirectory = "build/none";
/** Nor shall the server look there for every page. */
export const publicPath = "/assets/";

// The server logs in morgan's "tiny" format, with query strings: ours takes that name.
morgan.format("tiny", logLine);

const { host } = new URL(origin);

subscribe("http.server.request.start", (message) => {
  const { request, response, server } = message as {
    request: IncomingMessage;
    response: ServerResponse;
    server: Server;
  };
  server.requestTimeout = 30_000;
  server.headersTimeout = 10_000;
  server.keepAliveTimeout = 65_000;
  response.setHeader("X-Content-Type-Options", "nosniff");
  // Whatever name it was asked by, the site knows its own: nothing else reaches links, caches or redirects.
  request.headers.host = host;
  // Request cannot be made of it.
  if (request.method === "TRACE") request.method = "OPTIONS";
});
