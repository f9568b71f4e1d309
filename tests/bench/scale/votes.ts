// Votes through the domain function, and emails through three workers, on both databases.
import { castVote } from "#app/domain/reviews/votes.ts";
import { queueEmail } from "#app/mail/outbox.ts";
import { createMailWorker } from "#app/mail/mail-worker.ts";
import { openDatabase } from "#db/open/open.ts";
import { inTransaction } from "#db/transactions.ts";
import { seeded } from "../search-synthetic.ts";
import { people, sizes } from "./fill.ts";
import { rounded } from "./load.ts";
import { withoutEmail } from "../../support/accounts.ts";

interface VoteRate {
  database: string;
  on: string;
  "at once": number;
  "votes/s": number;
  "p99 ms": number;
  failed: number;
}

/** ms of each measurement */
const time = Math.min(2000, sizes.seconds * 1000);

export async function castVotes(urls: Record<string, string>): Promise<VoteRate[]> {
  const table: VoteRate[] = [];
  let turn = 0;
  for (const on of ["many dupes", "one dupe"])
    for (const atOnce of [1, 10, 50])
      for (const [database, url] of Object.entries(urls))
        table.push({ database, on, "at once": atOnce, ...(await votes(url, on, atOnce, turn++)) });
  return table;
}

async function votes(url: string, on: string, atOnce: number, turn: number) {
  const { db, close } = openDatabase(url, { bounded: true });
  const dupes = await db
    .selectFrom("dupes")
    .select(["id", "perfume_id"])
    .orderBy("id", "desc")
    .execute();
  const random = seeded(100 + turn);
  const times: number[] = [];
  let [next, cast, failed] = [0, 0, 0];
  const began = performance.now();
  const voter = async () => {
    while (performance.now() - began < time) {
      const dupe = dupes[on === "one dupe" ? turn : Math.floor(random() * dupes.length)]!;
      const person = `person-${1 + (on === "one dupe" ? next++ % people : Math.floor(random() * people))}`;
      const started = performance.now();
      try {
        const vote = { dupeId: dupe.id, perfumeId: dupe.perfume_id, voto: 1 } as const;
        if ((await castVote(db, person, vote, new Date(), withoutEmail)) === "cast") cast++;
      } catch {
        failed++;
      }
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, voter));
  const seconds = (performance.now() - began) / 1000;
  await close();
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
  return { "votes/s": Math.round(cast / seconds), "p99 ms": rounded(p99, 1), failed };
}

/** Three workers, as in three processes, send the queued emails. */
export async function sendEmails(urls: Record<string, string>, count = 600) {
  const table = [];
  for (const [database, url] of Object.entries(urls)) {
    const opened = Array.from({ length: 3 }, () => openDatabase(url, { bounded: true }));
    const now = new Date();
    await inTransaction(opened[0]!.db, async (tx) => {
      for (let n = 0; n < count; n++)
        await queueEmail(
          tx,
          { to: `person-${n}@sosia.example`, subject: `${n}`, text: "Hola", html: "<p>Hola" },
          now,
        );
    });
    const sent = new Map<string, number>();
    const workers = opened.map(({ db }) =>
      createMailWorker(db, async ({ recipient }) => {
        sent.set(recipient, (sent.get(recipient) ?? 0) + 1);
      }),
    );
    const began = performance.now();
    await Promise.all(workers.map((worker) => worker.sendDue(new Date())));
    const seconds = (performance.now() - began) / 1000;
    for (const { close } of opened) await close();
    table.push({
      database,
      queued: count,
      "sent once": [...sent.values()].filter((times) => times === 1).length,
      "more than once": [...sent.values()].filter((times) => times > 1).length,
      "emails/s": Math.round(count / seconds),
    });
  }
  return table;
}
