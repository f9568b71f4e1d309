import { pipeline } from "node:stream/promises";
import { DatabaseError } from "../database-error.ts";
import { ownTables } from "../copy/postgres-rows.ts";
import { translated } from "../postgres-errors.ts";
import { openPostgres } from "../postgres/open-postgres.ts";
import { otherSessions, sessionNames } from "../postgres/session-names.ts";
import { signEverybodyOut } from "../table-names.ts";
import { expectedOnPostgres, unqualified } from "./check-schema.ts";
import { failure, type Manifest } from "./manifest.ts";
import { asideName, stampOf } from "./names.ts";
import { placeOf, programOf, start } from "./postgres-programs.ts";

/** @returns the schema that receives existing tables; null if there are none @throws DatabaseError with one line */
export async function prepareRestore(
  url: string,
  replace: boolean,
  now: Date,
): Promise<string | null> {
  for (const name of ["pg_restore", "psql"] as const) programOf(name);
  const { db, close } = openPostgres(url, { connections: 1 });
  try {
    if ((await otherSessions(db)) > 0)
      throw failure(`The database ${placeOf(url)} is in use: stop the site first.`);
    if ((await ownTables(db)).length === 0) return null;
    if (!replace)
      throw failure(
        `${placeOf(url)} has tables already: --replace puts them aside and takes the backup.`,
      );
    return asideName(stampOf(now).replaceAll("-", "_").toLowerCase());
  } finally {
    await close();
  }
}

/** One transaction, which commits only if each table has as many rows as were dumped. */
export async function restoreDump(
  url: string,
  path: string,
  { tables, migrations }: Pick<Manifest, "tables" | "migrations">,
  aside: string | null,
): Promise<void> {
  const expected = await expectedOnPostgres(url, migrations);
  const settings = ["ON_ERROR_STOP=1", "VERBOSITY=verbose"].map((setting) => `--set=${setting}`);
  const words = ["--no-psqlrc", "--quiet", "--output=/dev/null", ...settings];
  const database = start("psql", words, url, ["pipe", "ignore"], whyRefused);
  const input = database.process.stdin!;
  input.on("error", () => {});
  input.write(`begin;\n${alone}${aside === null ? nothingThere : putAside(aside)}`);
  const source = ["--no-owner", "--no-privileges", "--file=-", path];
  const reading = start("pg_restore", source, url, ["ignore", "pipe"]);
  try {
    await pipeline(reading.process.stdout!, input, { end: false });
    await reading.ended;
    // Without this final statement everything is rolled back.
    const checks = sameRows(tables) + sameSchema(expected);
    input.end(`${checks}${signEverybodyOut}analyze;\ncommit;\n`);
  } catch (error) {
    input.destroy();
    // The database's own error comes first: it explains why sending failed.
    await database.ended;
    throw error;
  }
  await database.ended;
}

const doing = (body: string) =>
  `do $sosia$ declare one record; found bigint; begin\n${body}\nend $sosia$;\n`;
const refusing = (message: string) => `raise exception '${message.replaceAll("'", "''")}';`;

const names = Object.values(sessionNames)
  .map((name) => `'${name}'`)
  .join(", ");

const others = `exists (select 1 from pg_stat_activity where datname = current_database()
  and pid <> pg_backend_pid() and application_name in (${names}))`;

const alone = `set local lock_timeout = '10s';
select pg_advisory_xact_lock(hashtextextended('sosia command', 0));
${doing(`for attempt in 1..30 loop
  perform pg_stat_clear_snapshot();
  exit when not ${others};
  perform pg_sleep(0.1);
end loop;
if ${others} then ${refusing("The database is in use: stop the site first.")} end if;`)}`;

const own = (catalogue: string) =>
  `not exists (select 1 from pg_depend where objid = ${catalogue}.oid and deptype = 'e')`;

const ownTablesNow = `pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and ${own("pg_class")}`;

const nothingThere = doing(
  `if exists (select 1 from ${ownTablesNow})
  then ${refusing("The database has gained tables meanwhile; nothing was changed.")} end if;`,
);

/** Moving a table moves its indexes, triggers and sequences, but not its partitions. */
const putAside = (schema: string) => `create schema ${schema};
${doing(`for one in select oid::regclass as name from ${ownTablesNow} loop
  execute format('alter table %s set schema ${schema}', one.name);
end loop;
for one in select oid::regprocedure as name from pg_proc
  where pronamespace = current_schema()::regnamespace and ${own("pg_proc")} loop
  execute format('alter routine %s set schema ${schema}', one.name);
end loop;`)}`;

const sameRows = (tables: Record<string, number>) => `reset search_path;
${doing(
  Object.entries(tables)
    .map(
      ([table, rows]) => `select count(*) into found from "${table}";
if found <> ${rows} then ${refusing(`The restored ${table} does not have the ${rows} rows that were backed up; nothing was changed.`)} end if;`,
    )
    .join("\n"),
)}`;

/** A trigger that no migration made could make its author an operator (RULES.md 14.11). */
const sameSchema = (expected: string[]) =>
  doing(
    `for one in (${unqualified} except all select unnest(${textArray(expected)}))
  union all (select unnest(${textArray(expected)}) except all ${unqualified}) limit 1 loop
  raise exception 'The backup was changed: % is not as this site''s migrations make it; nothing was restored.',
    left(regexp_replace(one.line, '\\W+', ' ', 'g'), 60);
end loop;`,
  );

const textArray = (lines: string[]) =>
  `array[${lines.map((line) => `'${line.replaceAll("'", "''")}'`).join(",\n")}]::text[]`;

/** @param said verbose output of psql; messages that may quote data are reduced to their code */
function whyRefused(said: string): string {
  const [, code, message] = /(?:ERROR|FATAL): +([0-9A-Z]{5}): (.*)/u.exec(said) ?? [];
  if (code === "P0001") return message!;
  const known: DatabaseError = code
    ? translated({ code, message })
    : translated({ message: "server closed the connection" });
  return `The restore failed; nothing was changed. ${known.message}`;
}
