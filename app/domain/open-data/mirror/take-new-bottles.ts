import { addBottles, type NewBottle } from "#app/domain/catalog/bottles.ts";
import type { Db } from "#db/database.ts";
import { type PerfumeRow, takePerfumes } from "./take-perfumes.ts";
import { type About, added, type Taken, unchanged } from "./taker.ts";

/** Of an empty catalogue, whose bottles get the ids that they have in the dump. */
export function createBottleTaker(tx: Db, now: Date) {
  let news: NewBottle[] = [];
  return {
    ...takePerfumes,
    async take(_tx: Db, row: PerfumeRow, { id, bottles }: About): Promise<Taken> {
      if (bottles.named(row)) return unchanged;
      bottles.renamed(null, { ...row, id: id! });
      news.push({ ...row, id: id!, popularidad: row.popularidad ?? 0 });
      return added(id!);
    },
    async finish(): Promise<void> {
      await addBottles(tx, news, now.toISOString());
      news = [];
    },
  };
}
