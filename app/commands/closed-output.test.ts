import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, openSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { newDatabaseUrl, runCommand } from "../../tests/support/command.ts";
import { newFile } from "../../tests/support/new-file.ts";

const database = newDatabaseUrl();

beforeAll(async () => {
  await runCommand("seed", database, []);
});

/** Runs a command whose output nobody reads. */
async function runUnread(name: string, words: string[], isErrorRead = true) {
  const env = { ...process.env, DATABASE_URL: database };
  const command = spawn(process.execPath, [`app/commands/${name}.ts`, ...words], { env });
  command.stdout.destroy();
  if (!isErrorRead) command.stderr.destroy();
  let err = "";
  command.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const [code] = await once(command, "close");
  return { code, err };
}

test.each([
  ["catalog", "export", "perfumes"],
  ["catalog", "export", "shops"],
  ["mail", "status"],
  ["people", "list"],
])("%s %s %s ends quietly when nobody reads its output", async (name, ...words) => {
  expect(await runUnread(name, words)).toEqual({ code: 0, err: "" });
});

test("an import does its work when nobody reads its lines", async () => {
  const unknown = "Nobody,Nothing,30 ml,30\n".repeat(20_000);
  const file = newFile(`brand,title,size,price\nDior,Sauvage,100 ml,99\n${unknown}`);
  const columns = "brand=brand,title=title,size=size,price=price";
  const words = ["import", "listing", file, "--shop", "druni.es", "--columns", columns];
  expect(await runUnread("catalog", words)).toEqual({ code: 0, err: "" });
  const { out } = await runCommand("catalog", database, ["export", "prices"]);
  expect(out).toContain("Dior,Sauvage,99.00,EUR,100,");
});

test.skipIf(!existsSync("/dev/full"))("a full disk behind the output is one line", async () => {
  const env = { ...process.env, DATABASE_URL: database };
  const words = ["app/commands/catalog.ts", "export", "perfumes"];
  const stdio = ["ignore", openSync("/dev/full", "w"), "pipe"] as const;
  const { status, stderr } = spawnSync(process.execPath, words, { env, stdio: [...stdio] });
  expect([status, stderr.toString()]).toEqual([1, "ENOSPC: no space left on device, write\n"]);
});

test("a command that fails still fails when nobody reads why", async () => {
  expect((await runUnread("catalog", ["nonsense"], false)).code).toBe(2);
});
