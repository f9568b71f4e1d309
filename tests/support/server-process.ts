import { type ChildProcess, spawn, type StdioOptions } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "vitest";
import { freePort } from "./free-port.ts";
import { testSecret } from "./site.ts";
import { eventually } from "./eventually.ts";

/**
 * The built server in a separate process, as in production; the test stops it.
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
      DUMPS_DIR: mkdtempSync(join(tmpdir(), "sosia-dumps-")),
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

/** Starts a server that should refuse, and kills it otherwise. @returns its exit code and complete output */
export async function refusedStart(
  environment: Record<string, string>,
  words: string[] = [],
): Promise<{ code: number | null; out: string; err: string }> {
  const server = spawn("node_modules/.bin/react-router-serve", ["app/start.ts", ...words], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(await freePort()),
      SESSION_SECRET: testSecret,
      ...environment,
    },
  });
  const timer = setTimeout(() => server.kill("SIGKILL"), 120_000);
  const said = [text(server.stdout!), text(server.stderr!)];
  const [code] = await once(server, "exit");
  clearTimeout(timer);
  const [out, err] = await Promise.all(said);
  return { code, out: out!, err: err! };
}

/** The output of a start that fails immediately with one line. */
export const oneLine = (why: RegExp) => ({
  code: 1,
  out: "",
  err: expect.stringMatching(new RegExp(`^[^\n]*${why.source}[^\n]*\n$`, "u")),
});

/** root without the capability to bypass file permissions, so only the owner's apply. */
const asOwner =
  process.getuid?.() === 0 ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] : [];

/** Tries all of these starts in one process. @returns what each said; a server prints it and exits with 1 */
export async function triedStarts(environments: Record<string, string>[]): Promise<string[]> {
  const settings = environments.map((one) => ({
    SESSION_SECRET: testSecret,
    DUMPS_DIR: mkdtempSync(join(tmpdir(), "sosia-dumps-")),
    MAIL_DIR: mkdtempSync(join(tmpdir(), "sosia-outbox-")),
    ...one,
  }));
  const words = [...asOwner, process.execPath, "tests/support/try-starts.ts"];
  const trying = spawn(words[0]!, [...words.slice(1), JSON.stringify(settings)], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  return JSON.parse(await text(trying.stdout!)) as string[];
}
