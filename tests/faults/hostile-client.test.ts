import { connect as openSocket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { hostileBody, hostilePieces } from "../support/hostile-forms.ts";
import { freshFile } from "../support/database.ts";
import { startServer } from "../support/server-process.ts";
import { testSecret } from "../support/site.ts";

/** ms; it was 1,937 */
const limit = 500;

async function startFresh() {
  const { url, db } = await freshFile();
  await db.destroy();
  const { origin, process } = await startServer({ DATABASE_URL: url, SESSION_SECRET: testSecret });
  onTestFinished(() => void process.kill("SIGKILL"));
  return origin;
}

test("of thousands of requests in one packet few are answered, and others do not wait for them", async () => {
  const { port, hostname, origin } = new URL(await startFresh());
  const socket = openSocket(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  let received = "";
  socket.setEncoding("latin1").on("data", (data: string) => (received += data));
  // Nothing that the page cache keeps.
  socket.write("GET /es?q=x HTTP/1.1\r\nHost: a\r\n\r\n".repeat(8000));
  const began = performance.now();
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  // It was 55 s.
  expect(performance.now() - began).toBeLessThan(5000);
  const answered = (status: number) => received.split(`HTTP/1.1 ${status} `).length - 1;
  await vi.waitFor(() => expect([200, 503].map(answered)).toEqual([100, 7900]), {
    timeout: 20_000,
  });
});

test("pages come quickly while a client sends forms full of combining marks on two connections", async () => {
  const origin = await startFresh();
  const body = hostileBody(
    { email: "a@example.org", privacyAccepted: "on" },
    ["name", "message"],
    hostilePieces["marks that change places"]!,
  );
  const attack = async () => {
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
  await page();
  const over = new AbortController();
  const attacks = Promise.all([attack(), attack()]).finally(() => over.abort());
  const times = [];
  while (!over.signal.aborted) times.push(await page());
  expect(new Set((await attacks).flat())).toEqual(new Set([422]));
  // Not the slowest: a busy machine may stall once.
  const [, second = 0] = times.sort((a, b) => b - a);
  expect(second).toBeLessThan(limit);
});
