import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterAll, expect, test } from "vitest";
import { sessionCookie } from "../support/sign-in.ts";
import { addDupe, addPerfume, freshFile } from "../support/database.ts";
import { testSecret } from "../support/site.ts";
import { startServer } from "../support/server-process.ts";
import { connect } from "#db/open/open.ts";
import { eventually } from "../support/eventually.ts";

const people = 40;
const dupes = 20;
const enough = 300;
let server: ChildProcess | undefined;

afterAll(() => server?.kill("SIGKILL"));

async function prepare() {
  const { url, db } = await freshFile();
  const id = await addPerfume(db, "Creed", "Aventus");
  const dupeIds: number[] = [];
  for (let n = 0; n < dupes; n++) dupeIds.push(await addDupe(db, id, "Brand", `Dupe ${n}`));
  const persons: { id: string; cookie: string }[] = [];
  for (let n = 0; n < people; n++) {
    const id = `person_${n}`;
    persons.push({ id, cookie: await sessionCookie(db, id) });
  }
  await db.destroy();
  return { url, path: `/es/perfume/creed-aventus-${id}`, dupeIds, persons };
}

test("no acknowledged action is lost when the process is killed, and the counts match the rows", async () => {
  const { url, path, dupeIds, persons } = await prepare();
  const { origin, process } = await startServer({ DATABASE_URL: url, SESSION_SECRET: testSecret });
  server = process;
  const votes = new Map<string, number>();
  const reviews = new Set<string>();

  // All people concurrently, each in sequence: a vote on each dupe, and a few reviews in between.
  const acts = async ({ id, cookie }: (typeof persons)[number], offset: number) => {
    const post = async (fields: Record<string, string>) => {
      const answer = await fetch(origin + path, {
        method: "POST",
        redirect: "manual",
        headers: { Cookie: cookie, Origin: origin },
        body: new URLSearchParams(fields),
      });
      await answer.text();
      return answer.status;
    };
    try {
      for (let n = 0; n < dupeIds.length && !server!.killed; n++) {
        const dupe_id = String(dupeIds[(n + offset) % dupeIds.length]);
        const voto = (n + offset) % 3 === 0 ? "-1" : "1";
        if ((await post({ intent: "vote", dupe_id, voto })) === 303)
          votes.set(`${id} ${dupe_id}`, Number(voto));
        if (n % 4 !== 0) continue;
        const description = `${id} on ${dupe_id}`;
        if ((await post({ intent: "publish-review", dupe_id, description })) === 303)
          reviews.add(description);
      }
    } catch (error) {
      // Cut off during an action, which was therefore not acknowledged.
      if (!server!.killed) throw error;
    }
  };
  const load = Promise.all(persons.map(acts));
  await eventually(() => expect(votes.size + reviews.size).toBeGreaterThanOrEqual(enough));
  server!.kill("SIGKILL");
  await Promise.all([once(server!, "exit"), load]);
  expect(votes.size + reviews.size).toBeLessThan(people * dupes);

  const db = connect(url);
  const rows = await db.selectFrom("user_votes").selectAll().execute();
  const kept = new Map(rows.map((row) => [`${row.user_id} ${row.dupe_id}`, row.voto]));
  expect([...votes].filter(([key, voto]) => kept.get(key) !== voto)).toEqual([]);
  const written = await db.selectFrom("dupe_reviews").select("description").execute();
  const texts = new Set(written.map(({ description }) => description));
  expect([...reviews].filter((description) => !texts.has(description))).toEqual([]);
  for (const dupe of await db.selectFrom("dupes").selectAll().execute()) {
    const own = rows.filter((row) => row.dupe_id === dupe.id);
    expect([dupe.likes, dupe.dislikes]).toEqual([
      own.filter(({ voto }) => voto === 1).length,
      own.filter(({ voto }) => voto === -1).length,
    ]);
  }
  await db.destroy();
});
