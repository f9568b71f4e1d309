import { randomUUID } from "node:crypto";
import type { FormatFn } from "morgan";

/**
 * One JSON line for each answer: when, id, method, path, status, bytes, ms. No query, no cookie, no address: paths of
 * this site carry nothing personal, query strings may (tokens, searches).
 */
export const logLine: FormatFn = (tokens, request, response) =>
  JSON.stringify({
    time: tokens.date?.(request, response, "iso"),
    id: randomUUID(),
    method: request.method,
    path: tokens.url?.(request, response)?.split("?", 1)[0],
    status: Number(tokens.status?.(request, response)) || null,
    bytes: Number(tokens.res?.(request, response, "content-length")) || null,
    ms: Number(tokens["total-time"]?.(request, response)) || null,
  });
