import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { connect as connectTo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { connect } from "#db/connect.ts";
import { migrate } from "#db/migrate.ts";
import { freePort } from "../support/free-port.ts";
import { startServer } from "../support/server-process.ts";
import { testSecret } from "../support/site.ts";

/** ms in which the process must have ended (RULES.md 11.10) */
const limit = 8000;

async function freshUrl(): Promise<string> {
  const url = `file:${join(mkdtempSync(join(tmpdir(), "sosia-stop-")), "perfumes.db")}`;
  const db = connect(url);
  await migrate(db);
  await db.destroy();
  return url;
}

async function start() {
  const databaseUrl = await freshUrl();
  const { origin, process } = await startServer({
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: testSecret,
  });
  onTestFinished(() => void process.kill("SIGKILL"));
  const { hostname, port } = new URL(origin);
  return { databaseUrl, origin, process, socket: () => open(hostname, Number(port)) };
}

async function open(host: string, port: number): Promise<Socket> {
  const socket = connectTo(port, host);
  // The server may cut it.
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

/** @returns how the process ended, and after how many ms */
async function stopped(process: ChildProcess) {
  const began = performance.now();
  const ended = once(process, "exit");
  process.kill("SIGTERM");
  const [code] = await ended;
  return { code, inTime: performance.now() - began <= limit };
}

test("SIGTERM ends the server with 0 in time, whatever sockets hang: silent ones, half a body, an idle keep-alive", async () => {
  const { origin, process, socket } = await start();
  await socket();
  const half = await socket();
  half.write("POST /es/contact HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nname=A");
  const idle = await socket();
  idle.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  await once(idle, "data");
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  expect(await stopped(process)).toEqual({ code: 0, inTime: true });
}, 30_000);

test("SIGTERM ends the server with 0 in time while another process holds the write lock", async () => {
  const { databaseUrl, origin, process } = await start();
  const other = connect(databaseUrl);
  onTestFinished(() => other.destroy());
  const lock = await other.startTransaction().execute();
  expect((await fetch(`${origin}/es`)).status).toBe(200);
  expect(await stopped(process)).toEqual({ code: 0, inTime: true });
  await lock.rollback().execute();
}, 30_000);

test("npm start hands SIGTERM on: no server is left behind", async () => {
  const port = await freePort();
  const npm = spawn("npm", ["start"], {
    stdio: "ignore",
    env: {
      ...process.env,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      DATABASE_URL: await freshUrl(),
    },
  });
  onTestFinished(() => void npm.kill("SIGKILL"));
  const healthz = () => fetch(`http://127.0.0.1:${port}/healthz`);
  await vi.waitFor(async () => expect((await healthz()).ok).toBe(true), {
    interval: 100,
    timeout: 30_000,
  });
  await stopped(npm);
  await vi.waitFor(() => expect(healthz()).rejects.toThrow("fetch failed"), { timeout: limit });
}, 60_000);
