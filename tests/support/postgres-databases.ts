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
  const name = free.pop() ?? (await makeDatabase());
  (usedByTest ?? usedByFile).push(name);
  await askPostgres(addressOf(name), "select wipe()");
  return addressOf(name);
}

async function makeDatabase(): Promise<string> {
  const name = `worker_${process.env.VITEST_POOL_ID ?? 0}_${++made}`;
  const { rows } = await askPostgres(
    addressOf("postgres"),
    `select 1 from pg_database where datname = '${name}'`,
  );
  if (rows.length === 0)
    await askPostgres(
      addressOf("postgres"),
      `create database ${name} template ${templateName} strategy file_copy`,
    );
  return name;
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
