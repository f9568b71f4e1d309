import type { BottleName } from "#app/domain/catalog/bottles.ts";
import { findPerfume } from "#app/domain/catalog/perfumes.ts";
import type { Removal } from "#app/domain/catalog/rename-and-remove.ts";
import { editPerfume, remove } from "#app/domain/desk/catalog/edit-perfume.ts";
import { merge } from "#app/domain/desk/catalog/merge.ts";
import { findEntry, type LogEntry } from "#app/domain/desk/log/audit.ts";
import type { Db } from "#db/database.ts";
import { commandTransaction } from "#db/transactions.ts";
import { fail } from "../command-line.ts";

const by = () => ({ actor: null, now: new Date() });

export const missing = (id: number) => `There is no bottle ${id}.`;

export async function removeBottle(db: Db, id: number): Promise<void> {
  const done = await commandTransaction(db, (tx) => remove(tx, id, by()));
  if (done.outcome !== "done") return fail(missing(id));
  const gone = (await logged(db, done.entry)).before as unknown as Removal;
  const { marca, nombre, dupes, originals, votes, reviews, prices } = gone;
  return console.log(
    `Removed ${id}: ${marca} · ${nombre}, with what belonged to it (dupes: ${dupes}, originals: ${originals}, votes: ${votes}, reviews: ${reviews}, prices: ${prices}). This can be undone in the desk's log for 7 days (entry ${done.entry}).`,
  );
}

export async function mergeBottles(db: Db, old: number, into: number): Promise<void> {
  const done = await commandTransaction(db, (tx) => merge(tx, old, into, by()));
  switch (done.outcome) {
    case "done": {
      const { before, after } = await logged(db, done.entry);
      const oldName = `${String(before!.marca)} ${String(before!.nombre)}`;
      return console.log(`Merged ${old} (${oldName}) into ${into} (${String(after!.name)}).`);
    }
    case "same-bottle":
      return fail("A bottle cannot be merged into itself.");
    case "dupe-of-itself":
      return fail("One is a dupe of the other: the merged bottle would be its own dupe.");
    case "no-such-bottle":
      return fail(missing(into));
    default:
      return fail(missing(old));
  }
}

export async function renameBottle(db: Db, id: number, wanted: Partial<BottleName>): Promise<void> {
  const { before, done } = await commandTransaction(db, async (tx) => ({
    before: await findPerfume(tx, id),
    done: await editPerfume(tx, id, wanted, null, by()),
  }));
  if (done.outcome === "taken")
    return fail(`Bottle ${done.id} has this name: merge ${id} into it instead.`);
  if (done.outcome === "alias-taken")
    return fail(`Bottle ${done.id} of that brand is also called ${done.alias}.`);
  if (!before) return fail(missing(id));
  return console.log(`Renamed ${id}, which was ${before.marca} · ${before.nombre}.`);
}

async function logged(db: Db, entry: number): Promise<LogEntry> {
  return (await findEntry(db, entry))!;
}
