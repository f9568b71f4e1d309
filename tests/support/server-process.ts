import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** The built server as it is run for real: a process of its own, which the test ends. */
export async function startServer(
  environment: Record<string, string>,
): Promise<{ origin: string; process: ChildProcess }> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const server = spawn("node_modules/.bin/react-router-serve", ["app/start.ts"], {
    stdio: "ignore",
    env: {
      ...process.env,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      APP_ORIGIN: origin,
      ...environment,
    },
  });
  for (let tries = 0; tries < 300; tries++) {
    const { ok } = await fetch(`${origin}/healthz`).catch(() => ({ ok: false }));
    if (ok) return { origin, process: server };
    await pause(100);
  }
  server.kill("SIGKILL");
  throw new Error("The server did not start");
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  return port;
}
