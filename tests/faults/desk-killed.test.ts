// Desk decisions whose server is killed halfway (RULES.md 10.4).
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { suggestPerfume } from "../support/suggestions.ts";
import { setRole } from "#app/domain/desk/operators.ts";
import { addAccount } from "../support/accounts.ts";
import { disagreements } from "../support/counters.ts";
import { addDupe, addPerfume, freshFile } from "../support/database.ts";
import { startServer } from "../support/server-process.ts";
import { sessionCookie } from "../support/sign-in.ts";
import { testSecret } from "../support/site.ts";

/** A database with a moderator; the test starts the servers. */
async function desk() {
  const { url, db } = await freshFile();
  onTestFinished(() => db.destroy());
  const session = await sessionCookie(db, "mia");
  await setRole(db, "mia", "moderator", new Date());
  const start = async () => {
    const { origin, process } = await startServer({
      DATABASE_URL: url,
      SESSION_SECRET: testSecret,
    });
    onTestFinished(() => void process.kill("SIGKILL"));
    const post = (path: string, fields: string[][]) =>
      fetch(origin + path, {
        method: "POST",
        redirect: "manual",
        headers: { Origin: origin, Cookie: session },
        body: new URLSearchParams(fields),
      }).then(
        ({ status }) => status,
        () => "cut off",
      );
    const kill = async () => {
      const ended = once(process, "exit");
      process.kill("SIGKILL");
      await ended;
    };
    return { post, kill };
  };
  const suggest = async (count: number) => {
    for (let n = 0; n < count; n++)
      await suggestPerfume(
        db,
        { marca: "Zara", nombre: `Red ${n}`, userId: null, language: "es" },
        new Date(),
      );
    const rows = await db.selectFrom("sugerencias_perfumes").select("id").orderBy("id").execute();
    return rows.map(({ id }) => ["item", `perfume:${id}:1`]);
  };
  /** Numbers of decided and logged suggestions, bottles created, and inconsistencies. */
  const state = async () => {
    const decided = await db
      .selectFrom("sugerencias_perfumes")
      .select(["id", "state"])
      .where("state", "!=", "waiting")
      .orderBy("id")
      .execute();
    const logged = await db
      .selectFrom("audit_log")
      .select(["subject", "action"])
      .orderBy("id")
      .execute();
    const bottles = await db.selectFrom("perfumes").select("id").execute();
    return {
      decided: decided.map(({ id, state }) => `perfume-suggestion:${id} ${state}`).toSorted(),
      logged: logged
        .map(({ subject, action }) => `${subject} ${action === "accept" ? "accepted" : "refused"}`)
        .toSorted(),
      bottles: bottles.length,
      wrong: await disagreements(db, new Date()),
    };
  };
  return { db, start, suggest, state };
}

test("wherever the server is killed, each of a hundred items is either decided and logged or still waiting, and resending the form decides the rest", async () => {
  const { db, start, suggest, state } = await desk();
  const items = await suggest(100);
  const form = [["intent", "accept-all"], ...items];
  const logged = async () => (await db.selectFrom("audit_log").select("id").execute()).length;
  for (const from of [10, 50]) {
    const server = await start();
    const answer = server.post("/es/desk/queue", form);
    await expect.poll(logged, { interval: 1 }).toBeGreaterThan(from);
    await server.kill();
    expect(["cut off", 303]).toContain(await answer);
    const { decided, logged: entries, bottles, wrong } = await state();
    expect(entries).toEqual(decided);
    expect([bottles, wrong]).toEqual([decided.length, []]);
  }
  const server = await start();
  expect(await server.post("/es/desk/queue", form)).toBe(303);
  const { decided, logged: entries, bottles, wrong } = await state();
  expect([decided.length, bottles, wrong]).toEqual([100, 100, []]);
  expect(entries).toEqual(decided);
});

test("a merge interrupted by a kill is complete with log entry and undo data, or absent", async () => {
  const { db, start } = await desk();
  const people = Array.from({ length: 12 }, (_, n) => `person_${n}`);
  for (const name of people) await addAccount(db, name);
  const pair = async (n: number) => {
    const [old, into] = [
      await addPerfume(db, "Armaf", `a ${n}`),
      await addPerfume(db, "Armaf", `b ${n}`),
    ];
    for (let k = 0; k < 10; k++) {
      const original = await addPerfume(db, "Creed", `${n} ${k}`);
      for (const name of ["a", "b"]) {
        const dupe_id = await addDupe(db, original, "Armaf", `${name} ${n}`, {
          likes: people.length,
        });
        const created_at = new Date().toISOString();
        // All concurrently: nine hundred votes in sequence would take longer than the rest of the test.
        await db
          .insertInto("user_votes")
          .values(people.map((user_id) => ({ dupe_id, user_id, voto: 1 as const, created_at })))
          .execute();
      }
    }
    return {
      path: `/es/desk/perfumes/${old}`,
      old,
      form: [
        ["intent", "merge"],
        ["into", String(into)],
        ["confirmed", "yes"],
      ],
    };
  };
  // One server per round, none of which has merged before; they start together, because that takes the most time.
  const [whole, ...killed] = await Promise.all(Array.from({ length: 5 }, start));
  const first = await pair(0);
  expect(await disagreements(db, new Date())).toEqual([]);
  const began = performance.now();
  expect(await whole!.post(first.path, first.form)).toBe(303);
  let wait = (performance.now() - began) * 0.6;
  const answers = [];
  for (const [n, server] of killed.entries()) {
    const { path, old, form } = await pair(n + 1);
    const answer = server.post(path, form);
    // A transaction's progress is not observable, so this is a moment within the time the first one took.
    await pause(wait);
    await server.kill();
    answers.push(await answer);
    wait *= answers.at(-1) === "cut off" ? 1.3 : 0.4;
    const bottle = await db.selectFrom("perfumes").select("id").where("id", "=", old).execute();
    const entries = await db
      .selectFrom("audit_log")
      .select("id")
      .where("subject", "=", `perfume:${old}`)
      .execute();
    const kept = await db
      .selectFrom("changed_rows")
      .select("entry_id")
      .distinct()
      .orderBy("entry_id")
      .execute();
    const merges = await db
      .selectFrom("audit_log")
      .select("id")
      .where("action", "=", "merge")
      .orderBy("id")
      .execute();
    expect(entries.length).toBe(bottle.length === 0 ? 1 : 0);
    expect(kept.map(({ entry_id }) => entry_id)).toEqual(merges.map(({ id }) => id));
    expect(await disagreements(db, new Date())).toEqual([]);
  }
  expect(answers).toContain("cut off");
});
