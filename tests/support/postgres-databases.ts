import { Client, type QueryResult } from "pg";

/** Set where the tests run on PostgreSQL: the address of a server of theirs, with `%` in the place of a database's name. */
const server = process.env.TEST_POSTGRES;
export const onPostgres = server !== undefined;

export const templateName = "template_of_tests";

const addressOf = (name: string) => server!.replace("%", name);

/** Databases of this worker that nobody uses now, and those that somebody does. */
const free: string[] = [];
const usedByFile: string[] = [];
let usedByTest: string[] | null = null;
let made = 0;

/** Connections of this worker's own, which last: to make one takes longer than to empty a database. */
const connections = new Map<string, Client>();

/** @returns the address of an empty, migrated database, the caller's own until the test ends, or the file where it is none's */
export async function freshPostgres(): Promise<string> {
  const name = free.pop() ?? `worker_${process.env.VITEST_POOL_ID ?? 0}_${++made}`;
  (usedByTest ?? usedByFile).push(name);
  if (!(await wiped(name))) await makeAnew(name);
  return addressOf(name);
}

/** @returns false when there is none of that name, a test has changed its schema, or works in it still */
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
