CREATE TABLE "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);

CREATE TABLE "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);

CREATE TABLE "usuarios" ("id" text not null primary key, "nombre_usuario" text, "nombre_usuario_clave" text unique, "nombre_completo" text default '' not null, "avatar_url" text, "created_at" text not null, constraint "usuarios_username_whole" check ((nombre_usuario is null) = (nombre_usuario_clave is null)), constraint "usuarios_username_length" check (nombre_usuario is null or length(nombre_usuario) between 3 and 30));

CREATE TABLE "accounts" ("user_id" text not null primary key references "usuarios" ("id") on delete cascade, "email" text not null, "email_clave" text not null unique, "password_hash" text, "google_sub" text unique, "confirmed_at" text, "created_at" text not null);

CREATE TABLE "perfume_searches" ("id" integer not null primary key, "perfume_id" integer not null references "perfumes" ("id") on delete cascade, "user_id" text references "usuarios" ("id") on delete set null, "created_at" text not null);

CREATE INDEX "perfume_searches_of_perfume" on "perfume_searches" ("perfume_id");

CREATE INDEX "perfume_searches_of_person" on "perfume_searches" ("user_id");

CREATE TABLE "perfume_month_views" ("month" text not null check (length(month) = 7), "perfume_id" integer not null references "perfumes" ("id") on delete cascade, "views" integer not null check (views > 0), constraint "perfume_month_views_key" primary key ("month", "perfume_id"));

CREATE INDEX "perfume_month_views_top" on "perfume_month_views" ("month", "views" desc, "perfume_id");

CREATE INDEX "perfume_month_views_of_perfume" on "perfume_month_views" ("perfume_id");

CREATE TABLE "user_votes" ("id" integer not null primary key, "dupe_id" integer not null references "dupes" ("id") on delete cascade, "user_id" text references "usuarios" ("id") on delete set null, "voto" integer not null check (voto in (1, -1)), "created_at" text not null, constraint "user_votes_one_each" unique ("dupe_id", "user_id"));

CREATE INDEX "user_votes_of_person" on "user_votes" ("user_id");

CREATE TABLE "catalogue_version" ("id" integer not null primary key check (id = 1), "version" integer not null);

CREATE TABLE "sessions" ("token_hash" text not null primary key, "user_id" text not null references "usuarios" ("id") on delete cascade, "client_hash" text not null, "created_at" text not null, "seen_at" text not null, "proved_at" text);

CREATE INDEX "sessions_of_person" on "sessions" ("user_id");

CREATE INDEX "sessions_by_use" on "sessions" ("seen_at");

CREATE TABLE "account_tokens" ("token_hash" text not null primary key, "user_id" text not null references "usuarios" ("id") on delete cascade, "purpose" text not null check (purpose in ('confirm', 'reset')), "expires_at" text not null, constraint "account_tokens_one_each" unique ("user_id", "purpose"));

CREATE TABLE "outbox" ("id" integer not null primary key, "message_id" text not null unique, "recipient" text not null, "reply_to" text, "subject" text not null, "text" text not null, "html" text not null, "created_at" text not null, "attempts" integer default 0 not null, "next_attempt_at" text, "lease" text, "last_error" text, "sent_at" text, "dead_at" text, "unsubscribe_url" text, constraint "outbox_one_state" check ((next_attempt_at is not null) + (sent_at is not null) + ("dead_at" is not null) = 1));

CREATE TABLE "rate_limits" ("key" text not null primary key, "points" integer not null, "expires_at" text);

CREATE INDEX "rate_limits_by_end" on "rate_limits" ("expires_at");

CREATE TABLE "review_drafts" ("token_hash" text not null primary key, "dupe_id" integer not null references "dupes" ("id") on delete cascade, "description" text not null, "expires_at" text not null);

CREATE INDEX "review_drafts_by_end" on "review_drafts" ("expires_at");

CREATE INDEX "review_drafts_of_dupe" on "review_drafts" ("dupe_id");

CREATE TABLE "removed_perfumes" ("id" integer not null primary key);

CREATE TABLE "index_now" ("id" integer not null primary key check (id = 1), "noted" integer not null check (noted in (0, 1)));

CREATE TABLE "changed_perfumes" ("perfume_id" integer not null primary key, "marca" text not null, "nombre" text not null, "attempts" integer default 0 not null, "next_attempt_at" text, "lease" text, "last_error" text, "dead_at" text, constraint "changed_perfumes_one_state" check ((next_attempt_at is null) <> ("dead_at" is null)));

CREATE INDEX "changed_perfumes_due" on "changed_perfumes" ("next_attempt_at");

CREATE TABLE "perfumes" ("id" integer not null primary key autoincrement, "marca" text not null check (length(marca) > 0), "nombre" text not null check (length(nombre) > 0), "foto" text, "popularidad" integer default 0 not null check (popularidad >= 0), "vistas" integer default 0 not null check (vistas >= 0), "marca_clave" text not null, "nombre_clave" text not null, "marca_slug" text not null, "created_at" text not null, "updated_at" text not null, "revision" integer default 1 not null, constraint "perfumes_name" unique ("marca_clave", "nombre_clave"));

CREATE TABLE sqlite_sequence(name,seq);

CREATE INDEX "perfumes_by_brand" on "perfumes" ("marca_slug", "nombre_clave");

CREATE INDEX "perfumes_by_popularity" on "perfumes" ("popularidad" desc, "vistas" desc, "id");

CREATE INDEX "perfumes_of_brand_by_popularity" on "perfumes" ("marca_slug", "popularidad" desc, "vistas" desc, "id");

CREATE TABLE "dupes" ("id" integer not null primary key autoincrement, "perfume_id" integer not null references "perfumes" ("id") on delete cascade, "dupe_perfume_id" integer not null references "perfumes" ("id") on delete cascade, "nombre" text not null check (length(nombre) > 0), "marca" text not null check (length(marca) > 0), "foto" text, "enlace" text, "estimacion" integer check (estimacion between 0 and 100), "porcentaje" integer not null check (porcentaje between 0 and 100), "likes" integer default 0 not null check (likes >= 0), "dislikes" integer default 0 not null check (dislikes >= 0), "created_at" text not null, "updated_at" text not null, constraint "dupes_once" unique ("perfume_id", "dupe_perfume_id"), constraint "dupes_of_another" check (perfume_id <> dupe_perfume_id));

CREATE INDEX "dupes_of_bottle" on "dupes" ("dupe_perfume_id", "perfume_id");

CREATE TABLE "perfume_aliases" ("marca_clave" text not null, "alias_clave" text not null, "perfume_id" integer not null references "perfumes" ("id") on delete cascade, "alias" text not null check (length(alias) > 0), "kind" text not null check (kind in ('name', 'code')), constraint "perfume_aliases_key" primary key ("marca_clave", "alias_clave"));

CREATE INDEX "perfume_aliases_of_perfume" on "perfume_aliases" ("perfume_id");

CREATE TABLE "perfume_redirects" ("old_id" integer not null primary key, "perfume_id" integer not null references "perfumes" ("id") on delete cascade);

CREATE INDEX "perfume_redirects_of_perfume" on "perfume_redirects" ("perfume_id");

CREATE TABLE "dupe_redirects" ("old_id" integer not null primary key, "dupe_id" integer not null references "dupes" ("id") on delete cascade);

CREATE INDEX "dupe_redirects_of_dupe" on "dupe_redirects" ("dupe_id");

CREATE TABLE "search_misses" ("day" text not null check (length(day) = 10), "text" text not null, "times" integer not null check (times > 0), constraint "search_misses_key" primary key ("day", "text"));

CREATE TRIGGER perfumes_removed after delete on perfumes
      begin insert or ignore into removed_perfumes (id) values (old.id); end;

CREATE TRIGGER dupes_named_by_coming after insert on dupes
      begin update dupes set (marca, nombre, foto) = (select marca, nombre, foto from perfumes where id = new.dupe_perfume_id) where id = new.id; end;

CREATE TRIGGER dupes_named_by_moving after update of dupe_perfume_id on dupes
      begin update dupes set (marca, nombre, foto) = (select marca, nombre, foto from perfumes where id = new.dupe_perfume_id) where id = new.id; end;

CREATE TRIGGER dupes_named_by_bottle after update of marca,nombre,foto on perfumes when (old.marca,old.nombre,old.foto) is not (new.marca,new.nombre,new.foto)
      begin update dupes set marca = new.marca, nombre = new.nombre, foto = new.foto
        where dupe_perfume_id = new.id; end;

CREATE TRIGGER aliases_by_brand after update of marca_clave on perfumes when old.marca_clave <> new.marca_clave
      begin update perfume_aliases set marca_clave = new.marca_clave where perfume_id = new.id; end;

CREATE TRIGGER changed_by_coming after insert on perfumes begin 
  insert into changed_perfumes (perfume_id, marca, nombre, next_attempt_at)
  select id, marca, nombre, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') from perfumes where id = new.id and exists (select 1 from index_now where noted = 1)
  on conflict (perfume_id) do update set
    marca = excluded.marca,
    nombre = excluded.nombre,
    lease = null,
    attempts = iif(dead_at is null, attempts, 0),
    next_attempt_at = coalesce(next_attempt_at, excluded.next_attempt_at),
    dead_at = null; end;

CREATE TRIGGER changed_by_itself after update of marca,nombre,foto on perfumes when (old.marca,old.nombre,old.foto) is not (new.marca,new.nombre,new.foto) begin 
  insert into changed_perfumes (perfume_id, marca, nombre, next_attempt_at)
  select id, marca, nombre, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') from perfumes where id = new.id and exists (select 1 from index_now where noted = 1)
  on conflict (perfume_id) do update set
    marca = excluded.marca,
    nombre = excluded.nombre,
    lease = null,
    attempts = iif(dead_at is null, attempts, 0),
    next_attempt_at = coalesce(next_attempt_at, excluded.next_attempt_at),
    dead_at = null;
      
  insert into changed_perfumes (perfume_id, marca, nombre, next_attempt_at)
  select id, marca, nombre, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') from perfumes where id in (select perfume_id from dupes where dupe_perfume_id = new.id) and exists (select 1 from index_now where noted = 1)
  on conflict (perfume_id) do update set
    marca = excluded.marca,
    nombre = excluded.nombre,
    lease = null,
    attempts = iif(dead_at is null, attempts, 0),
    next_attempt_at = coalesce(next_attempt_at, excluded.next_attempt_at),
    dead_at = null; end;

CREATE TRIGGER changed_by_going after delete on perfumes begin 
  insert into changed_perfumes (perfume_id, marca, nombre, next_attempt_at)
  select old.id, old.marca, old.nombre, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') where exists (select 1 from index_now where noted = 1)
  on conflict (perfume_id) do update set
    marca = excluded.marca,
    nombre = excluded.nombre,
    lease = null,
    attempts = iif(dead_at is null, attempts, 0),
    next_attempt_at = coalesce(next_attempt_at, excluded.next_attempt_at),
    dead_at = null; end;

CREATE TRIGGER changed_by_new_dupe after insert on dupes begin 
  insert into changed_perfumes (perfume_id, marca, nombre, next_attempt_at)
  select id, marca, nombre, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') from perfumes where id = new.perfume_id and exists (select 1 from index_now where noted = 1)
  on conflict (perfume_id) do update set
    marca = excluded.marca,
    nombre = excluded.nombre,
    lease = null,
    attempts = iif(dead_at is null, attempts, 0),
    next_attempt_at = coalesce(next_attempt_at, excluded.next_attempt_at),
    dead_at = null; 
  insert into changed_perfumes (perfume_id, marca, nombre, next_attempt_at)
  select id, marca, nombre, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') from perfumes where id = new.dupe_perfume_id and exists (select 1 from index_now where noted = 1)
  on conflict (perfume_id) do update set
    marca = excluded.marca,
    nombre = excluded.nombre,
    lease = null,
    attempts = iif(dead_at is null, attempts, 0),
    next_attempt_at = coalesce(next_attempt_at, excluded.next_attempt_at),
    dead_at = null; end;

CREATE TRIGGER changed_by_dupe after update of perfume_id,dupe_perfume_id,enlace,estimacion on dupes when (old.perfume_id,old.dupe_perfume_id,old.enlace,old.estimacion) is not (new.perfume_id,new.dupe_perfume_id,new.enlace,new.estimacion) begin 
  insert into changed_perfumes (perfume_id, marca, nombre, next_attempt_at)
  select id, marca, nombre, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') from perfumes where id = old.perfume_id and exists (select 1 from index_now where noted = 1)
  on conflict (perfume_id) do update set
    marca = excluded.marca,
    nombre = excluded.nombre,
    lease = null,
    attempts = iif(dead_at is null, attempts, 0),
    next_attempt_at = coalesce(next_attempt_at, excluded.next_attempt_at),
    dead_at = null; 
  insert into changed_perfumes (perfume_id, marca, nombre, next_attempt_at)
  select id, marca, nombre, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') from perfumes where id = old.dupe_perfume_id and exists (select 1 from index_now where noted = 1)
  on conflict (perfume_id) do update set
    marca = excluded.marca,
    nombre = excluded.nombre,
    lease = null,
    attempts = iif(dead_at is null, attempts, 0),
    next_attempt_at = coalesce(next_attempt_at, excluded.next_attempt_at),
    dead_at = null; 
  insert into changed_perfumes (perfume_id, marca, nombre, next_attempt_at)
  select id, marca, nombre, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') from perfumes where id = new.perfume_id and exists (select 1 from index_now where noted = 1)
  on conflict (perfume_id) do update set
    marca = excluded.marca,
    nombre = excluded.nombre,
    lease = null,
    attempts = iif(dead_at is null, attempts, 0),
    next_attempt_at = coalesce(next_attempt_at, excluded.next_attempt_at),
    dead_at = null; 
  insert into changed_perfumes (perfume_id, marca, nombre, next_attempt_at)
  select id, marca, nombre, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') from perfumes where id = new.dupe_perfume_id and exists (select 1 from index_now where noted = 1)
  on conflict (perfume_id) do update set
    marca = excluded.marca,
    nombre = excluded.nombre,
    lease = null,
    attempts = iif(dead_at is null, attempts, 0),
    next_attempt_at = coalesce(next_attempt_at, excluded.next_attempt_at),
    dead_at = null; end;

CREATE TRIGGER changed_by_lost_dupe after delete on dupes begin 
  insert into changed_perfumes (perfume_id, marca, nombre, next_attempt_at)
  select id, marca, nombre, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') from perfumes where id = old.perfume_id and exists (select 1 from index_now where noted = 1)
  on conflict (perfume_id) do update set
    marca = excluded.marca,
    nombre = excluded.nombre,
    lease = null,
    attempts = iif(dead_at is null, attempts, 0),
    next_attempt_at = coalesce(next_attempt_at, excluded.next_attempt_at),
    dead_at = null; 
  insert into changed_perfumes (perfume_id, marca, nombre, next_attempt_at)
  select id, marca, nombre, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') from perfumes where id = old.dupe_perfume_id and exists (select 1 from index_now where noted = 1)
  on conflict (perfume_id) do update set
    marca = excluded.marca,
    nombre = excluded.nombre,
    lease = null,
    attempts = iif(dead_at is null, attempts, 0),
    next_attempt_at = coalesce(next_attempt_at, excluded.next_attempt_at),
    dead_at = null; end;

CREATE TABLE "dupe_alerts" ("user_id" text not null references "usuarios" ("id") on delete cascade, "perfume_id" integer not null references "perfumes" ("id") on delete cascade, "since" text not null, "language" text not null, constraint "dupe_alerts_key" primary key ("user_id", "perfume_id"));

CREATE INDEX "dupe_alerts_of_perfume" on "dupe_alerts" ("perfume_id");

CREATE TABLE "shops" ("host" text not null primary key, "name" text not null check (length(name) > 0), "country" text check (length(country) = 2), "currency" text check (length(currency) = 3), "affiliate_template" text, "state" text default 'known' not null check (state in ('known', 'blocked')));

CREATE TABLE "prices" ("id" integer not null primary key autoincrement, "perfume_id" integer not null references "perfumes" ("id") on delete cascade, "amount_cents" integer not null check (amount_cents > 0), "currency" text not null check (length(currency) = 3), "size_ml" double precision not null check (size_ml > 0), "kind" text not null check (kind in ('bottle', 'tester', 'decant')), "shop" text not null check (length(shop) > 0), "url" text, "country" text check (length(country) = 2), "seen_on" text not null check (length(seen_on) = 10), "user_id" text references "usuarios" ("id") on delete set null, "state" text not null check (state in ('shown', 'held', 'refused')), "created_at" text not null, "version" integer default 1 not null, "decided_at" text, "decided_by" text references "usuarios" ("id") on delete set null, "reason" text);

CREATE INDEX "prices_of_perfume" on "prices" ("perfume_id", "seen_on");

CREATE INDEX "prices_shown" on "prices" ("perfume_id", "currency", "kind", "seen_on") where "state" = 'shown';

CREATE INDEX "prices_of_shop" on "prices" ("shop");

CREATE INDEX "prices_of_user" on "prices" ("user_id");

CREATE TABLE "price_gone" ("price_id" integer not null references "prices" ("id") on delete cascade, "voter" text not null, "user_id" text references "usuarios" ("id") on delete set null, "gone" integer not null check (gone in (0, 1)), "at" text not null, constraint "price_gone_once" primary key ("price_id", "voter"));

CREATE INDEX "price_gone_of_user" on "price_gone" ("user_id");

CREATE INDEX "price_gone_by_age" on "price_gone" ("at");

CREATE TABLE "price_summaries" ("perfume_id" integer not null references "perfumes" ("id") on delete cascade, "kind" text not null, "currency" text not null, "count" integer not null check (count > 0), "cheapest_id" integer not null, "amount_cents" integer not null, "size_ml" double precision not null, "shop" text not null, "url" text, "seen_on" text not null, "highest" integer not null, "best_per_100_ml" integer not null, "median_per_100_ml" integer not null, "valid_until" text not null, constraint "price_summaries_key" primary key ("perfume_id", "kind", "currency"));

CREATE INDEX "price_summaries_by_end" on "price_summaries" ("valid_until");

CREATE TABLE "shelf" ("user_id" text not null references "usuarios" ("id") on delete cascade, "perfume_id" integer not null references "perfumes" ("id") on delete cascade, "list" text not null check (list in ('want', 'have', 'had')), "since" text not null, "told_at" text, "told_similarity" integer, "told_price" integer, "told_currency" text, constraint "shelf_key" primary key ("user_id", "perfume_id"));

CREATE INDEX "shelf_of_perfume" on "shelf" ("perfume_id");

CREATE TABLE "shelf_emails" ("user_id" text not null primary key references "usuarios" ("id") on delete cascade, "language" text not null, "since" text not null, "last_sent_at" text);

CREATE INDEX "shelf_emails_by_language" on "shelf_emails" ("language", "user_id");

CREATE TABLE "operators" ("user_id" text not null primary key references "usuarios" ("id") on delete cascade, "role" text not null check (role in ('moderator', 'owner')), "since" text not null, "language" text);

CREATE TABLE "audit_log" ("id" integer not null primary key autoincrement, "at" text not null, "via" text not null check (via in ('desk', 'command')), "actor_id" text references "usuarios" ("id") on delete set null, "action" text not null, "subject" text not null, "perfume_id" integer, "person_id" text references "usuarios" ("id") on delete set null, "before" text, "after" text, "reason" text, "undone_by" integer references "audit_log" ("id"), "statement_due" integer default 0 not null check (statement_due in (0, 1)));

CREATE INDEX "audit_log_by_actor_id" on "audit_log" ("actor_id");

CREATE INDEX "audit_log_by_subject" on "audit_log" ("subject");

CREATE INDEX "audit_log_by_perfume_id" on "audit_log" ("perfume_id");

CREATE INDEX "audit_log_by_person_id" on "audit_log" ("person_id");

CREATE INDEX "audit_log_by_undone_by" on "audit_log" ("undone_by");

CREATE TRIGGER audit_log_without_person before delete on usuarios begin
      update audit_log set
        "before" = null,
        "after" = null,
        reason = null,
        subject = case when subject = 'person:' || old.id then 'person' else subject end
      where person_id = old.id;
    end;

CREATE TABLE "sugerencias_perfumes" ("id" integer not null primary key autoincrement, "nombre_perfume" text not null, "marca_perfume" text not null, "user_id" text references "usuarios" ("id") on delete set null, "clave" text not null, "twin_key" text not null, "veces" integer default 1 not null check (veces > 0), "created_at" text not null, "state" text default 'waiting' not null check (state in ('waiting', 'accepted', 'refused', 'same')), "version" integer default 1 not null, "bottle_id" integer references "perfumes" ("id") on delete set null, "decided_at" text, "decided_by" text references "usuarios" ("id") on delete set null, "reason" text, constraint "sugerencias_perfumes_once" unique ("clave"));

CREATE INDEX "sugerencias_perfumes_by_user_id" on "sugerencias_perfumes" ("user_id");

CREATE INDEX "sugerencias_perfumes_by_decided_by" on "sugerencias_perfumes" ("decided_by");

CREATE INDEX "sugerencias_perfumes_by_bottle_id" on "sugerencias_perfumes" ("bottle_id");

CREATE INDEX "sugerencias_perfumes_by_twin_key" on "sugerencias_perfumes" ("twin_key");

CREATE INDEX "sugerencias_perfumes_waiting" on "sugerencias_perfumes" ("veces" desc, "created_at", "id") where "state" = 'waiting';

CREATE TABLE "sugerencias_dupes" ("id" integer not null primary key autoincrement, "perfume_id" integer not null references "perfumes" ("id") on delete cascade, "nombre_dupe" text not null, "marca_dupe" text not null, "user_id" text references "usuarios" ("id") on delete set null, "clave" text not null, "twin_key" text not null, "veces" integer default 1 not null check (veces > 0), "created_at" text not null, "state" text default 'waiting' not null check (state in ('waiting', 'accepted', 'refused', 'same')), "version" integer default 1 not null, "bottle_id" integer references "perfumes" ("id") on delete set null, "decided_at" text, "decided_by" text references "usuarios" ("id") on delete set null, "reason" text, constraint "sugerencias_dupes_once" unique ("perfume_id", "clave"));

CREATE INDEX "sugerencias_dupes_by_user_id" on "sugerencias_dupes" ("user_id");

CREATE INDEX "sugerencias_dupes_by_decided_by" on "sugerencias_dupes" ("decided_by");

CREATE INDEX "sugerencias_dupes_by_bottle_id" on "sugerencias_dupes" ("bottle_id");

CREATE INDEX "sugerencias_dupes_by_twin_key" on "sugerencias_dupes" ("twin_key");

CREATE INDEX "sugerencias_dupes_waiting" on "sugerencias_dupes" ("veces" desc, "created_at", "id") where "state" = 'waiting';

CREATE TABLE "suggestion_authors" ("id" integer not null primary key autoincrement, "perfume_suggestion_id" integer references "sugerencias_perfumes" ("id") on delete cascade, "dupe_suggestion_id" integer references "sugerencias_dupes" ("id") on delete cascade, "user_id" text not null references "usuarios" ("id") on delete cascade, "at" text not null, "language" text, "thanks_due" integer default 0 not null check (thanks_due in (0, 1)), constraint "suggestion_authors_of_perfume" unique ("perfume_suggestion_id", "user_id"), constraint "suggestion_authors_of_dupe" unique ("dupe_suggestion_id", "user_id"), constraint "suggestion_authors_of_one" check ((perfume_suggestion_id is null) <> (dupe_suggestion_id is null)));

CREATE INDEX "suggestion_authors_of_user" on "suggestion_authors" ("user_id");

CREATE INDEX "suggestion_authors_to_thank" on "suggestion_authors" ("id") where "thanks_due" = 1;

CREATE INDEX "prices_by_decided_by" on "prices" ("decided_by") where "decided_by" is not null;

CREATE INDEX "outbox_due" on "outbox" ("next_attempt_at", "attempts");

CREATE INDEX "outbox_dead" on "outbox" ("dead_at") where "dead_at" is not null;

CREATE TABLE "dupe_reviews" ("id" integer not null primary key autoincrement, "dupe_id" integer not null references "dupes" ("id") on delete cascade, "user_id" text not null references "usuarios" ("id") on delete cascade, "description" text not null check (length(trim(description)) > 0), "language" text, "created_at" text not null, "state" text default 'shown' not null check (state in ('shown', 'hidden', 'removed')), "version" integer default 0 not null, "decided_at" text);

CREATE INDEX "dupe_reviews_newest" on "dupe_reviews" ("dupe_id", "state", "created_at" desc, "id" desc);

CREATE INDEX "dupe_reviews_of_person" on "dupe_reviews" ("user_id");

CREATE INDEX "dupe_reviews_removed" on "dupe_reviews" ("decided_at") where "state" = 'removed';

CREATE TABLE "review_reports" ("review_id" integer not null references "dupe_reviews" ("id") on delete cascade, "user_id" text not null references "usuarios" ("id") on delete cascade, "reason" text not null check (reason in ('spam', 'offensive', 'false', 'rights')), "note" text, "created_at" text not null, "decided_at" text, constraint "review_reports_once" primary key ("review_id", "user_id"));

CREATE INDEX "review_reports_waiting" on "review_reports" ("review_id", "created_at") where "decided_at" is null;

CREATE INDEX "review_reports_decided" on "review_reports" ("decided_at") where "decided_at" is not null;

CREATE INDEX "review_reports_of_user" on "review_reports" ("user_id");

CREATE TABLE "contact_messages" ("id" integer not null primary key autoincrement, "kind" text default 'contact' not null check (kind in ('contact', 'notice')), "name" text not null check (length(name) between 1 and 100), "email" text not null check (length(email) between 1 and 255), "message" text not null check (length(message) between 1 and case kind when 'notice' then 4000 else 1000 end), "url" text check ((kind = 'notice') = (url is not null)), "language" text, "privacy_accepted" integer not null check (privacy_accepted = case kind when 'contact' then 1 else 0 end), "created_at" text not null, "user_id" text references "usuarios" ("id") on delete cascade, "state" text default 'open' not null check (state in ('open', 'answered')), "version" integer default 0 not null, "decision" text check (decision in ('removed', 'kept')), "decision_reason" text, "answered_at" text);

CREATE INDEX "contact_messages_by_user" on "contact_messages" ("user_id") where "user_id" is not null;

CREATE TABLE "day_views" ("day" text not null primary key check (length(day) = 10), "views" integer not null check (views > 0), "searched" integer check (searched between 0 and views));

CREATE INDEX "usuarios_by_created_at" on "usuarios" ("created_at");

CREATE INDEX "user_votes_by_created_at" on "user_votes" ("created_at");

CREATE INDEX "dupe_reviews_by_created_at" on "dupe_reviews" ("created_at");

CREATE INDEX "sugerencias_perfumes_by_created_at" on "sugerencias_perfumes" ("created_at");

CREATE INDEX "sugerencias_dupes_by_created_at" on "sugerencias_dupes" ("created_at");

CREATE INDEX "contact_messages_by_state" on "contact_messages" ("state", "id");

CREATE TABLE "last_runs" ("name" text not null primary key, "at" text not null);

CREATE TRIGGER perfumes_versioned after update of marca, nombre, popularidad, foto on perfumes
    when (old.marca, old.nombre, old.popularidad, old.foto)
      is not (new.marca, new.nombre, new.popularidad, new.foto)
    begin update perfumes set revision = revision + 1 where id = new.id; end;

CREATE INDEX "perfumes_by_foto" on "perfumes" ("foto");

CREATE TABLE "changed_rows" ("id" integer not null primary key autoincrement, "entry_id" integer not null references "audit_log" ("id") on delete cascade, "at" text not null, "place" text not null, "user_id" text references "usuarios" ("id") on delete cascade, "key" text not null, "before" text, "after" text);

CREATE INDEX "changed_rows_by_entry_id" on "changed_rows" ("entry_id");

CREATE INDEX "changed_rows_by_at" on "changed_rows" ("at");

CREATE INDEX "changed_rows_by_user_id" on "changed_rows" ("user_id");

CREATE TABLE "suspensions" ("user_id" text not null primary key references "usuarios" ("id") on delete cascade, "since" text not null, "until" text, "entry" integer not null);

CREATE INDEX "prices_held" on "prices" ("created_at", "id", "user_id") where "state" = 'held';

CREATE TABLE "barred_addresses" ("address_hash" text not null primary key, "until" text);

CREATE TABLE "removed_votes" ("user_id" text not null references "usuarios" ("id") on delete cascade, "entry" integer not null, "dupe_id" integer not null, "voto" integer not null check (voto in (1, -1)), "created_at" text not null, constraint "removed_votes_once" primary key ("entry", "dupe_id"));

CREATE INDEX "removed_votes_of_user" on "removed_votes" ("user_id");

CREATE TABLE "removed_reviews" ("review_id" integer not null references "dupe_reviews" ("id") on delete cascade, "entry" integer not null, "state" text not null check (state in ('shown', 'hidden')), "version" integer not null, constraint "removed_reviews_once" primary key ("entry", "review_id"));

CREATE INDEX "removed_reviews_of_review" on "removed_reviews" ("review_id");

CREATE TABLE "kept_forms" ("user_id" text not null references "usuarios" ("id") on delete cascade, "token_hash" text not null primary key, "path" text not null, "fields" text not null, "expires_at" text not null);

CREATE INDEX "kept_forms_of_user" on "kept_forms" ("user_id");

CREATE TABLE "second_factors" ("user_id" text not null primary key references "usuarios" ("id") on delete cascade, "secret" text not null, "since" text not null, "confirmed_at" text, "last_step" integer);

CREATE TABLE "recovery_codes" ("user_id" text not null references "usuarios" ("id") on delete cascade, "code_hash" text not null, constraint "recovery_codes_once" primary key ("user_id", "code_hash"));

CREATE TABLE "second_steps" ("user_id" text not null references "usuarios" ("id") on delete cascade, "token_hash" text not null primary key, "device_hash" text not null, "path" text not null, "expires_at" text not null);

CREATE INDEX "second_steps_of_user" on "second_steps" ("user_id");

CREATE TABLE "operator_networks" ("user_id" text not null references "usuarios" ("id") on delete cascade, "network_hash" text not null, "language" text not null, "seen_at" text not null, constraint "operator_networks_once" primary key ("user_id", "network_hash"));

CREATE INDEX "dupe_reviews_hidden" on "dupe_reviews" ("created_at", "id") where "state" = 'hidden';

CREATE INDEX "audit_log_statement_due" on "audit_log" ("id") where "statement_due" = 1;
