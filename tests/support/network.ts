// A network between a site and its database that can be cut: a separate namespace at the end of a virtual cable.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { onTestFinished } from "vitest";
import type { TestPostgres } from "./postgres.ts";

/** Addresses reserved for documentation (RFC 5737). */
const [here, there] = ["198.51.100.1", "198.51.100.2"];

const ip = (...args: string[]) => void execFileSync("ip", args, { stdio: "ignore" });

/** Whether this machine can create network namespaces, which needs root and iproute2. */
export function hasNamespaces(): boolean {
  if (process.getuid?.() !== 0) return false;
  const name = `sosia-try-${process.pid}`;
  if (spawnSync("ip", ["netns", "add", name]).status !== 0) return false;
  ip("netns", "delete", name);
  return true;
}

interface Network {
  /** @returns the address of a database at the other end */
  urlOf(database: string): string;
  /** Drops all packets from now on, without notifying either end. */
  cut(): void;
  mend(): void;
}

/** Puts a server at the other end of a cable until the test ends. @param delay ms added in each direction */
export function networkTo({ folder }: TestPostgres, delay = 0): Network {
  const name = `sosia${process.pid}`;
  const [near, far] = [`${name}a`.slice(-15), `${name}b`.slice(-15)];
  ip("netns", "add", name);
  onTestFinished(() => ip("netns", "delete", name));
  ip("link", "add", near, "type", "veth", "peer", "name", far, "netns", name);
  // Explicitly, because it disappears some time after its namespace, and the next test uses the same name.
  onTestFinished(() => ip("link", "delete", near));
  ip("address", "add", `${here}/24`, "dev", near);
  ip("link", "set", near, "up");
  ip("-n", name, "address", "add", `${there}/24`, "dev", far);
  ip("-n", name, "link", "set", far, "up");
  const socket = `${folder}/.s.PGSQL.5432`;
  const forwarder = spawn(
    "ip",
    [
      "netns",
      "exec",
      name,
      process.execPath,
      "tests/support/forward.ts",
      there,
      "5432",
      socket,
      String(delay),
    ],
    { stdio: "ignore" },
  );
  onTestFinished(() => void forwarder.kill("SIGKILL"));
  return {
    urlOf: (database) => `postgres://sosia@${there}/${database}`,
    // At the far end, so that this end does not report it.
    cut: () => ip("-n", name, "address", "delete", `${there}/24`, "dev", far),
    mend: () => ip("-n", name, "address", "add", `${there}/24`, "dev", far),
  };
}
