import { randomUUID } from "node:crypto";
import type { FormatFn } from "morgan";

/** One JSON line for an error that nobody caught (RULES.md 11.15). */
export const errorLine = (event: "uncaughtException" | "unhandledRejection", error: unknown) =>
  JSON.stringify({
    time: new Date().toISOString(),
    id: randomUUID(),
    event,
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  });

/** A morgan format: one JSON line per response (RULES.md 11.8). Query strings may be personal, paths of this site are not. */
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
