import { askPostgres } from "./postgres.ts";

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

/** @returns the address of an empty, migrated database, the caller's own until the test ends, or the file where it is none's */
export async function freshPostgres(): Promise<string> {
  const name = free.pop() ?? `worker_${process.env.VITEST_POOL_ID ?? 0}_${++made}`;
  (usedByTest ?? usedByFile).push(name);
  if (!(await wiped(name))) await makeAnew(name);
  return addressOf(name);
}

/** @returns false when there is none of that name, or a test has changed its schema */
async function wiped(name: string): Promise<boolean> {
  const there = `select 1 from pg_database where datname = '${name}'`;
  if ((await askPostgres(addressOf("postgres"), there)).rows.length === 0) return false;
  const { rows } = await askPostgres(addressOf(name), "select wipe() as done");
  return rows[0].done;
}

async function makeAnew(name: string): Promise<void> {
  await askPostgres(addressOf("postgres"), `drop database if exists ${name} with (force)`);
  const copy = `create database ${name} template ${templateName} strategy file_copy`;
  await askPostgres(addressOf("postgres"), copy);
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
