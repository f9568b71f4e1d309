// What attackers with bought mailboxes do, whatever it is that they want changed (RULES.md 5.7, 5.8, 9.11).
import { eraseAccount } from "#app/domain/desk/erase-account.ts";
import { countDueVotes, deleteOldVoteNetworks } from "#app/domain/reviews/vote-waits.ts";
import type { Ballot } from "#app/domain/reviews/ballots.ts";
import type { Db } from "#db/database.ts";
import { migrate } from "#db/migrate.ts";
import { connect } from "#db/open/open.ts";
import { addAccount, addAccounts } from "../../support/accounts.ts";
import { addDupe, addPerfume } from "../../support/database.ts";

const day = 24 * 60 * 60 * 1000;
export const start = Date.parse("2026-02-01T00:00:00.000Z");
const patience = 365;
const secrets = ["secret"];

export interface Scene {
  db: Db;
  /** one person's vote or verdict */
  give(userId: string, now: Date, ballot: Ballot): Promise<unknown>;
  isReached(): Promise<boolean>;
}

/** A dupe on a site with 100 old accounts. */
export async function oldSite(estimacion?: number) {
  const db = connect(":memory:");
  await migrate(db);
  await addAccounts(db, 100, new Date(start - 90 * day).toISOString());
  const perfumeId = await addPerfume(db, "Creed", "Aventus");
  const dupeId = await addDupe(db, perfumeId, "Armaf", "Club de Nuit", { estimacion });
  return { db, perfumeId, dupeId };
}

const ballotFrom = (network: string) => ({ secrets, network, emailsAreConfirmed: true });

async function tomorrow({ db }: Scene, now: Date): Promise<void> {
  await countDueVotes(db, now);
  await deleteOldVoteNetworks(db, now);
}

/** @returns days until the goal is reached; null if not within a year */
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
    await scene.give(name, now, ballotFrom(`network ${n % networks}`));
  }
  for (let days = 0; days <= patience; days++) {
    await tomorrow(scene, new Date(start + days * day));
    if (await scene.isReached()) return days;
  }
  return null;
}

/** Plus-tags, and every four days a new account in place of the old one. */
async function withOneMailbox(scene: Scene): Promise<number | null> {
  for (let days = 0; days <= patience; days++) {
    const now = new Date(start + days * day);
    await tomorrow(scene, now);
    if (await scene.isReached()) return days;
    if (days % 4 > 0) continue;
    const name = `mailbox${days}`;
    const account = { createdAt: now.toISOString(), email: `ana+${days}@gmail.com` };
    await addAccount(scene.db, name, account);
    await scene.give(name, now, ballotFrom(`network ${days}`));
    if (days > 0) await eraseAccount(scene.db, `mailbox${days - 4}`, true, secrets, now);
  }
  return null;
}

/** @param needed accounts with a mailbox each @returns a row for each way */
export async function waysTo(dupe: string, needed: number, sceneOf: () => Promise<Scene>) {
  const rows: Record<string, string | number>[] = [];
  async function add(
    accounts: number,
    networks: number | string,
    attack: (scene: Scene) => Promise<number | null>,
  ) {
    const scene = await sceneOf();
    rows.push({ dupe, accounts, networks, days: (await attack(scene)) ?? "not in a year" });
    await scene.db.destroy();
  }
  await add(1, "any, one mailbox", withOneMailbox);
  await add(needed, `${needed}, one mail domain`, (scene) =>
    daysWith(scene, needed, needed, "catchall.com"),
  );
  for (const networks of [1, 10, Math.ceil(needed / 6)])
    await add(needed, networks, (scene) => daysWith(scene, needed, networks));
  return rows;
}
