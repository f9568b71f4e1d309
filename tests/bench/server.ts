import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const pinned = existsSync("/usr/bin/taskset");

interface BenchServer {
  origin: string;
  /** resident memory in MB */
  memory(): number;
  stop(): Promise<void>;
}

/**
 * Starts `react-router-serve` with a module, pinned to the first core if possible.
 * @param environment additional variables
 */
export async function serve(
  module: string,
  port: number,
  environment: Record<string, string> = {},
): Promise<BenchServer> {
  const origin = `http://127.0.0.1:${port}`;
  const command = ["node_modules/.bin/react-router-serve", module];
  const [file, ...rest] = pinned ? ["taskset", "-c", "0", ...command] : command;
  const server = spawn(file!, rest, {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      // As deploy/sosia@.service.
      MALLOC_ARENA_MAX: "2",
      NODE_OPTIONS: "--max-semi-space-size=16",
      PORT: String(port),
      APP_ORIGIN: origin,
      ...environment,
    },
  });
  for (let tries = 0; ; tries++) {
    const up = await fetch(`${origin}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (up) break;
    if (tries > 600 || server.exitCode !== null) throw new Error(`${module} did not start`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    origin,
    memory: () =>
      Number(/VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1] ?? 0) /
      1024,
    stop: () =>
      new Promise((resolve) => {
        server.once("exit", () => resolve());
        server.kill("SIGKILL");
      }),
  };
}
