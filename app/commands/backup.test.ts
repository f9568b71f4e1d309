import { execFile } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { folderOf, makeDatabase, newData, writeFiles } from "../../tests/support/backups.ts";
import { runCommand } from "../../tests/support/command.ts";

type Data = ReturnType<typeof newData>;

let data: Data;

beforeEach(async () => {
  data = newData();
  await makeDatabase(data);
  writeFiles(data.uploads, { "ana/avatar.webp": "Ana" });
});

const runOn = (on: Data, name: string, words: string[], more: Record<string, string> = {}) =>
  runCommand(name, on.source.databaseUrl, words, { UPLOADS_DIR: on.uploads, ...more });

test("a backup prints one line: its folder, size, rows, files and time", async () => {
  const { code, out, err } = await runOn(data, "backup", [data.backups]);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatch(/^\/.*\/[\dTZ-]{24}: \d+\.\d MB, [\d,]+ rows, 1 file, \d+ ms\n$/u);
  const next = await runOn(data, "backup", [data.backups, "--keep", "1"]);
  expect(next.out).toMatch(/ ms, 1 old backup deleted\n$/u);
});

test("a restore says what already exists, and asks for --replace", async () => {
  const backup = folderOf((await runOn(data, "backup", [data.backups])).out);
  const refused = await runOn(data, "restore", [backup]);
  expect([refused.code, refused.out]).toEqual([1, ""]);
  expect(refused.err).toMatch(/^.* is there already: --replace .*\n$/u);
  const done = await runOn(data, "restore", [backup, "--replace"]);
  expect([done.code, done.err]).toEqual([0, ""]);
  expect(done.out).toMatch(
    /^Restored .*, 1 file\.\nThe previous data is in .*perfumes\.db\.before-.* and .*uploads\.before-.*\.\n$/u,
  );
});

test("with pictures in a store, a backup omits them and says so, and a restore leaves the store alone", async () => {
  const inStore = { UPLOADS_URL: "s3+https://KEY:s3cret@store.example/pictures" };
  const made = await runOn(data, "backup", [data.backups], inStore);
  expect([made.code, made.err]).toEqual([0, ""]);
  expect(made.out).toMatch(
    /^\/.* rows, 0 files, \d+ ms\nPictures are not included: they are in the store at UPLOADS_URL, .*\n$/u,
  );
  const without = await runOn(data, "restore", [folderOf(made.out), "--replace"], inStore);
  expect(without.code).toBe(0);
  expect(without.out).toMatch(
    /\nPictures are in the store at UPLOADS_URL, which was not changed\.\n$/u,
  );

  writeFiles(data.uploads, { "ana/avatar.webp": "Ana" });
  const whole = folderOf((await runOn(data, "backup", [data.backups])).out);
  const { out } = await runOn(data, "restore", [whole, "--replace"], inStore);
  expect(out).toContain(`npm run uploads:copy -- ${data.uploads} TO\n`);
  expect(made.out + without.out + out).not.toContain("s3cret");
});

test("a missing database gives a one-line error and is not created", async () => {
  const nowhere = newData();
  const { code, err } = await runOn(nowhere, "backup", [nowhere.backups]);
  expect([code, err]).toEqual([1, expect.stringMatching(/^[^\n]*There is no database[^\n]*\n$/u)]);
  expect(readdirSync(nowhere.folder)).toEqual(["backups"]);
});

test("a folder that is missing, as of a disk that is not mounted, is not made for a backup", async () => {
  const folder = `${data.folder}/disk`;
  const { code, err } = await runOn(data, "backup", [`${folder}/sosia`]);
  const said = `There is no folder ${folder} for the backup: mount its disk, or make it with mkdir -p.\n`;
  expect([code, err]).toEqual([1, said]);
  expect(readdirSync(data.folder)).not.toContain("disk");
});

test("a backup that is not there is not called unreadable", async () => {
  const { code, err } = await runOn(data, "restore", [`${data.folder}/lost`]);
  expect([code, err]).toEqual([1, `There is no folder ${data.folder}/lost.\n`]);
});

test.each([
  ["backup", []],
  ["backup", ["a", "b"]],
  ["backup", ["-"]],
  ["backup", ["a", "--keep", "0"]],
  ["backup", ["a", "--keep", ""]],
  ["backup", ["a", "--other"]],
  ["restore", []],
  ["restore", ["a", "b"]],
  ["restore", ["a", "--keep", "3"]],
] as const)("%s %j shows the usage and does nothing", async (name, words) => {
  const { code, out, err } = await runOn(data, name, [...words]);
  expect([code, out, err]).toEqual([2, "", expect.stringContaining(`Usage: npm run ${name}`)]);
});

/** mkdir here fails with ENOENT, on which Node's recursive `mkdir` retries for ever. */
const nowhere = "/proc/nowhere/at/all";

test.runIf(process.platform === "linux").each([
  ["backup", [nowhere], {}],
  ["restore", ["BACKUP"], { UPLOADS_DIR: `${nowhere}/uploads` }],
  ["restore", ["BACKUP"], { DATABASE_URL: `file:${nowhere}/perfumes.db` }],
  ["db-migrate", [], { DATABASE_URL: `file:${nowhere}/perfumes.db` }],
  ["db-copy", ["DATABASE_URL", `file:${nowhere}/perfumes.db`], {}],
  ["uploads-copy", ["UPLOADS_DIR", nowhere], {}],
] as [string, string[], Record<string, string>][])(
  "%s %j fails with one line when its folder cannot be created (%j)",
  async (name, words, more) => {
    mkdirSync(data.backups, { recursive: true });
    const places: Record<string, string> = {
      ...data.environment,
      BACKUP: name === "restore" ? folderOf((await runOn(data, "backup", [data.backups])).out) : "",
    };
    const env = { ...process.env, ...data.environment, ...more };
    const args = [`app/commands/${name}.ts`, ...words.map((word) => places[word] ?? word)];
    const said = await new Promise<string>((resolve) => {
      const command = execFile(process.execPath, args, { env, timeout: 20_000 }, (_, out, err) =>
        resolve(`${command.exitCode} ${out}${err}`),
      );
    });
    // A database's folder is not even tried to be made (RULES.md 14.1).
    expect(said).toMatch(/^1 [^\n]*(?:ENOENT|no folder \/proc\/nowhere)[^\n]*\n$/u);
  },
  60_000,
);
