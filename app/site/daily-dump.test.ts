import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "#app/config.ts";
import { openDumps } from "#app/domain/open-data/open-dumps.ts";
import { addPerfume, freshFile } from "../../tests/support/database.ts";
import { dumpOnceADay } from "./daily-dump.ts";

test("a day's first housekeeping writes a dump in a process that ends well, and the next one waits a day", async () => {
  const { url, db } = await freshFile();
  await addPerfume(db, "Creed", "Aventus");
  const folder = mkdtempSync(join(tmpdir(), "sosia-daily-dump-"));
  const config = readConfig({
    DATABASE_URL: url,
    DUMPS_DIR: folder,
    SESSION_SECRET: "s".repeat(40),
  });
  const dumps = openDumps(folder, null);
  const dumpAt = (time: string) =>
    dumpOnceADay(dumps, config, new Date(time), new AbortController().signal);

  await dumpAt(new Date().toISOString());
  const made = (await dumps.manifest())?.made_at;
  expect(made).toBeDefined();
  await dumpAt(made!);
  expect((await dumps.manifest())?.made_at).toBe(made);
});
