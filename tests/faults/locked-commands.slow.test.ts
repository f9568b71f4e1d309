import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { connect } from "#db/open/open.ts";
import { migrate } from "#db/migrate.ts";
import { newDatabaseUrl, runProcess } from "../support/command.ts";

test("writing commands wait a minute for a locked database, then fail with one line", async () => {
  const url = newDatabaseUrl();
  const csv = join(mkdtempSync(join(tmpdir(), "sosia-locked-")), "p.csv");
  writeFileSync(csv, "marca,nombre\nCreed,Aventus\n");
  const other = connect(url);
  await migrate(other);
  const lock = await other.startTransaction().execute();
  const began = performance.now();
  const outcomes = await Promise.all([
    runProcess("db-migrate", url, []),
    runProcess("seed", url, []),
    runProcess("sample", url, []),
    runProcess("catalog", url, ["import", "perfumes", csv]),
  ]);
  expect(performance.now() - began).toBeGreaterThan(55_000);
  for (const outcome of outcomes)
    expect(outcome).toEqual({
      code: 1,
      out: "",
      err: expect.stringMatching(/^The database .* is locked by another process[^\n]*\n$/),
    });
  await lock.rollback().execute();
  await other.destroy();
});
