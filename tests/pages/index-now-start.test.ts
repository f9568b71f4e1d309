import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { languageCodes } from "#app/i18n/languages.ts";
import { addPerfume, freshFile } from "../support/database.ts";
import { startServer } from "../support/server-process.ts";
import { startIndexNow } from "../support/stand-in-index-now.ts";
import { eventually } from "../support/eventually.ts";

test("a server with a key records changes and announces pending ones; without a key it records nothing", async () => {
  const engines = await startIndexNow();
  const { url, db } = await freshFile();
  onTestFinished(async () => {
    await db.destroy();
    await engines.close();
  });
  const noted = async () => {
    const { noted } = await db.selectFrom("index_now").select("noted").executeTakeFirstOrThrow();
    return [noted, (await db.selectFrom("changed_perfumes").selectAll().execute()).length];
  };
  const become = (state: number[]) => () =>
    eventually(async () => expect(await noted()).toEqual(state));
  const run = async (key: string, action: () => Promise<unknown>) => {
    const { process } = await startServer({
      DATABASE_URL: url,
      INDEXNOW_KEY: key,
      INDEXNOW_URL: engines.url,
    });
    onTestFinished(() => void process.kill("SIGKILL"));
    await action();
    process.kill("SIGTERM");
    await once(process, "exit");
  };

  await addPerfume(db, "Dior", "Joy");
  await run("Key-of-the-Tests", become([1, 0]));
  const id = await addPerfume(db, "Creed", "Aventus");
  expect(await noted()).toEqual([1, 1]);
  await run("Key-of-the-Tests", become([1, 0]));
  expect(engines.heard.flatMap(({ urlList }) => urlList)).toEqual(
    languageCodes.map((code) => expect.stringMatching(`/${code}/perfume/creed-aventus-${id}$`)),
  );

  await addPerfume(db, "Dior", "Dune");
  await run("", become([0, 0]));
  expect(engines.heard).toHaveLength(1);
});
