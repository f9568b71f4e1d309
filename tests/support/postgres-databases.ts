import { Client, type QueryResult } from "pg";

/** Set when the tests run on PostgreSQL: the address of their server, with `%` in place of the database's name. */
const server = process.env.TEST_POSTGRES;
export const onPostgres = server !== undefined;

export const templateName = "template_of_tests";

const addressOf = (name: string) => server!.replace("%", name);

/** This worker's databases: unused ones, and used ones. */
const free: string[] = [];
const usedByFile: string[] = [];
let usedByTest: string[] | null = null;
let made = 0;

/** Persistent connections of this worker, because connecting takes longer than emptying a database. */
const connections = new Map<string, Client>();

/** @returns the address of an empty, migrated database for the caller, until the end of the test or else of the file */
export async function freshPostgres(): Promise<string> {
  const name = free.pop() ?? `worker_${process.env.VITEST_POOL_ID ?? 0}_${++made}`;
  (usedByTest ?? usedByFile).push(name);
  if (!(await wiped(name))) await makeAnew(name);
  return addressOf(name);
}

/** @returns false when the database does not exist, or a test has changed its schema or still uses it */
async function wiped(name: string): Promise<boolean> {
  try {
    const { rows } = await ask(name, "select initial.wipe() as done");
    return rows[0].done;
  } catch {
    return false;
  }
}

async function makeAnew(name: string): Promise<void> {
  await connections.get(name)?.end();
  connections.delete(name);
  await ask("postgres", `drop database if exists ${name} with (force)`);
  await ask("postgres", `create database ${name} template ${templateName} strategy file_copy`);
}

async function ask(name: string, text: string): Promise<QueryResult> {
  let client = connections.get(name);
  if (!client) {
    client = new Client({ connectionString: addressOf(name) });
    client.on("error", () => connections.delete(name));
    await client.connect();
    connections.set(name, client);
  }
  const held = client as unknown as Record<"ref" | "unref", () => void>;
  held.ref();
  try {
    return await client.query(text);
  } finally {
    held.unref();
  }
}

export function startTest(): void {
  usedByTest = [];
}

export function endTest(): void {
  free.push(...(usedByTest ?? []));
  usedByTest = null;
}

export function endFile(): void {
  free.push(...usedByFile.splice(0));
}
