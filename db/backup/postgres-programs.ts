import { type ChildProcess, spawn, type StdioOptions } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { parsedAddress } from "../postgres/postgres-address.ts";
import { sessionNames } from "../postgres/session-names.ts";
import { failure } from "./manifest.ts";

export function programOf(name: "pg_dump" | "pg_restore" | "psql"): string {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const folder = folders.find((one) => existsSync(join(one, name)));
  if (folder !== undefined) return join(folder, name);
  throw failure(
    `${name} is not installed: install PostgreSQL's client programs, of the server's version or newer (Debian: apt install postgresql-client).`,
  );
}

/** Omits name and password. @throws DatabaseError */
export function placeOf(url: string): string {
  const { host, port, database } = parsedAddress(url);
  return `postgres://${host}:${port}/${database}`;
}

/** Accepts only settings that libpq has too (https://www.postgresql.org/docs/current/libpq-envars.html). */
const ofTls = {
  sslmode: "PGSSLMODE",
  sslrootcert: "PGSSLROOTCERT",
  sslcert: "PGSSLCERT",
  sslkey: "PGSSLKEY",
};

/** Passes the address in the environment, because everybody on the machine can read a program's arguments. */
function environmentOf(url: string): NodeJS.ProcessEnv {
  const { host, port, database, user, password } = parsedAddress(url);
  const given = new URL(url).searchParams;
  const tls = Object.entries(ofTls).flatMap(([name, variable]) => {
    const value = given.get(name);
    return value === null ? [] : [[variable, value === "no-verify" ? "require" : value]];
  });
  return {
    ...process.env,
    PGHOST: host,
    PGPORT: String(port),
    PGDATABASE: database,
    PGUSER: user,
    ...(typeof password === "string" && { PGPASSWORD: password }),
    PGAPPNAME: sessionNames.pool,
    PGCONNECT_TIMEOUT: "10",
    ...Object.fromEntries(tls),
  };
}

export interface Running {
  process: ChildProcess;
  ended: Promise<void>;
}

const maxSaid = 4000;

/** @param why turns its error output into one line */
export function start(
  program: "pg_dump" | "pg_restore" | "psql",
  words: string[],
  url: string,
  [input, output]: ["ignore" | "pipe", "ignore" | "pipe"],
  why: (said: string) => string = (said) => `${program} failed: ${firstLine(said)}`,
): Running {
  const stdio: StdioOptions = [input, output, "pipe"];
  const child = spawn(programOf(program), words, { stdio, env: environmentOf(url) });
  let said = "";
  child.stderr!.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(0, maxSaid);
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => (code === 0 ? resolve() : reject(failure(why(said)))));
  });
  ended.catch(() => {});
  return { process: child, ended };
}

const firstLine = (text: string) => text.trim().split("\n")[0]!;
