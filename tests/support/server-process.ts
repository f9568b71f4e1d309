import { type ChildProcess, spawn, type StdioOptions } from "node:child_process";
import { expect } from "vitest";
import { freePort } from "./free-port.ts";
import { eventually } from "./eventually.ts";

/**
 * The built server as it is run for real: a process of its own, which the test ends.
 * @param stderr "pipe" for a test that reads it
 */
export async function startServer(
  environment: Record<string, string>,
  stdio: StdioOptions = "ignore",
): Promise<{ origin: string; process: ChildProcess }> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const server = spawn("node_modules/.bin/react-router-serve", ["app/start.ts"], {
    stdio,
    env: {
      ...process.env,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      APP_ORIGIN: origin,
      ...environment,
    },
  });
  try {
    await eventually(async () => expect((await fetch(`${origin}/healthz`)).ok).toBe(true));
  } catch (error) {
    server.kill("SIGKILL");
    throw new Error("The server did not start", { cause: error });
  }
  return { origin, process: server };
}
