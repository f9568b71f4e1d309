import { existsSync } from "node:fs";
import { readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";
import { besides, restorePlanOf } from "../sqlite/sqlite-address.ts";
import { syncFolder, writeWhole } from "../files.ts";
import { failure } from "./manifest.ts";

const part = z.object({ target: z.string(), staged: z.string(), old: z.string() });

const schema = z.object({
  backup: z.string(),
  uploads: part,
  database: part,
});

/** Stored beside the database while data is moved: nobody opens a mixture, and a killed restore can be finished (RULES.md 14.11). */
export type RestorePlan = z.infer<typeof schema>;
type Part = z.infer<typeof part>;

export async function unfinishedPlan(database: string): Promise<RestorePlan | null> {
  const path = restorePlanOf(database);
  if (!existsSync(path)) return null;
  const plan = schema.safeParse(JSON.parse(await readFile(path, "utf8"))).data;
  if (!plan) throw failure(`${path} is not the plan of a restore: move it away and look.`);
  return plan;
}

export async function begin(plan: RestorePlan): Promise<void> {
  await writeWhole(restorePlanOf(plan.database.target), JSON.stringify(plan));
  try {
    await finish(plan);
  } catch (error) {
    if (nothingMoved(plan.uploads) && nothingMoved(plan.database))
      await rm(restorePlanOf(plan.database.target));
    throw error;
  }
}

export async function finish({ uploads, database }: RestorePlan): Promise<void> {
  // Starts with what can fail: a folder may be a mount point, which cannot be renamed.
  await exchange(uploads, []);
  await exchange(database, besides);
  await rm(restorePlanOf(database.target));
  await syncFolder(dirname(database.target));
}

const nothingMoved = ({ staged, old }: Part) => existsSync(staged) && !existsSync(old);

export async function exchange({ target, staged, old }: Part, endings: string[]): Promise<void> {
  if (!existsSync(staged)) return;
  if (existsSync(target)) {
    if (existsSync(old))
      throw failure(
        `${target} came while the restore was interrupted: move it away, run it again.`,
      );
    await rename(target, old);
  }
  for (const ending of endings)
    if (existsSync(target + ending)) await rename(target + ending, old + ending);
  await syncFolder(dirname(target));
  await rename(staged, target);
  await syncFolder(dirname(target));
}
