import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { newDatabaseUrl, runCommand, runProcess } from "../../../tests/support/command.ts";
import { newFile } from "../../../tests/support/new-file.ts";

test("a dump of one site is imported into another one by a command that counts, or says in one line why not", async () => {
  const dumps = mkdtempSync(join(tmpdir(), "sosia-mirror-command-"));
  vi.stubEnv("DUMPS_DIR", dumps);
  const [theirs, ours] = [newDatabaseUrl(), newDatabaseUrl()];
  const perfumes = newFile("marca,nombre\nCreed,Aventus\n");
  const columns = "perfume_marca,perfume_nombre,marca,nombre";
  const dupes = newFile(`${columns}\nCreed,Aventus,Armaf,Club\n`);
  await runCommand("catalog", theirs, ["import", "perfumes", perfumes]);
  await runCommand("catalog", theirs, ["import", "dupes", dupes]);
  expect(await runProcess("dump", theirs, [])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^16 files with 3 rows in .*\n$/u),
  });
  const mirror = () => runCommand("catalog", ours, ["import", "dump", dumps]);
  expect(await mirror()).toEqual({
    code: 0,
    err: "",
    out: `perfumes: 2 added, 0 changed, 0 withdrawn, 0 unchanged, 0 left out.
aliases: 0 added, 0 changed, 0 withdrawn, 0 unchanged, 0 left out.
dupes: 1 added, 0 changed, 0 withdrawn, 0 unchanged, 0 left out.
sources: 0 added, 0 changed, 0 withdrawn, 0 unchanged, 0 left out.
prices: 0 added, 0 changed, 0 withdrawn, 0 unchanged, 0 left out.
redirects: 0 added, 0 changed, 0 withdrawn, 0 unchanged, 0 left out.
`,
  });
  expect((await mirror()).out).toContain("perfumes: 0 added, 0 changed, 0 withdrawn, 2 unchanged");
  writeFileSync(join(dumps, "current", "dupes.jsonl.gz"), "x");
  expect(await mirror()).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringMatching(/^dupes\.jsonl\.gz [^\n]* Nothing was changed\.\n$/u),
  });
  expect(await runProcess("dump", theirs, ["--nonsense"])).toMatchObject({
    code: 2,
    err: expect.stringContaining("Usage"),
  });
  vi.unstubAllEnvs();
});
