import { createLateWriter } from "#app/jobs/late-writer.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { normalized } from "#app/i18n/text.ts";
import { fold } from "./text/fold.ts";
import { createHmac, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";

export type SearchMisses = ReturnType<typeof createSearchMisses>;

/** Normalising long runs of accents is slow. */
const maxRead = 300;
const maxLength = 60;
/** Keeps anybody from filling the disk. */
const maxTextsPerDay = 1000;
const maxPending = 500;
/** Telephone numbers have at least this many; bottle codes have fewer. */
const minPersonalDigits = 7;
/** of the row that counts searches whose text is not stored */
const unnamed = "";
/** months (RULES.md 14.9) */
const retention = 6;

/** Writes in batches, outside requests. @param delay ms from a search to its row */
export function createSearchMisses(db: Db, delay = 2000, now: () => Date = () => new Date()) {
  const isShared = createSharedTexts();
  let pending = new Map<string, number>();
  const writer = createLateWriter(write, delay);

  function count(text: string, times: number) {
    if (!pending.has(text) && pending.size >= maxPending && text !== unnamed) return;
    pending.set(text, (pending.get(text) ?? 0) + times);
  }

  async function write() {
    if (pending.size === 0) return;
    const batch = pending;
    pending = new Map();
    try {
      await writeMisses(db, dayOf(now()), batch);
    } catch (error) {
      console.error("Searches without results could not be written:", error);
      for (const [text, times] of batch) count(text, times);
      writer.writeLater();
    }
  }

  return {
    /** Counts a search without results, its text from the third network on (RULES.md 2.2). Returns immediately and never throws. */
    record(query: string, network: string) {
      if (writer.isClosed()) return;
      const text = withoutPerson(query);
      count(text && isShared(text, network) ? text : unnamed, 1);
      writer.writeLater();
    },
    flush: writer.flush,
    close: writer.close,
  };
}

/** @returns "" for a possible email address or telephone number */
function withoutPerson(query: string): string {
  const plain = normalized(query.slice(0, maxRead), "NFKC");
  const digits = plain.match(/\p{N}/gu)?.length ?? 0;
  if (plain.includes("@") || digits >= minPersonalDigits) return "";
  return fold(plain).slice(0, maxLength).trim();
}

const dayOf = (instant: Date) => instant.toISOString().slice(0, 10);

async function writeMisses(db: Db, day: string, batch: Map<string, number>): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { texts } = await tx
      .selectFrom("search_misses")
      .select((row) => row.fn.countAll<number>().as("texts"))
      .where("day", "=", day)
      .where("text", "!=", unnamed)
      .executeTakeFirstOrThrow();
    let room = maxTextsPerDay - Number(texts);
    for (const [text, times] of batch) {
      const known = await tx
        .updateTable("search_misses")
        .set((row) => ({ times: row("times", "+", times) }))
        .where("day", "=", day)
        .where("text", "=", text)
        .executeTakeFirst();
      const hasRoom = room > 0 || text === unnamed;
      if (known.numUpdatedRows > 0n || !hasRoom) continue;
      await tx.insertInto("search_misses").values({ day, text, times }).execute();
      if (text !== unnamed) room--;
    }
  });
}

export async function deleteOldSearchMisses(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now);
  oldest.setUTCMonth(oldest.getUTCMonth() - retention);
  await db.deleteFrom("search_misses").where("day", "<", dayOf(oldest)).execute();
}

/** With fewer it may be one person's, such as a name typed by mistake (RULES.md 2.2). */
const enoughNetworks = 3;
const maxTexts = 10_000;
/** ms after the last search */
const rememberedFor = 7 * 24 * 60 * 60_000;

/** In memory, as hashes under a key that ends with the process. @returns whether a text has come from enough networks */
export function createSharedTexts(): (text: string, network: string) => boolean {
  const key = randomBytes(32);
  const keyed = (text: string) => createHmac("sha256", key).update(text).digest("base64url");
  const seen = new LRUCache<string, readonly string[]>({ max: maxTexts, ttl: rememberedFor });
  return (text, network) => {
    const hash = keyed(text);
    const before = seen.get(hash) ?? [];
    const networks = [...new Set([...before, keyed(network)])].slice(0, enoughNetworks);
    seen.set(hash, networks);
    return networks.length === enoughNetworks;
  };
}
