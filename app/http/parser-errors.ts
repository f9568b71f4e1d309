import { type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { parserErrorLine } from "./log-lines.ts";
import { newRequestId } from "./request-id.ts";

/** https://nodejs.org/api/http.html#event-clienterror */
const statusOf: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const closeTime = 1000;

/** Answers like Node, but with the headers of every response (RULES.md 13.6) and an id (13.10). */
export function answerParserErrors(server: Server, headers: [name: string, value: string][]): void {
  const lines = [["Connection", "close"], ["Content-Length", "0"], ...headers];
  const rest = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  server.on("clientError", (error: Error & { code?: string }, socket: Duplex) => {
    const status = statusOf[error.code ?? ""] ?? 400;
    // After a partial response a second one would be read as part of its body.
    const { _httpMessage: underWay } = socket as { _httpMessage?: { headersSent: boolean } };
    if (!socket.writable || underWay?.headersSent) socket.destroy(error);
    else {
      const id = newRequestId();
      socket.end(
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nX-Request-Id: ${id}\r\n${rest}\r\n`,
      );
      console.log(parserErrorLine(id, status, error.code ?? ""));
      // A client that never closes its end would keep the connection open for ever.
      setTimeout(() => socket.destroy(), closeTime).unref();
    }
  });
}
