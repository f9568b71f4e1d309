// Backups and restores that are killed or run out of space: existing data stays complete.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { wholeBackups } from "#db/backup/manifest.ts";
import {
  everythingIn,
  filesIn,
  folderOf,
  makeDatabase,
  newData,
  runOn,
  startOn,
  withDatabase,
  writeFiles,
} from "../support/backups.ts";
import { addPerfume } from "../support/database.ts";
import { everyStep, killedAtSteps } from "../support/kills.ts";
import { fillDisk, mountSmallDisk } from "../support/small-disk.ts";

type Data = ReturnType<typeof newData>;

const kills = {
  calls: everyStep ? ["mkdir", "open", "rename", "rm", "writeFile"] : ["rename", "rm", "writeFile"],
};

/** Data with one bottle, a backup of it, and then another bottle and other files. */
async function dataWithBackup() {
  const data = newData();
  await makeDatabase(data);
  await withDatabase(data, (db) => addPerfume(db, "Creed", "Aventus"));
  writeFiles(data.uploads, { "ana/avatar.webp": "Ana" });
  const { out } = await runOn(data, "backup", [data.backups]);
  const backup = folderOf(out);
  const before = contentOf(join(backup, "perfumes.db"), join(backup, "uploads"));
  await withDatabase(data, (db) => addPerfume(db, "Dior", "Sauvage"));
  writeFiles(data.uploads, { "ana/avatar.webp": "Ana later", "eva/avatar.webp": "Eva" });
  return { data, backup, before, after: contentOf(data.database, data.uploads) };
}

const contentOf = (database: string, uploads: string) => ({
  tables: everythingIn(database),
  files: filesIn(uploads),
});

function copyOf(data: Data): Data {
  const copy = newData();
  cpSync(data.folder, copy.folder, { recursive: true, preserveTimestamps: true });
  const [name] = readdirSync(copy.backups).filter((name) => !name.startsWith("."));
  const manifest = join(copy.backups, name!, "manifest.json");
  const text = readFileSync(manifest, "utf8");
  writeFileSync(manifest, text.replace(data.database, copy.database));
  return copy;
}

test("a backup killed at any step leaves old backups intact and no partial one; the next backup cleans up", async () => {
  const { data, before, after } = await dataWithBackup();
  await killedAtSteps({ ...kills, fewest: 3 }, async (environment, killed) => {
    const copy = copyOf(data);
    const [first] = readdirSync(copy.backups).filter((name) => !name.startsWith("."));
    const words = [copy.backups, "--keep", "1"];
    const { code, signal } = await startOn(copy, "backup", words, environment).ended;
    expect([code, signal]).toEqual(killed ? [null, "SIGKILL"] : [0, null]);
    const named = readdirSync(copy.backups).filter((name) => !name.startsWith("."));
    for (const name of named) {
      const folder = join(copy.backups, name);
      const content = contentOf(join(folder, "perfumes.db"), join(folder, "uploads"));
      expect(content).toEqual(name === first ? before : after);
    }
    expect(named.length).toBeGreaterThan(0);
    expect((await runOn(copy, "backup", [copy.backups])).err).toBe("");
    expect(readdirSync(copy.backups).filter((name) => name.startsWith("."))).toEqual([".lock"]);
    expect(await wholeBackups(copy.backups, resolve(copy.database))).not.toEqual([]);
    rmSync(copy.folder, { recursive: true });
  });
});

test("a restore killed at any step keeps the old data, blocks opening a partial state, and is finished by the same command", async () => {
  const { data, before, after } = await dataWithBackup();
  const states = [
    "1 bottles",
    "2 bottles",
    "A restore of the database was not finished: run the same `npm run restore` again.",
  ];
  const seen = new Set<string>();
  await killedAtSteps({ ...kills, fewest: 5 }, async (environment, killed) => {
    const copy = copyOf(data);
    const [name] = readdirSync(copy.backups).filter((name) => !name.startsWith("."));
    const words = [join(copy.backups, name!), "--replace"];
    const { code, signal } = await startOn(copy, "restore", words, environment).ended;
    expect([code, signal]).toEqual(killed ? [null, "SIGKILL"] : [0, null]);
    const now = await withDatabase(copy, async (db) =>
      db.selectFrom("perfumes").select("id").execute(),
    ).then(
      (rows) => `${rows.length} bottles`,
      (error: Error) => error.message.replace(/ \/\S+/u, ""),
    );
    expect(killed ? states : states.slice(0, 1)).toContain(now);
    seen.add(now);
    const old = oldOf(copy);
    expect(contentOf(old.database, old.uploads)).toEqual(after);
    if (!killed) return;
    expect(await runOn(copy, "restore", words)).toMatchObject({ code: 0, err: "" });
    expect(contentOf(copy.database, copy.uploads)).toEqual(before);
    const left = oldOf(copy);
    expect(contentOf(left.database, left.uploads)).toEqual(after);
    expect(readdirSync(join(copy.folder, "data")).filter((name) => /restor/u.test(name))).toEqual(
      [],
    );
    rmSync(copy.folder, { recursive: true });
  });
  expect(everyStep ? [...seen].sort() : states).toEqual(states);
});

/** Where the data from before a restore is: still in place, or set aside. */
function oldOf({ folder, database, uploads }: Data) {
  const there = readdirSync(join(folder, "data"));
  const placeOf = (path: string, name: string) => {
    const beside = there.find((one) => one.startsWith(`${name}.before-`) && !one.endsWith("-wal"));
    return beside ? join(folder, "data", beside) : path;
  };
  return { database: placeOf(database, "perfumes.db"), uploads: placeOf(uploads, "uploads") };
}

test("on a full disk a backup or restore fails with one line and changes nothing", async (context) => {
  const { data, before, after } = await dataWithBackup();
  const full = join(data.folder, "full");
  mkdirSync(full);
  mountSmallDisk(full, "4m", context);
  const backups = join(full, "backups");
  const first = folderOf((await runOn(data, "backup", [backups])).out);
  const other = newData();
  const onFull = {
    DATABASE_URL: `file:${join(full, "data/perfumes.db")}`,
    UPLOADS_DIR: join(full, "data/uploads"),
  };
  expect((await runOn(other, "restore", [first], onFull)).code).toBe(0);
  const there = filesIn(full);
  fillDisk(full);

  const made = await runOn(data, "backup", [backups, "--keep", "1"]);
  expect([made.code, made.out]).toEqual([1, ""]);
  expect(made.err).toMatch(/^The backup failed; older ones are unchanged\..*\n$/u);
  const restored = await runOn(data, "restore", [first, "--replace"], onFull);
  expect([restored.code, restored.out]).toEqual([1, ""]);
  expect(restored.err).toMatch(/^.*(full|ENOSPC).*\n$/u);
  for (const name of readdirSync(full)) if (name.startsWith("filler")) rmSync(join(full, name));
  expect(filesIn(full)).toEqual(there);
  expect(contentOf(join(first, "perfumes.db"), join(first, "uploads"))).toEqual(after);
  expect(before).not.toEqual(after);
  expect(existsSync(join(backups, ".lock"))).toBe(true);
});
