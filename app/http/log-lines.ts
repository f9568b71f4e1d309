import { randomUUID } from "node:crypto";
import type { FormatFn } from "morgan";

type Event = "requestFailed" | "uncaughtException" | "unhandledRejection";

/** One JSON line for an unexpected error (RULES.md 11.15, 23.5). @param id of the request that it came of, if that is known */
export const errorLine = (event: Event, error: unknown, id: string = randomUUID()) =>
  JSON.stringify({
    time: new Date().toISOString(),
    id,
    event,
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  });

/** A morgan format: one JSON line per response (RULES.md 11.8). Query strings may be personal, paths of this site are not. */
export const logLine: FormatFn = (tokens, request, response) =>
  JSON.stringify({
    time: tokens.date?.(request, response, "iso"),
    // Set before anything else; also there when nothing was sent.
    id: response.getHeader("X-Request-Id"),
    method: request.method,
    path: tokens.url?.(request, response)?.split("?", 1)[0],
    status: Number(tokens.status?.(request, response)) || null,
    bytes: Number(tokens.res?.(request, response, "content-length")) || null,
    ms: Number(tokens["total-time"]?.(request, response)) || null,
  });

/** One JSON line for what was no request, or came too slowly (RULES.md 23.4). @param code of node's parser */
export const parserErrorLine = (id: string, status: number, code: string) =>
  JSON.stringify({ time: new Date().toISOString(), id, status, error: code });
