// The command for weekly emails is killed, and runs twice concurrently (RULES.md 7.5).
import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import type { Db } from "#db/database.ts";
import { addAccount, emailOf } from "../support/accounts.ts";
import { addDupe, addPerfume, freshFile } from "../support/database.ts";
import { testSecret } from "../support/site.ts";
import { eventually } from "../support/eventually.ts";

const people = 150;

/** People who were last told of a dupe of 1 %. */
async function addSubscribers(db: Db): Promise<void> {
  const bottle = await addPerfume(db, "Creed", "Aventus");
  await addDupe(db, bottle, "Armaf", "Club de Nuit", { likes: 20, dislikes: 1 });
  const at = "2026-01-01T00:00:00.000Z";
  for (let n = 0; n < people; n++) {
    const user_id = await addAccount(db, `person_${n}`);
    await db
      .insertInto("shelf")
      .values({
        user_id,
        perfume_id: bottle,
        list: "want",
        since: at,
        told_at: at,
        told_similarity: 1,
      })
      .execute();
    await db.insertInto("shelf_emails").values({ user_id, language: "en", since: at }).execute();
  }
}

const digest = (database: string) =>
  spawn(process.execPath, ["app/commands/shelf.ts", "digest"], {
    stdio: "ignore",
    env: {
      ...process.env,
      APP_ORIGIN: "http://sosia.test",
      DATABASE_URL: database,
      SESSION_SECRET: testSecret,
      SMTP_URL: "smtp://127.0.0.1:9",
    },
  });

test("after kills and in several processes, everybody gets exactly one email", async () => {
  const { url, db } = await freshFile();
  onTestFinished(() => db.destroy());
  await addSubscribers(db);
  const written = async () =>
    (await db.selectFrom("outbox").select("recipient").execute()).map(({ recipient }) => recipient);
  const told = () => db.selectFrom("shelf").select("user_id").where("told_similarity", ">", 1);

  const killed = digest(url);
  await eventually(async () => expect(await written()).not.toEqual([]), 2);
  killed.kill("SIGKILL");
  await once(killed, "exit");
  const early = await written();
  // Exactly those recorded as notified have the email.
  expect((await told().execute()).map(({ user_id }) => emailOf(user_id)).toSorted()).toEqual(
    early.toSorted(),
  );

  const both = [digest(url), digest(url)];
  expect(await Promise.all(both.map((one) => once(one, "exit")))).toEqual([
    [0, null],
    [0, null],
  ]);
  expect((await written()).toSorted()).toEqual(
    Array.from({ length: people }, (_, n) => emailOf(`person_${n}`)).toSorted(),
  );
});
