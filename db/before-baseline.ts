import { sql } from "kysely";
import type { Db } from "./database.ts";
import { isPostgres } from "./dialect.ts";

export const baseline = "2026-11-23-baseline";

export const replaced = [
  "2026-11-21-catalogue-and-community",
  "2026-11-21-sessions-letters-limits",
  "2026-11-22-houses-by-fame",
  "2026-11-22-removed-perfumes",
  "2026-11-23-index-now",
  "2026-11-24-dead-jobs",
  "2026-11-25-message-authors",
  "2026-11-26-bottles",
  "2026-11-27-dupe-alerts",
  "2026-11-28-prices",
  "2026-11-29-shelf",
  "2026-11-30-desk",
  "2026-12-01-emails-by-state",
  "2026-12-01-reports",
  "2026-12-02-desk-overview",
  "2026-12-02-perfume-versions",
  "2026-12-03-suspensions",
  "2026-12-04-hidden-reviews",
  "2026-12-04-statements",
  "2026-12-05-views-at-scale",
  "2026-12-06-views-by-month",
];

export const upgradeCommit = "167fdce";

export const isReplaced = (migration: string) => replaced.includes(migration);

export const lacksReplaced = (applied: string[]) =>
  applied.some(isReplaced) && !replaced.every((name) => applied.includes(name));

export async function adoptBaseline(tx: Db): Promise<void> {
  await sql`delete from kysely_migration where name in (${sql.join(replaced)})`.execute(tx);
  await sql`insert into kysely_migration (name, timestamp)
    values (${baseline}, ${new Date().toISOString()})`.execute(tx);
  if (isPostgres(tx)) await tidyPostgres(tx);
}

/** Tables rebuilt as `${table}_new` kept that name in their constraints and sequences. */
async function tidyPostgres(tx: Db): Promise<void> {
  await sql`do $$ declare one record; begin
    for one in
      select 'alter table %I rename constraint %I to %I' as command, relname, conname as name
      from pg_constraint join pg_class on pg_class.oid = conrelid
      where connamespace = current_schema()::regnamespace and starts_with(conname, relname || '_new_')
      union all
      select 'alter sequence %2$I rename to %3$I', owner.relname, sequence.relname
      from pg_class as sequence
      join pg_depend on objid = sequence.oid and deptype = 'i'
      join pg_class as owner on owner.oid = refobjid
      where sequence.relnamespace = current_schema()::regnamespace and sequence.relkind = 'S'
        and starts_with(sequence.relname, owner.relname || '_new_')
    loop
      execute format(one.command, one.relname, one.name,
        replace(one.name, one.relname || '_new_', one.relname || '_'));
    end loop;
  end $$`.execute(tx);
  await sql`drop function if exists perfumes_back()`.execute(tx);
}
