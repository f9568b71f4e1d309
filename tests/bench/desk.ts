// Response times of every page of the desk with 10,000 waiting suggestions, prices and reviews, 60,000 bottles, 20,000 people,
// 300,000 votes, 100,000 log entries, 5,000 messages and 5,000 failed emails.
import { sql } from "kysely";
import { importPerfumes } from "#app/domain/catalog/csv/import-perfumes.ts";
import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import { setRole } from "#app/domain/desk/operators.ts";
import { addDupe } from "../support/database.ts";
import { openSite } from "../support/site.ts";
import { signedIn } from "../support/sign-in.ts";
import { newBottle } from "./databases.ts";
import { percentile } from "./measure.ts";
import { synthetic } from "./search-synthetic.ts";

const bottles = 60_000;
const suggestions = 9000;
/** of the bottle that is opened */
const dupes = 100;
const rounds = 30;

const site = await openSite();
const { db } = site;
await fill();
const olga = await signedIn(site, "olga");
await setRole(db, olga.id, "owner", new Date());
await site.services.search.warm();
const rows = [];
for (const path of [
  "/es/desk",
  "/es/desk/queue",
  "/es/desk/queue?page=500",
  "/es/desk/queue?page=1000",
  "/es/desk/queue?kind=perfume",
  "/es/desk/queue?kind=dupe",
  "/es/desk/queue?kind=price",
  "/es/desk/queue?kind=review",
  "/es/desk/perfumes",
  "/es/desk/perfumes?q=aventus",
  "/es/desk/perfumes?q=club+de+nuit&page=2",
  "/es/desk/perfumes/59999",
  "/es/desk/perfumes/1",
  "/es/desk/people",
  "/es/desk/people?q=person-1",
  "/es/desk/people/person-1",
  "/es/desk/messages",
  "/es/desk/messages?page=100",
  "/es/desk/emails",
  "/es/desk/log",
  "/es/desk/log?before=50000",
  "/es/desk/log?kind=review",
  "/es/desk/log?bottle=7",
  "/es/desk/log?person=person-1",
]) {
  const times: number[] = [];
  const cpu = process.cpuUsage();
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    const { status } = await olga.get(path);
    times.push(performance.now() - began);
    if (status !== 200) throw new Error(`${path}: ${status}`);
  }
  const { user, system } = process.cpuUsage(cpu);
  const ms = (share: number) => Number(percentile(times, share).toFixed(1));
  const used = Math.round((user + system) / 1000 / rounds);
  rows.push({ path, "median ms": ms(50), "slowest ms": ms(100), "CPU ms": used });
}
console.table(rows);
await site.close();

/** Bottles with realistic names, and suggestions of similar names. */
async function fill() {
  await importPerfumes(db, "app/domain/catalog/starter/perfumes.csv");
  const real = await db.selectFrom("perfumes").select(["id", "marca", "nombre"]).execute();
  const names = real.map((one) => ({ ...one, popularidad: 0, isLookalike: false, otherNames: [] }));
  const made = [...synthetic(names, bottles + suggestions)].slice(real.length);
  await db.transaction().execute(async (tx) => {
    for (const [at, { marca, nombre }] of made.entries()) {
      const created_at = new Date(Date.now() - at * 40_000).toISOString();
      const suggestion = {
        clave: `${at}`,
        twin_key: `${at}`,
        user_id: null,
        veces: 1 + (at % 7),
        created_at,
      };
      const unique = `${nombre} ${at}`;
      if (at < bottles - real.length)
        await tx
          .insertInto("perfumes")
          .values(newBottle(marca, unique, created_at))
          .execute();
      else if (at % 2)
        await tx
          .insertInto("sugerencias_perfumes")
          .values({ ...suggestion, marca_perfume: marca, nombre_perfume: nombre })
          .execute();
      else
        await tx
          .insertInto("sugerencias_dupes")
          .values({ ...suggestion, perfume_id: 1, marca_dupe: marca, nombre_dupe: nombre })
          .execute();
    }
    await catalogChanged(tx);
  });
  for (let n = 0; n < dupes; n++) await addDupe(db, 1, "Zara", `Copy ${n}`);
  await fillAround();
}

/** Repeats a row `count` times; `id` counts from 1 and `at` is a time in the last 30 days. */
function numbers(count: number) {
  return sql`(
  with recursive n(id) as (select 1 union all select id + 1 from n where id < ${sql.lit(count)})
  select id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || ((id * 37) % 43000) || ' minutes') as at from n)`;
}

async function fillAround() {
  await db.transaction().execute(async (tx) => {
    for (const statement of [
      sql`insert into usuarios (id, nombre_usuario, nombre_usuario_clave, created_at)
        select 'person-' || id, 'person-' || id, 'person-' || id, at from ${numbers(20_000)}`,
      sql`insert into suggestion_authors (perfume_suggestion_id, user_id, at)
        select id, 'person-1', created_at from sugerencias_perfumes`,
      sql`insert into prices
          (perfume_id, amount_cents, currency, size_ml, kind, shop, seen_on, state, created_at)
        select id, 2490, 'EUR', 100, 'bottle', 'x.example', date(at), 'held', at from ${numbers(900)}`,
      sql`insert into user_votes (dupe_id, user_id, voto, created_at)
        select (select min(id) from dupes) + id % ${sql.lit(dupes)}, 'person-' || (1 + id / ${sql.lit(dupes)}), 1, at
        from ${numbers(300_000)} where id / ${sql.lit(dupes)} < 20000`,
      sql`insert into dupe_reviews (dupe_id, user_id, description, language, created_at)
        select (select min(id) from dupes) + id % ${sql.lit(dupes)}, 'person-' || (1 + id % 20000), 'Bueno', 'es', at
        from ${numbers(20_000)}`,
      sql`insert into review_reports (review_id, user_id, reason, created_at)
        select id, 'person-' || (2 + id), 'spam', at from ${numbers(100)}`,
      sql`insert into audit_log (at, via, actor_id, action, subject, perfume_id, person_id, before, after, reason)
        select at, 'desk', 'person-' || (1 + id % 5), 'refuse',
          case id % 3 when 0 then 'review:' when 1 then 'perfume-suggestion:' else 'price:' end || id,
          1 + id % 60000, 'person-' || (1 + id % 20000), '{"state":"waiting"}', '{"state":"refused"}', 'No'
        from ${numbers(100_000)}`,
      sql`insert into contact_messages (name, email, message, created_at, kind, privacy_accepted)
        select 'Ana', 'ana@sosia.example', 'Hola', at, 'contact', 1 from ${numbers(5000)}`,
      sql`insert into outbox (message_id, recipient, subject, text, html, created_at, attempts, last_error, dead_at)
        select 'm' || id, 'ana@sosia.example', 'Hola', 't', 'h', at, 9, '550', at from ${numbers(5000)}`,
      sql`insert into perfume_month_views (month, perfume_id, views)
        select strftime('%Y-%m', 'now'), id, 1 + id % 100 from ${numbers(60_000)}`,
      sql`insert into search_misses (day, text, times)
        select date(at), 'text ' || id, 1 + id % 9 from ${numbers(30_000)}`,
    ])
      await statement.execute(tx);
  });
}
