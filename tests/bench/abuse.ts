// What every figure that people see costs somebody who wants another one: `npm run bench abuse`.
import { countDueVoices } from "#app/domain/desk/count-due-voices.ts";
import { deleteOldVoiceNetworks } from "#app/domain/voices/waits.ts";
import { addAccount } from "../support/accounts.ts";
import { attacks, day, type Scene, start } from "./abuse/attacks.ts";

/** More than the last is called never. */
const mailboxes = [1, 2, 3, 5, 7, 10, 22, 50, 80, 202, 400];
/** A network has room for six more each week. */
const days = [0, 3, ...Array.from({ length: 51 }, (_, week) => 11 + 7 * week)];

/** @returns days until it is reached; null if not within a year */
async function daysWith(
  stage: () => Promise<Scene>,
  { people, networks, domain }: { people: number; networks: number; domain: string },
): Promise<number | null> {
  const scene = await stage();
  try {
    for (let n = 0; n < people; n++) {
      const account = { createdAt: start.toISOString(), email: `bought${n}@${domain}` };
      const userId = await addAccount(scene.db, `bought${n}`, account);
      await scene.speak(userId, `network ${n % networks}`, start);
    }
    let counted = "";
    for (const after of days) {
      const now = new Date(start.getTime() + after * day);
      const changed = await countDueVoices(scene.db, now);
      await deleteOldVoiceNetworks(scene.db, now);
      if (await scene.isReached(now)) return after;
      // Nothing waits for room any more.
      const state = JSON.stringify(changed);
      if (after > 3 && after < 180 && state === "[]" && counted === "[]") return null;
      counted = state;
    }
    return null;
  } finally {
    await scene.db.destroy();
  }
}

async function cheapest(stage: () => Promise<Scene>) {
  const never = { mailboxes: "never", networks: "", days: "", "one own mail domain": "" };
  for (const people of mailboxes) {
    const all = { people, networks: people, domain: "gmail.com" };
    if ((await daysWith(stage, all)) === null) continue;
    for (const networks of [...mailboxes.filter((n) => n < people), people]) {
      const needed = await daysWith(stage, { ...all, networks });
      if (needed === null) continue;
      const own = await daysWith(stage, { people, networks, domain: "catchall.com" });
      return { mailboxes: people, networks, days: needed, "one own mail domain": own ?? "never" };
    }
  }
  return never;
}

const rows = [];
for (const [figure, stage] of Object.entries(attacks))
  for (const people of [0, 20, 200]) {
    rows.push({ figure, "honest people": people, ...(await cheapest(() => stage(people))) });
    console.log(Object.values(rows.at(-1)!).join(" · "));
  }
console.table(rows);
