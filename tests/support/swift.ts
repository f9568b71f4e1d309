import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { AwsClient } from "aws4fetch";

/** OpenStack Swift with its S3 interface: a second implementation, which verifies secrets. */
export interface Swift {
  /** address of a bucket @param changes overrides of its parts, to make it wrong on purpose */
  urlOf(bucket: string, changes?: { key?: string; secret?: string }): string;
  newBucket(name: string): Promise<void>;
  stop(): Promise<void>;
}

const key = "sosia:tester";
const region = "us-east-1";
/** contains characters that must be percent-encoded in an address */
const secret = "s3cret/with+odd:chars@%";

/** Debian's Python, because Debian packages Swift for it. */
const python = "/usr/bin/python3";
const program = fileURLToPath(new URL("swift-server.py", import.meta.url));

/** Why Swift cannot be started here, in one line; null when it can. Tests never install anything. */
export function whyNoSwift(): string | null {
  if (!existsSync(python)) return `${python} is not there`;
  const folder = mkdtempSync(join(tmpdir(), "sosia-swift-"));
  try {
    const script = "import os, sys, swift; os.setxattr(sys.argv[1], 'user.sosia', b'1')";
    execFileSync(python, ["-c", script, folder], { stdio: ["ignore", "ignore", "pipe"] });
    return null;
  } catch (error) {
    const said = String((error as { stderr?: Buffer }).stderr ?? error).trim();
    return `Swift cannot be started (apt-get install python3-swift): ${said.split("\n").at(-1)}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Starts Swift on free local ports, in a folder that is deleted when it stops. */
export async function startSwift(): Promise<Swift> {
  const folder = mkdtempSync(join(tmpdir(), "sosia-swift-"));
  const server = spawn(python, [program, folder, key, secret], {
    stdio: ["pipe", "pipe", process.env.SWIFT_LOG ? "inherit" : "ignore"],
  });
  const exited = once(server, "exit");
  const stop = async () => {
    server.kill("SIGKILL");
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  const lines = createInterface(server.stdout);
  const first = await Promise.race([once(lines, "line"), exited]);
  if (server.exitCode !== null) {
    await stop();
    throw new Error(`Swift ended with ${server.exitCode}: SWIFT_LOG=1 shows why`);
  }
  const port = String(first[0]);
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    async newBucket(name) {
      const signer = { accessKeyId: key, secretAccessKey: secret, service: "s3", region };
      const made = new AwsClient({ ...signer, retries: 0 }).fetch(`${endpoint}/${name}`, {
        method: "PUT",
      });
      if (!(await made).ok) throw new Error(`The bucket was not created (${(await made).status})`);
    },
    urlOf: (bucket, changes = {}) => {
      const { key: as, secret: by } = { key, secret, ...changes };
      return `s3+http://${encodeURIComponent(as)}:${encodeURIComponent(by)}@127.0.0.1:${port}/${bucket}?region=${region}`;
    },
    stop,
  };
}
