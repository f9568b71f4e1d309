// Attackers who want a dupe's figure elsewhere (RULES.md 5.7, 5.8, 9.11).
import { similarity } from "#app/domain/catalog/similarity.ts";
import { eraseAccount } from "#app/domain/desk/erase-account.ts";
import { countDueVotes, deleteOldVoteNetworks } from "#app/domain/reviews/vote-waits.ts";
import { castVote } from "#app/domain/reviews/votes.ts";
import type { Db } from "#db/database.ts";
import { migrate } from "#db/migrate.ts";
import { connect } from "#db/open/open.ts";
import { addAccount, addAccounts } from "../../support/accounts.ts";
import { addDupe, addPerfume } from "../../support/database.ts";

const day = 24 * 60 * 60 * 1000;
const start = Date.parse("2026-02-01T00:00:00.000Z");
const patience = 365;
const secrets = ["secret"];

interface Goal {
  from: number;
  to: number;
  honest: number;
}

interface Scene extends Goal {
  db: Db;
  perfumeId: number;
  dupeId: number;
}

async function sceneOf(goal: Goal): Promise<Scene> {
  const db = connect(":memory:");
  await migrate(db);
  await addAccounts(db, 100, new Date(start - 90 * day).toISOString());
  const perfumeId = await addPerfume(db, "Creed", "Aventus");
  const likes = Math.round((goal.honest * goal.from) / 100);
  const dupeId = await addDupe(db, perfumeId, "Armaf", "Club de Nuit", { estimacion: goal.from });
  const honest = Array.from({ length: goal.honest }, (_, n) => ({
    dupe_id: dupeId,
    voto: n < likes ? (1 as const) : (-1 as const),
    created_at: new Date(start - 60 * day).toISOString(),
  }));
  if (honest.length > 0) await db.insertInto("user_votes").values(honest).execute();
  await db
    .updateTable("dupes")
    .set({ likes, dislikes: goal.honest - likes })
    .execute();
  return { ...goal, db, perfumeId, dupeId };
}

function votesNeeded({ from, to, honest }: Goal): number {
  const likes = Math.round((honest * from) / 100);
  let votes = 0;
  while (similarity(likes + votes, honest - likes, from) < to) votes++;
  return votes;
}

const figure = async ({ db, dupeId }: Scene) =>
  (
    await db
      .selectFrom("dupes")
      .select("porcentaje")
      .where("id", "=", dupeId)
      .executeTakeFirstOrThrow()
  ).porcentaje;

async function vote({ db, perfumeId, dupeId }: Scene, name: string, network: string, now: Date) {
  const ballot = { secrets, network, emailsAreConfirmed: true };
  return castVote(db, name, { dupeId, perfumeId, voto: 1 }, now, ballot);
}

async function tomorrow({ db }: Scene, now: Date): Promise<void> {
  await countDueVotes(db, now);
  await deleteOldVoteNetworks(db, now);
}

/** @returns days until the figure is reached; null if not within a year */
async function daysWith(
  scene: Scene,
  accounts: number,
  networks: number,
  domain = "gmail.com",
): Promise<number | null> {
  const now = new Date(start);
  for (let n = 0; n < accounts; n++) {
    const name = await addAccount(scene.db, `bought${n}`, {
      createdAt: now.toISOString(),
      email: `bought${n}@${domain}`,
    });
    await vote(scene, name, `network ${n % networks}`, now);
  }
  for (let days = 0; days <= patience; days++) {
    await tomorrow(scene, new Date(start + days * day));
    if ((await figure(scene)) >= scene.to) return days;
  }
  return null;
}

/** Plus-tags, and every four days a new account in place of the old one. */
async function withOneMailbox(scene: Scene): Promise<number | null> {
  for (let days = 0; days <= patience; days++) {
    const now = new Date(start + days * day);
    await tomorrow(scene, now);
    if ((await figure(scene)) >= scene.to) return days;
    if (days % 4 > 0) continue;
    const name = `mailbox${days}`;
    const account = { createdAt: now.toISOString(), email: `ana+${days}@gmail.com` };
    await addAccount(scene.db, name, account);
    await vote(scene, name, `network ${days}`, now);
    if (days > 0) await eraseAccount(scene.db, `mailbox${days - 4}`, true, secrets, now);
  }
  return null;
}

const goals: Goal[] = [
  [10, 95],
  [55, 65],
].flatMap(([from, to]) => [0, 20, 200].map((honest) => ({ from: from!, to: to!, honest })));

export async function votesTable() {
  const rows: Record<string, string | number>[] = [];
  for (const goal of goals) {
    const needed = votesNeeded(goal);
    const told = (days: number | null) => days ?? "not in a year";
    const add = (accounts: number, networks: number | string, days: number | null) =>
      rows.push({
        dupe: `${goal.from} to ${goal.to} %, ${goal.honest} honest votes`,
        accounts,
        networks,
        days: told(days),
      });
    const mailbox = await sceneOf(goal);
    add(1, "any, one mailbox", await withOneMailbox(mailbox));
    await mailbox.db.destroy();
    const catchAll = await sceneOf(goal);
    const ownDomain = await daysWith(catchAll, needed, needed, "catchall.com");
    add(needed, `${needed}, one mail domain`, ownDomain);
    await catchAll.db.destroy();
    for (const networks of [1, 10, Math.ceil(needed / 6)]) {
      const scene = await sceneOf(goal);
      add(needed, networks, await daysWith(scene, needed, networks));
      await scene.db.destroy();
    }
  }
  return rows;
}
