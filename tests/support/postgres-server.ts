import { migrate } from "#db/migrate.ts";
import { openDatabase } from "#db/open.ts";
import { askPostgres, startPostgres } from "./postgres.ts";
import { templateName } from "./postgres-databases.ts";

/** Before the tests on PostgreSQL: a server, and the database from which theirs are copied. @returns what ends it */
export default async function setup(): Promise<() => void> {
  const server = startPostgres();
  process.env.TEST_POSTGRES = server.urlOf("%");
  await askPostgres(server.urlOf("postgres"), `create database ${templateName}`);
  const template = openDatabase(server.urlOf(templateName));
  await migrate(template.db);
  await template.close();
  await askPostgres(server.urlOf(templateName), wipe);
  return () => server.stop();
}

/** Empties a database again: quicker than to copy another one for each test. */
const wipe = `
  create schema initial;
  do $$ declare t text; begin
    for t in select tablename from pg_tables where schemaname = 'public' loop
      execute format('create table initial.%I as select * from public.%I', t, t);
    end loop;
  end $$;
  create function schema_now() returns text language sql as $$
    select md5(string_agg(name, ' ' order by name)) from (
      select relname::text || relkind::text as name from pg_class where relnamespace = 'public'::regnamespace
      union all select tgname::text || tgenabled::text from pg_trigger where not tgisinternal
      union all select proname::text from pg_proc where pronamespace = 'public'::regnamespace
      union all select attrelid::regclass::text || '.' || attname::text from pg_attribute
        where attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
      union all select conname::text from pg_constraint) as names
  $$;
  create function initial.schema() returns text language sql as 'select null';
  create function wipe() returns boolean language plpgsql as $$
  declare t text; s regclass;
  begin
    if schema_now() <> initial.schema() then return false; end if;
    set local lock_timeout = '10s';
    set local session_replication_role = replica;
    for t in select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%' loop
      execute format('delete from public.%I', t);
      execute format('insert into public.%I select * from initial.%I', t, t);
    end loop;
    for s in select oid from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace loop
      perform setval(s, 1, false);
    end loop;
    return true;
  end $$;
  do $$ begin
    execute format('create or replace function initial.schema() returns text language sql as %L',
      format('select %L', schema_now()));
  end $$`;
