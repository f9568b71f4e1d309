import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, get } from "node:http";
import { type AddressInfo, connect as connectTo, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { addPerfume, freshFile } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { userAgent } from "../support/site.ts";
import { startFresh, stopped } from "./fresh-server.ts";

/** ms; app/http/shutdown.test.ts checks the seconds allowed by RULES.md 14.4 */
const limit = 60_000;

async function open(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connectTo(Number(port), hostname);
  // The server may close it.
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

async function stoppedInTime(process: ChildProcess) {
  const began = performance.now();
  const [code] = await stopped(process);
  return { code, inTime: performance.now() - began <= limit };
}

test("SIGTERM ends the server with 0 in time: silent sockets, half a body, an idle keep-alive, clients that keep asking", async () => {
  const { origin, process } = await startFresh();
  await open(origin);
  const half = await open(origin);
  half.write("POST /es/contact HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nname=A");
  const idle = await open(origin);
  idle.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  await once(idle, "data");
  let stopping = false;
  let answersBefore = 0;
  const asking = Array.from({ length: 5 }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let answersAfter = 0; ;) {
      const answered = await ask(`${origin}/es/brands`, agent).catch(() => false);
      if (!answered) return answersAfter;
      if (stopping) answersAfter++;
      else answersBefore++;
    }
  });
  await eventually(() => expect(answersBefore).toBeGreaterThan(50));
  stopping = true;
  expect(await stoppedInTime(process)).toEqual({ code: 0, inTime: true });
  // One request under way at the signal, one sent before the process handled it, and one more.
  expect(Math.max(...(await Promise.all(asking)))).toBeLessThanOrEqual(3);
});

test("SIGTERM ends the server with 0 in time while another process holds the write lock", async () => {
  const { db, origin, process } = await startFresh();
  const lock = await db.startTransaction().execute();
  expect((await fetch(`${origin}/es`)).status).toBe(200);
  expect(await stoppedInTime(process)).toEqual({ code: 0, inTime: true });
  await lock.rollback().execute();
});

function ask(address: string, agent: Agent): Promise<true> {
  return new Promise((resolve, reject) => {
    get(address, { agent }, (answer) => {
      answer.resume().once("end", () => resolve(true));
    }).once("error", reject);
  });
}

test("a buffered view is written on shutdown", async () => {
  const { db, origin, process } = await startFresh();
  const id = await addPerfume(db, "Creed", "Aventus");
  const page = await fetch(`${origin}/es/perfume/creed-aventus-${id}`, {
    headers: { "User-Agent": userAgent },
  });
  expect(page.status).toBe(200);
  expect(await stoppedInTime(process)).toEqual({ code: 0, inTime: true });
  expect(await db.selectFrom("perfume_searches").select("perfume_id").execute()).toEqual([
    { perfume_id: id },
  ]);
});

test("SIGTERM ends the server with 0 in time while mail trickles, Google hangs, and passwords and pictures are processed", async () => {
  const mail = await listen((socket) => {
    const dripping = setInterval(() => socket.write("2"), 1000);
    socket.on("close", () => clearInterval(dripping));
  });
  const google = await listen(() => {});
  const url = (path: string) => `http://127.0.0.1:${google.port}${path}`;
  const { origin, process } = await startFresh({
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    GOOGLE_CLIENT_ID: "the-client",
    GOOGLE_CLIENT_SECRET: "the-secret",
    GOOGLE_AUTHORIZATION_URL: url("/authorize"),
    GOOGLE_TOKEN_URL: url("/token"),
    GOOGLE_USERINFO_URL: url("/userinfo"),
  });
  const post = (path: string, fields: Record<string, string>) =>
    fetch(origin + path, {
      method: "POST",
      redirect: "manual",
      headers: { Origin: origin },
      body: new URLSearchParams(fields),
    });
  const name = { name: "Ana", email: "ana@example.org" };
  const sent = await post("/es/contact", { ...name, message: "Hi", privacyAccepted: "on" });
  expect(sent.status).toBe(303);
  const beginning = await fetch(`${origin}/es/auth/google`, { redirect: "manual" });
  const state = new URL(beginning.headers.get("Location")!).searchParams.get("state");
  const cookie = beginning.headers.getSetCookie().map((set) => set.split(";")[0]);
  const headers = { Cookie: cookie.join("; ") };
  const hanging = [
    fetch(`${origin}/auth-callback?code=x&state=${state}`, { headers }),
    fetch(`${origin}/og/sosia.png`),
    ...Array.from({ length: 20 }, (_, n) =>
      post("/es/auth", { intent: "login", email: `${n}@example.org`, password: "vetiver123" }),
    ),
  ];
  const ended = Promise.allSettled(hanging);
  await eventually(() => expect([mail.sockets, google.sockets]).toEqual([1, 1]));
  expect(await stoppedInTime(process)).toEqual({ code: 0, inTime: true });
  const statuses = (await ended).map((one) =>
    one.status === "fulfilled" ? one.value.status : null,
  );
  // The picture, and the first of the passwords.
  expect(statuses.slice(1, 3)).toEqual([200, 401]);
});

/** A server that never answers. */
async function listen(connected: (socket: Socket) => void) {
  const counted = { port: 0, sockets: 0 };
  const server = createServer((socket) => {
    counted.sockets++;
    socket.on("error", () => {});
    connected(socket);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  counted.port = (server.address() as AddressInfo).port;
  return counted;
}

test("npm start forwards SIGTERM: no server is left running", async () => {
  const port = await freePort();
  const { url, db } = await freshFile();
  onTestFinished(() => db.destroy());
  const npm = spawn("npm", ["start"], {
    stdio: "ignore",
    env: {
      ...process.env,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      DATABASE_URL: url,
    },
  });
  onTestFinished(() => void npm.kill("SIGKILL"));
  const healthz = () => fetch(`http://127.0.0.1:${port}/healthz`);
  await eventually(async () => expect((await healthz()).ok).toBe(true));
  await stopped(npm);
  await eventually(() => expect(healthz()).rejects.toThrow("fetch failed"));
});
