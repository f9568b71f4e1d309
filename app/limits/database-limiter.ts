import { type IRateLimiterOptions, RateLimiterRes } from "rate-limiter-flexible";
import RateLimiterStoreAbstract from "rate-limiter-flexible/lib/RateLimiterStoreAbstract.js";
import type { Selectable } from "kysely";
import type { Db } from "#db/connect.ts";
import type { RateLimitsTable } from "#db/schema.ts";

type Count = Pick<Selectable<RateLimitsTable>, "points" | "expires_at">;

/** A store on our database. The library's RateLimiterSQLite creates a table outside of our migrations, and knows SQLite only. */
export class DatabaseLimiter extends RateLimiterStoreAbstract {
  readonly #db: Db;

  constructor(db: Db, options: IRateLimiterOptions) {
    super({ ...options, storeClient: db });
    this.#db = db;
  }

  /** @param forceExpire begins a new window with these points even if one is open */
  async _upsert(key: string, points: number, ms: number, forceExpire = false): Promise<Count> {
    const now = new Date();
    const expires_at = ms > 0 ? new Date(now.getTime() + ms).toISOString() : null;
    return this.#db
      .insertInto("rate_limits")
      .values({ key, points, expires_at })
      .onConflict((conflict) =>
        conflict.column("key").doUpdateSet((row) => {
          if (forceExpire) return { points, expires_at };
          const open = row.or([
            row("rate_limits.expires_at", "is", null),
            row("rate_limits.expires_at", ">", now.toISOString()),
          ]);
          const counted = row("rate_limits.points", "+", points);
          return {
            points: row.case().when(open).then(counted).else(points).end(),
            expires_at: row
              .case()
              .when(open)
              .then(row.ref("rate_limits.expires_at"))
              .else(row.ref("excluded.expires_at"))
              .end(),
          };
        }),
      )
      .returning(["points", "expires_at"])
      .executeTakeFirstOrThrow();
  }

  async _get(key: string): Promise<Count | null> {
    const found = await this.#db
      .selectFrom("rate_limits")
      .select(["points", "expires_at"])
      .where("key", "=", key)
      .where((row) =>
        row.or([row("expires_at", "is", null), row("expires_at", ">", new Date().toISOString())]),
      )
      .executeTakeFirst();
    return found ?? null;
  }

  async _delete(key: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom("rate_limits")
      .where("key", "=", key)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  _getRateLimiterRes(_key: string, changed: number, { points, expires_at }: Count): RateLimiterRes {
    const msBeforeNext =
      expires_at === null ? -1 : Math.max(Date.parse(expires_at) - Date.now(), 0);
    const remaining = Math.max(this.points - points, 0);
    return new RateLimiterRes(remaining, msBeforeNext, points, changed === points);
  }
}
