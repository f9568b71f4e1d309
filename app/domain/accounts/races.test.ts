// Races between several PostgreSQL connections (RULES.md 14.15). SQLite has a single writer.
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Database, Db } from "#db/database.ts";
import { lockDupes } from "#app/domain/catalog/recount.ts";
import { isUnavailable } from "#db/errors.ts";
import { inTransaction } from "#db/transactions.ts";
import { openDatabase } from "#db/open/open.ts";
import { addAccount, withoutEmail } from "../../../tests/support/accounts.ts";
import { disagreements } from "../../../tests/support/counters.ts";
import { addDupe, addPerfume, freshFile } from "../../../tests/support/database.ts";
import { onPostgres } from "../../../tests/support/postgres-databases.ts";
import { deleteAccount } from "./erasure.ts";
import { publishReview } from "#app/domain/reviews/reviews.ts";
import { say } from "../../../tests/support/verdicts.ts";
import { speaker, suggestPerfume } from "../../../tests/support/suggestions.ts";
import { outcomeOf } from "../../../tests/support/outcome-of.ts";
import * as suggestions from "#app/domain/suggestions/suggestions.ts";
import { castVote } from "#app/domain/reviews/votes.ts";
import { merge } from "#app/domain/desk/catalog/merge.ts";
import { accept, refuse } from "#app/domain/desk/queue/decide.ts";
import { parseItem } from "#app/domain/desk/queue/items.ts";
import { grant } from "#app/domain/desk/roles.ts";
import { undo } from "#app/domain/desk/undo/undo.ts";
import { createHousekeeping } from "#app/jobs/housekeeping.ts";
import { createLimits } from "#app/limits/limits.ts";

const now = new Date("2026-11-30T10:00:00.000Z");
let url: string;
let sites: Database[];
let db: Db;
let bottle: number;
let dupe: number;

/** Runs `work` concurrently, `count` times. */
const times = <T>(count: number, work: (db: Db, n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => work(sites[n % sites.length]!.db, n)));

/** Does work again that a slow machine had no time for, as people are told to. */
const patiently = <T>(work: (db: Db, n: number) => Promise<T>) =>
  async function again(site: Db, n: number): Promise<T> {
    return work(site, n).catch((error) => {
      if (isUnavailable(error)) return again(site, n);
      throw error;
    });
  };

const people = async (count: number) => {
  for (let n = 0; n < count; n++) await addAccount(db, `person_${n}`);
};

const count = (all: readonly string[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(all, (one) => one)).map(([k, v]) => [k, v!.length]),
  );

describe.runIf(onPostgres)("concurrently on several connections,", () => {
  beforeEach(async () => {
    const fresh = await freshFile();
    await fresh.db.destroy();
    url = fresh.url;
    sites = [1, 2, 3].map(() => openDatabase(url, { bounded: true, connections: 8 }));
    db = sites[0]!.db;
    bottle = await addPerfume(db, "Creed", "Aventus");
    dupe = await addDupe(db, bottle, "Armaf", "Club de Nuit");
  });

  afterEach(async () => {
    for (const { peers, close } of sites) {
      await peers.stop();
      await close();
    }
  });

  test("rate-limit counts are taken and given back without failures", async () => {
    const counts = ["a", "b", "c", "d"].map((key) => ["mistakesOfWideNetwork", key] as const);
    const limits = sites.map((site) => createLimits(site.db, "secret"));
    const failed: unknown[] = [];
    for (let round = 0; round < 20; round++)
      await Promise.all(
        Array.from({ length: 20 }, async (_, n) => {
          const { take, giveBack } = limits[n % limits.length]!;
          await (n % 2 ? take(counts) : giveBack(counts)).catch((error) => failed.push(error));
        }),
      );
    expect(failed).toEqual([]);
  });

  test("suggestions of four networks at once count four times, and keep two of visitors' pages", async () => {
    const suggested = { perfumeId: bottle, marca: "Zara", nombre: "Red", language: "es" };
    const ask = patiently((site, n) => {
      const by = speaker(null, { network: `network ${n % 4}` });
      const fuente = `https://forum.example/${n % 8}`;
      return suggestions.suggestDupe(site, { ...suggested, by, fuente }, now);
    });
    await times(16, ask);
    const stored = db.selectFrom("sugerencias_dupes").select(["veces", "version"]);
    expect(await stored.execute()).toEqual([{ veces: 4, version: 2 }]);
    expect(await db.selectFrom("suggested_pages").select("url").execute()).toHaveLength(2);
  });

  test("thirty decisions of two operators are each made once, logged once and undone once", async () => {
    for (const name of ["mia", "ida"]) {
      await addAccount(db, name);
      await grant(db, name, "moderator", null, now);
    }
    for (let n = 0; n < 30; n++)
      await suggestPerfume(
        db,
        { marca: "Zara", nombre: `No ${n}`, userId: null, language: "es" },
        now,
      );
    const rows = await db.selectFrom("sugerencias_perfumes").select("id").orderBy("id").execute();
    const items = rows.map(({ id }) => ({ ...parseItem(`perfume:${id}`)!, version: 1 }));
    const outcomes: string[] = [];
    const work = async (site: Db, actor: string, list: typeof items) => {
      for (const [n, item] of list.entries()) {
        const outcome = await outcomeOf(
          n % 2 ? accept(site, item, {}, actor, now) : refuse(site, item, "No", actor, now),
        );
        outcomes.push(typeof outcome === "string" ? outcome : "decided");
      }
    };
    await Promise.all([work(db, "mia", items), work(sites[1]!.db, "ida", items.toReversed())]);
    expect(count(outcomes)).toEqual({ decided: 30, stale: 30 });
    const entries = await db
      .selectFrom("audit_log")
      .select(["id", "action"])
      .where("action", "in", ["accept", "refuse"])
      .execute();
    expect(entries).toHaveLength(30);
    const refused = entries.filter(({ action }) => action === "refuse").slice(0, 5);
    for (const { id } of refused) {
      const undone = await times(4, (site) => outcomeOf(undo(site, id, "mia", now)));
      expect(undone.filter((one) => one === "undone-already")).toHaveLength(3);
    }
  });

  test("a merge during votes and reviews keeps every count right and no vote twice", async () => {
    await people(20);
    await addAccount(db, "mia");
    await grant(db, "mia", "owner", null, now);
    const twin = await addPerfume(db, "Armaf", "Club de Nuit Intense");
    const other = await addDupe(db, bottle, "Armaf", "Club de Nuit Intense");
    const { dupe_perfume_id: into } = await db
      .selectFrom("dupes")
      .select("dupe_perfume_id")
      .where("id", "=", dupe)
      .executeTakeFirstOrThrow();
    const votes = times(40, (site, n) =>
      outcomeOf(
        castVote(
          site,
          `person_${n % 20}`,
          { dupeId: n < 20 ? dupe : other, perfumeId: bottle, voto: 1 },
          now,
          withoutEmail,
        ),
      ),
    );
    const reviews = times(10, (site, n) =>
      outcomeOf(
        publishReview(
          site,
          `person_${n}`,
          { dupeId: other, perfumeId: bottle, description: `No ${n}`, language: "es" },
          now,
        ),
      ),
    );
    const merged = merge(sites[2]!.db, twin, into, { actor: "mia", now });
    await merged;
    expect(
      Object.keys(count(await votes)).filter(
        (one) => !/^(cast|already-voted|no-such-dupe)$/u.test(one),
      ),
    ).toEqual([]);
    const published = (await reviews).filter((one) => one === "published");
    expect(await db.selectFrom("dupe_reviews").select("id").execute()).toHaveLength(
      published.length,
    );
    expect(await disagreements(db, now)).toEqual([]);
  });

  test("an account deleted during its own actions leaves no personal data and correct counts", async () => {
    await people(5);
    const act = patiently(async (site, n) => {
      const userId = `person_${n % 5}`;
      const about = { dupeId: dupe, perfumeId: bottle };
      const kind = Math.floor(n / 5);
      if (kind === 4) return deleteAccount(site, userId, true, []).then(() => "deleted");
      if (kind % 4 === 0)
        return outcomeOf(castVote(site, userId, { ...about, voto: 1 }, now, withoutEmail));
      if (kind % 4 === 1) {
        const named = { marca: "Zara", nombre: `No ${n}`, userId, language: "es" };
        return suggestPerfume(site, named, now).then(() => "suggested");
      }
      const description = `${userId} ${n}`;
      return outcomeOf(publishReview(site, userId, { ...about, description, language: "es" }, now));
    });
    const outcomes = await times(40, act);
    expect(count(outcomes).deleted).toBe(5);
    expect(await db.selectFrom("usuarios").select("id").execute()).toEqual([]);
    for (const table of ["accounts", "dupe_reviews"] as const)
      expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([table, []]);
    const named = db.selectFrom("suggestion_authors").select("id").where("user_id", "is not", null);
    expect(await named.execute()).toEqual([]);
    expect(await disagreements(db, now)).toEqual([]);
  });

  test("who is suspended while their verdict waits for its dupe says nothing (RULES.md 9.13)", async () => {
    await people(1);
    const suspension = { user_id: "person_0", since: now.toISOString(), entry: 1 };
    const locks = sql`select 1 from pg_locks where not granted`;
    let given: Promise<unknown> | undefined;
    await inTransaction(db, async (tx) => {
      await lockDupes(tx, [dupe]);
      given ??= outcomeOf(say(sites[1]!.db, "person_0", dupe, { lasting: "less" }));
      await expect.poll(async () => (await locks.execute(tx)).rows).not.toEqual([]);
      await tx.insertInto("suspensions").values(suspension).execute();
    });
    expect(await given).toBe("no-such-person");
    expect(await db.selectFrom("verdicts").select("id").execute()).toEqual([]);
  });

  test("only one of three processes does the housekeeping", async () => {
    for (const { peers } of sites) peers.start();
    await Promise.all(
      sites.map(async ({ peers }) => {
        await expect
          .poll(() => peers.tryLock(`ready ${Math.random()}`, async () => true))
          .toBe(true);
      }),
    );
    let atWork = 0;
    let most = 0;
    const task = async (site: Db) => {
      most = Math.max(most, ++atWork);
      await site.selectFrom("perfumes").select("id").execute();
      await new Promise((done) => setTimeout(done, 50));
      atWork--;
    };
    const keepers = sites.map((site) => createHousekeeping(site.db, site.peers, [task]));
    for (const keeper of keepers) keeper.start();
    await expect
      .poll(() => db.selectFrom("last_runs").select("name").execute())
      .toEqual([{ name: "housekeeping" }]);
    for (const keeper of keepers) await keeper.stop();
    expect(most).toBe(1);
  });
});
