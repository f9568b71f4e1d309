import type { MiddlewareFunction } from "react-router";
import { problem } from "#app/http/api-answers.ts";
import { networkCounts } from "#app/http/middleware/client-counts.ts";
import { services } from "#app/http/middleware/context.ts";

const limitReads: MiddlewareFunction<Response> = ({ context }, next) => {
  const counts = networkCounts(context, "readsOfNetwork", "readsOfWideNetwork");
  const wait = context.get(services).readLimits.take(counts);
  if (wait === null) return next();
  const detail = "Too many requests from this network. Whole files are at /data.";
  return problem(429, detail, { "Retry-After": String(wait) });
};

export const middleware = [limitReads];
