import { sql } from "kysely";
import { linesOfSqlite, unified } from "#db/backup/check-schema.ts";
import type { Db } from "#db/database.ts";
import { isPostgres } from "#db/dialect.ts";

/** @returns the schema of a database, sorted, with one line per object, ignoring whitespace and the quotation marks of names */
export async function schemaLines(db: Db): Promise<string[]> {
  if (!isPostgres(db)) return linesOfSqlite(db);
  const { rows } = await sql.raw<{ line: string }>(postgresLines).execute(db);
  return rows.map(({ line }) => unified(line)).toSorted();
}

const ofExtension = (id: string) =>
  `exists (select 1 from pg_depend where objid = ${id} and deptype = 'e')`;

/** One line per object of the current schema, without monthly partitions, which depend on the date, and extensions. */
const postgresLines = `
  with everything as (
    select oid, relname, relkind, relispartition, relrowsecurity from pg_class
    where relnamespace = current_schema()::regnamespace and not ${ofExtension("pg_class.oid")}),
  months as (
    select oid from everything
    where relispartition and relkind = 'r' and relname ~ '^perfume_searches_[0-9]{4}_[0-9]{2}$'),
  own as (
    select * from everything where oid not in (select oid from months)
      and oid not in (select indexrelid from pg_index where indrelid in (select oid from months)))
  select 'table ' || relname || coalesce(' ' || pg_get_partkeydef(oid), '') as line
    from own where relkind in ('r', 'p')
  union all select 'part ' || relname || ' ' || pg_get_expr(relpartbound, oid)
    from pg_class where relispartition and oid in (select oid from own where relkind = 'r')
  union all select concat_ws(' ', 'column', relname || '.' || attnum_in_order, attname,
      format_type(atttypid, atttypmod), collname, case when attnotnull then 'not null' end,
      nullif('identity ' || attidentity::text, 'identity '), 'default ' || pg_get_expr(adbin, adrelid))
    from (select *, row_number() over (partition by attrelid order by attnum) as attnum_in_order
      from pg_attribute where attnum > 0 and not attisdropped) as columns
    join own on own.oid = attrelid and relkind in ('r', 'p')
    left join pg_collation on pg_collation.oid = attcollation
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
  union all select concat_ws(' ', 'constraint', relname, conname, pg_get_constraintdef(pg_constraint.oid))
    from pg_constraint join own on own.oid = conrelid where contype <> 'n'
  union all select pg_get_indexdef(oid) from own where relkind in ('i', 'I')
  union all select concat_ws(' ', 'sequence', own.relname, 'of', refobjid::regclass)
    from own left join pg_depend on pg_depend.objid = own.oid and deptype in ('a', 'i')
    where relkind = 'S'
  union all select concat_ws(' ', pg_get_triggerdef(pg_trigger.oid), nullif(tgenabled::text, 'O'))
    from pg_trigger join everything on everything.oid = tgrelid where not tgisinternal
  union all select concat_ws(' ', 'function', proname, prosrc, nullif(lanname, 'plpgsql'),
      case when prosecdef then 'security definer' end,
      nullif(pg_get_function_identity_arguments(pg_proc.oid), ''))
    from pg_proc join pg_language on pg_language.oid = prolang
    where pronamespace = current_schema()::regnamespace and not ${ofExtension("pg_proc.oid")}
  union all select 'relation ' || relname from own where relkind not in ('r', 'p', 'i', 'I', 'S')
  union all select 'security ' || relname from everything where relrowsecurity
  union all select 'rule ' || rulename
    from pg_rewrite join everything on everything.oid = ev_class
  union all select 'policy ' || polname from pg_policy join everything on everything.oid = polrelid
  union all select 'type ' || typname from pg_type
    where typnamespace = current_schema()::regnamespace and typtype not in ('b', 'c')
      and not ${ofExtension("pg_type.oid")}`;
