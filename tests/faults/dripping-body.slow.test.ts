import { once } from "node:events";
import { connect as connectTo } from "node:net";
import { expect, test } from "vitest";
import { startFresh } from "./fresh-server.ts";

test.each([
  ["that is already refused", 100_000, 413],
  ["that is read as a form", 1000, 408],
])(
  "a body %s and arrives at a byte a second is answered and disconnected within 90 seconds",
  async (_, length, status) => {
    const { origin } = await startFresh();
    const { hostname, port, host } = new URL(origin);
    const socket = connectTo(Number(port), hostname);
    socket.on("error", () => {});
    let answer = "";
    socket.on("data", (chunk) => (answer += chunk.toString("latin1")));
    const type = "Content-Type: application/x-www-form-urlencoded";
    socket.write(
      `POST /es/contact HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\n${type}\r\nContent-Length: ${length}\r\n\r\n`,
    );
    const dripping = setInterval(() => socket.writable && socket.write("a"), 1000);
    const began = performance.now();
    await once(socket, "close");
    clearInterval(dripping);
    expect(performance.now() - began).toBeLessThan(90_000);
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    expect(answer).toMatch(/\r\nconnection: close\r\n/iu);
  },
);
