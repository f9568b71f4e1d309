import type { TestProject } from "vitest/node";
import { migrate } from "#db/migrate.ts";
import { openDatabase } from "#db/open/open.ts";
import { askPostgres, startPostgres } from "./postgres.ts";
import { templateName } from "./postgres-databases.ts";

/** Before the tests on PostgreSQL: starts a server with a template database. @returns a function that stops it */
export default async function setup(project: TestProject): Promise<() => void> {
  const server = startPostgres();
  project.provide("postgres", server.urlOf("%"));
  await askPostgres(server.urlOf("postgres"), `create database ${templateName}`);
  const template = openDatabase(server.urlOf(templateName));
  await migrate(template.db);
  await template.close();
  await askPostgres(server.urlOf(templateName), wipe);
  return () => server.stop();
}

/**
 * `wipe()` empties a database, which is faster than copying another one for each test. It returns false, and does nothing,
 * if a test has changed the schema. Tables of more than one page are truncated: in the gaps that deleted rows leave, new
 * rows would stand in another order than they were added.
 */
const wipe = `
  create schema initial;
  create table initial.changes (at timestamptz default now());
  create function initial.note_change() returns event_trigger language plpgsql as $$
    begin insert into initial.changes default values; end $$;

  create function initial.schema_now() returns text language sql as $$
    select md5(string_agg(name, ' ' order by name)) from (
      select relname::text || relkind::text as name from pg_class where relnamespace = 'public'::regnamespace
      union all select tgname::text || tgenabled::text from pg_trigger where not tgisinternal
      union all select proname::text from pg_proc where pronamespace = 'public'::regnamespace
      union all select attrelid::regclass::text || '.' || attname::text from pg_attribute
        where attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
      union all select conname::text from pg_constraint) as names
  $$;
  create table initial.schema as select initial.schema_now() as text;

  do $do$ declare t text; fills boolean; work text = '';
  begin
    for t in select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%' loop
      execute format('select exists (select from public.%I)', t) into fills;
      if fills then
        execute format('create table initial.%I as select * from public.%I', t, t);
        work = work || format('delete from public.%I; insert into public.%I select * from initial.%I; ', t, t, t);
      else
        work = work || format('if exists (select from public.%I) then delete from public.%I; end if; ', t, t);
      end if;
    end loop;
    for t in select relname from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace loop
      work = work || format('perform setval(%L, 1, false); ', t);
    end loop;
    execute format('create function initial.wipe() returns boolean language plpgsql as %L', $$
      declare t text;
      begin
        set local lock_timeout = '1s';
        if exists (select from initial.changes) then
          if initial.schema_now() <> (select text from initial.schema) then return false; end if;
          delete from initial.changes;
        end if;
        set local session_replication_role = replica;
        for t in
          select oid::regclass from pg_class
          where relnamespace = 'public'::regnamespace and relkind = 'r'
            and relname not like 'kysely%' and pg_relation_size(oid) > 8192
        loop
          execute format('truncate %s cascade', t);
        end loop;
        $$ || work || $$
        return true;
      end $$);
  end $do$;
  create event trigger schema_changed on ddl_command_end execute function initial.note_change()`;
