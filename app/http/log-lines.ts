import { randomUUID } from "node:crypto";
import type { FormatFn } from "morgan";

type Event = "requestFailed" | "uncaughtException" | "unhandledRejection";

export const errorLine = (event: Event, error: unknown, id: string = randomUUID()) =>
  JSON.stringify({
    time: new Date().toISOString(),
    id,
    event,
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  });

/** Query strings can contain personal data; this site's paths do not (RULES.md 14.5). */
export const logLine: FormatFn = (tokens, request, response) =>
  JSON.stringify({
    time: tokens.date?.(request, response, "iso"),
    id: response.getHeader("X-Request-Id"),
    method: request.method,
    path: tokens.url?.(request, response)?.split("?", 1)[0],
    status: Number(tokens.status?.(request, response)) || null,
    bytes: Number(tokens.res?.(request, response, "content-length")) || null,
    ms: Number(tokens["total-time"]?.(request, response)) || null,
  });

export const parserErrorLine = (id: string, status: number, code: string) =>
  JSON.stringify({ time: new Date().toISOString(), id, status, error: code });
