import { connect as openSocket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { hostileBody, hostilePieces } from "../support/hostile-forms.ts";
import { eventually } from "../support/eventually.ts";
import { startFresh } from "./fresh-server.ts";

test("of thousands of requests in one packet few are answered, and other clients do not wait", async () => {
  const { port, hostname, origin } = new URL((await startFresh()).origin);
  const socket = openSocket(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  let received = "";
  socket.setEncoding("latin1").on("data", (data: string) => (received += data));
  // Not from the page cache.
  socket.write("GET /es?q=x HTTP/1.1\r\nHost: a\r\n\r\n".repeat(8000));
  const began = performance.now();
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  // It used to be 55 s.
  expect(performance.now() - began).toBeLessThan(30_000);
  const answered = (status: number) => received.split(`HTTP/1.1 ${status} `).length - 1;
  await eventually(() => expect([200, 503].map(answered)).toEqual([100, 7900]));
});

test("forms full of combining marks slow pages no more than plain forms", async () => {
  const { origin } = await startFresh();
  const fields = { email: "a@example.org", privacyAccepted: "on" };
  const attack = async (piece: string) => {
    const body = hostileBody(fields, ["name", "message"], piece);
    const statuses = [];
    for (let n = 0; n < 10; n++) {
      const headers = { Origin: origin, "Content-Type": "application/x-www-form-urlencoded" };
      const answer = await fetch(`${origin}/es/contact`, { method: "POST", headers, body });
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
    return statuses;
  };
  const page = async () => {
    const began = performance.now();
    await (await fetch(`${origin}/es/about`)).arrayBuffer();
    return performance.now() - began;
  };
  /** @returns median ms of a page meanwhile */
  const timeDuring = async (piece: string) => {
    const over = new AbortController();
    const attacks = Promise.all([attack(piece), attack(piece)]).finally(() => over.abort());
    const times = [];
    while (!over.signal.aborted) times.push(await page());
    expect(new Set((await attacks).flat())).toEqual(new Set([422]));
    return times.sort((a, b) => a - b)[times.length >> 1]!;
  };
  await page();
  const plain = await timeDuring("ab");
  // It used to be 1,937 ms.
  expect(await timeDuring(hostilePieces["marks that change places"]!)).toBeLessThan(10 * plain);
});
