import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { connect } from "../open/open.ts";
import { folded } from "../before-baseline.ts";
import { knownMigrations, makeSchema } from "../migrate.ts";
import { addAccount, addSignIns } from "../../tests/support/accounts.ts";
import {
  everythingIn,
  filesIn,
  makeDatabase,
  newData,
  signedOut,
  writeFiles,
} from "../../tests/support/backups.ts";
import { addPerfume } from "../../tests/support/database.ts";
import { restorePlanOf } from "../sqlite/sqlite-address.ts";
import { takeLock } from "../sqlite/file-lock.ts";
import { backUp } from "./make-backup.ts";
import { copyFolder } from "./copied-files.ts";
import { lastBackup } from "./last-backup.ts";
import { restore } from "./restore-backup.ts";

let data: ReturnType<typeof newData>;

beforeEach(async () => {
  data = newData();
  await makeDatabase(data);
  await change((db) => addPerfume(db, "Creed", "Aventus"));
  writeFiles(data.uploads, { "ana/avatar.webp": "Ana", "photos/1-small.webp": "small" });
});

async function change(work: (db: ReturnType<typeof connect>) => Promise<unknown>) {
  const db = connect(data.source.databaseUrl);
  await work(db).finally(() => db.destroy());
}

const bottles = () => everythingIn(data.database).perfumes!.length;
const day = (n: number) => new Date(Date.UTC(2026, 0, n));
const make = (options?: Parameters<typeof backUp>[2]) => backUp(data.source, data.backups, options);

/** @returns why a restore of this backup is refused, which changes nothing */
async function refusalOf(backup: string): Promise<string> {
  const before = [filesIn(data.uploads), everythingIn(data.database)];
  const said = await restore(backup, data.source, { replace: true }).then(
    () => "restored",
    (error: Error) => error.message,
  );
  expect([filesIn(data.uploads), everythingIn(data.database)]).toEqual(before);
  return said;
}

const named = () => readdirSync(data.backups).filter((name) => !name.startsWith("."));

test("a backup has every row and every file, and can be restored onto an empty machine", async () => {
  const [tables, files] = [everythingIn(data.database), filesIn(data.uploads)];
  const made = await make({ now: day(1) });
  expect(made).toMatchObject({ files: 2, deleted: 0, others: [] });
  expect(made.rows).toBe(Object.values(tables).flat().length);
  expect(named()).toEqual(["2026-01-01T00-00-00-000Z"]);
  for (const one of ["", "perfumes.db", "manifest.json", "uploads", "uploads/ana/avatar.webp"])
    expect([one, statSync(join(made.folder, one)).mode & 0o77]).toEqual([one, 0]);

  const other = newData();
  const done = await restore(made.folder, other.source);
  expect(done).toEqual({ rows: made.rows, files: 2, old: [], older: false, finished: false });
  expect(everythingIn(other.database)).toEqual(tables);
  expect(filesIn(other.uploads)).toEqual(files);
  expect(readdirSync(join(other.folder, "data")).sort()).toEqual([
    "perfumes.db",
    "perfumes.db.lock",
    "uploads",
  ]);
});

test("sessions and emailed links do not come back with a restore, because they may have ended since", async () => {
  await change(async (db) => addSignIns(db, await addAccount(db, "ana")));
  const tables = everythingIn(data.database);
  expect(signedOut(tables)).not.toEqual(tables);
  const made = await make();
  await restore(made.folder, data.source, { replace: true });
  expect(everythingIn(data.database)).toEqual(signedOut(tables));
});

test("the last backup is recorded beside the database, and a restore keeps the record", async () => {
  expect(await lastBackup(data.source.databaseUrl)).toBeNull();
  const first = await make({ now: day(1) });
  const { deleted: _, others: __, ...second } = await make({ now: day(2) });
  expect(await lastBackup(data.source.databaseUrl)).toEqual(second);
  await restore(first.folder, data.source, { replace: true });
  expect(await lastBackup(data.source.databaseUrl)).toEqual(second);
});

test("keeping N deletes the oldest complete backups of this database, and nothing else", async () => {
  const folders: string[] = [];
  for (const n of [1, 2, 3, 4]) folders.push((await make({ now: day(n) })).folder);
  // Damaged, of another site, of other programs.
  truncateSync(join(folders[0]!, "perfumes.db"), 100);
  const manifest = readFileSync(join(folders[1]!, "manifest.json"), "utf8");
  writeFileSync(
    join(folders[1]!, "manifest.json"),
    manifest.replace(data.database, "/srv/other/perfumes.db"),
  );
  writeFiles(data.backups, { "2025-01-01T00-00-00-000Z/mine.txt": "x", "notes.txt": "x" });
  const { deleted } = await make({ now: day(5), keep: 2 });
  expect(deleted).toBe(1);
  expect(named()).toEqual([
    "2025-01-01T00-00-00-000Z",
    "2026-01-01T00-00-00-000Z",
    "2026-01-02T00-00-00-000Z",
    "2026-01-04T00-00-00-000Z",
    "2026-01-05T00-00-00-000Z",
    "notes.txt",
  ]);
});

test("with the clock set back, the backup just made is never deleted", async () => {
  for (const n of [3, 4]) await make({ now: day(n) });
  const made = await make({ now: day(1), keep: 1 });
  expect(made.deleted).toBe(2);
  expect(named()).toEqual(["2026-01-01T00-00-00-000Z"]);
  expect(existsSync((await lastBackup(data.source.databaseUrl))!.folder)).toBe(true);
});

test("when older backups cannot be read, the new one is reported as complete", async () => {
  const old = await make({ now: day(1) });
  const manifest = join(old.folder, "manifest.json");
  rmSync(manifest);
  mkdirSync(manifest);
  const making = make({ now: day(2), keep: 1 });
  await expect(making).rejects.toThrow(/^The backup .*2026-01-02.* is complete, but older ones/u);
  expect(named()).toHaveLength(2);
  expect(await lastBackup(data.source.databaseUrl)).toMatchObject({ at: day(2).toISOString() });
});

test("a killed restore can be finished even if its backup no longer exists", async () => {
  const { folder } = await make();
  await change((db) => addPerfume(db, "Dior", "Sauvage"));
  const part = (target: string, from: string) => {
    const [staged, old] = [`${target}.restoring-now`, `${target}.before-now`];
    cpSync(join(folder, from), staged, { recursive: true });
    return { target, staged, old };
  };
  const database = part(data.database, "perfumes.db");
  const plan = { backup: folder, database, uploads: part(data.uploads, "uploads") };
  writeFileSync(restorePlanOf(data.database), JSON.stringify(plan));
  rmSync(folder, { recursive: true });
  expect(await restore(folder, data.source)).toMatchObject({ finished: true, rows: null });
  expect([bottles(), existsSync(restorePlanOf(data.database))]).toEqual([1, false]);
  await expect(restore(folder, data.source)).rejects.toThrow("There is no folder");
});

test("while a backup is being made in the folder, a second one is refused with one line", async () => {
  mkdirSync(data.backups);
  const lock = takeLock(join(data.backups, ".lock"))!;
  await expect(make()).rejects.toThrow(/^Another backup is being made in .*$/u);
  lock.release();
  await make();
});

test("the next backup deletes what a killed one left, and nothing similar", async () => {
  const left = ".partial-2026-01-01T00-00-00-000Z";
  writeFiles(data.backups, { [`${left}/perfumes.db`]: "half", ".partial-mine/x": "x" });
  await make({ now: day(2) });
  expect(readdirSync(data.backups).sort()).toEqual([
    ".lock",
    ".partial-mine",
    "2026-01-02T00-00-00-000Z",
  ]);
});

test("a damaged database, or another program's, is never backed up", async () => {
  const first = await make({ now: day(1), keep: 1 });
  await change((db) => sql`drop table kysely_migration`.execute(db));
  await expect(make({ now: day(2), keep: 1 })).rejects.toThrow("not one of this site");
  const bytes = readFileSync(data.database);
  bytes.fill(0xff, 4096 * 3, 4096 * 20);
  writeFileSync(data.database, bytes);
  await expect(make({ now: day(3), keep: 1 })).rejects.toThrow("damaged");
  rmSync(data.database);
  await expect(make({ now: day(4), keep: 1 })).rejects.toThrow("There is no database");
  expect(existsSync(data.database)).toBe(false);
  expect(readdirSync(data.backups).sort()).toEqual([".lock", "2026-01-01T00-00-00-000Z"]);
  expect(await lastBackup(data.source.databaseUrl)).toMatchObject({ folder: first.folder });
});

test("a folder that cannot be written, or is itself backed up, is refused with one line", async () => {
  writeFileSync(data.backups, "a file");
  await expect(make()).rejects.toThrow(/cannot be written \(EEXIST\)\.$/u);
  const before = readdirSync(data.uploads, { recursive: true });
  for (const inside of ["backups", "backups/nightly", "ana"])
    await expect(backUp(data.source, join(data.uploads, inside))).rejects.toThrow("is inside of");
  symlinkSync(data.uploads, join(data.folder, "elsewhere"));
  await expect(backUp(data.source, join(data.folder, "elsewhere", "x"))).rejects.toThrow("inside");
  expect(readdirSync(data.uploads, { recursive: true })).toEqual(before);
});

test("a folder of backups is no backup, and names its newest", async () => {
  const { folder } = await make();
  await expect(restore(data.backups, data.source, { replace: true })).rejects.toThrow(
    `${data.backups} is a folder of backups: restore one of them, e.g. ${folder}.`,
  );
});

test("uploads that are neither file nor folder are reported and not followed", async () => {
  symlinkSync("/etc", join(data.uploads, "link"));
  const made = await make();
  expect([made.files, made.others]).toEqual([2, ["link"]]);
});

test("a folder in use is copied again where it changed, and deleted files are no error", async () => {
  const copied = new Map();
  const to = join(data.folder, "copy");
  await copyFolder(data.uploads, to, copied);
  writeFiles(data.uploads, { "ana/new.webp": "new", "ana/avatar.webp.draft": "other Ana" });
  renameSync(join(data.uploads, "ana/avatar.webp.draft"), join(data.uploads, "ana/avatar.webp"));
  rmSync(join(data.uploads, "photos"), { recursive: true });
  await copyFolder(data.uploads, to, copied);
  expect(filesIn(to)).toEqual({
    ...filesIn(data.uploads),
    "photos/1-small.webp": expect.any(String),
  });
  expect([...copied.keys()].sort()).toEqual(Object.keys(filesIn(to)));
  await copyFolder(join(data.folder, "nowhere"), join(data.folder, "empty"), new Map());
  expect(filesIn(join(data.folder, "empty"))).toEqual({});
});

test("restoring over existing data needs a flag, and keeps the old data as one file and one folder", async () => {
  const made = await make({ now: day(1) });
  await change((db) => addPerfume(db, "Dior", "Sauvage"));
  writeFiles(data.uploads, { "ana/avatar.webp": "Ana later" });
  const [tables, files] = [everythingIn(data.database), filesIn(data.uploads)];
  await expect(restore(made.folder, data.source)).rejects.toThrow(/is there already: --replace/u);
  expect([everythingIn(data.database), filesIn(data.uploads)]).toEqual([tables, files]);

  const done = await restore(made.folder, data.source, { replace: true, now: day(3) });
  const old = [data.database, data.uploads].map(
    (path) => `${path}.before-2026-01-03T00-00-00-000Z`,
  );
  expect(done.old).toEqual(old);
  expect([everythingIn(old[0]!), filesIn(old[1]!)]).toEqual([tables, files]);
  expect([bottles(), filesIn(data.uploads)]).toEqual([1, filesIn(join(made.folder, "uploads"))]);
});

test("data that was only in the write-ahead log is in the old data, not in the restored data", async () => {
  const made = await make();
  await change((db) => addPerfume(db, "Dior", "Sauvage"));
  // As after a killed process.
  const db = connect(data.source.databaseUrl);
  await addPerfume(db, "Dior", "Fahrenheit");
  for (const ending of ["", "-wal"])
    cpSync(data.database + ending, join(data.folder, `killed${ending}`));
  await db.destroy();
  for (const ending of ["", "-wal"])
    renameSync(join(data.folder, `killed${ending}`), data.database + ending);
  expect(statSync(`${data.database}-wal`).size).toBeGreaterThan(0);
  const { old } = await restore(made.folder, data.source, { replace: true });
  expect(everythingIn(old[0]!).perfumes).toHaveLength(3);
  expect(existsSync(`${data.database}-wal`)).toBe(false);
  expect(bottles()).toBe(1);
});

test("an unreadable database is replaced, and kept with its log", async () => {
  const made = await make();
  writeFileSync(data.database, "no database at all ".repeat(1000));
  writeFileSync(`${data.database}-wal`, "its log");
  const { old } = await restore(made.folder, data.source, { replace: true });
  expect(readFileSync(old[0]!, "utf8")).toContain("no database at all");
  expect(readFileSync(`${old[0]}-wal`, "utf8")).toBe("its log");
  expect(bottles()).toBe(1);
});

test("an open database is not replaced", async () => {
  const made = await make();
  await change(async (db) => {
    await sql`select 1`.execute(db);
    const restoring = restore(made.folder, data.source, { replace: true });
    await expect(restoring).rejects.toThrow("is in use: stop the site first");
  });
  await restore(made.folder, data.source, { replace: true });
});

test("a database that another program has open is not replaced", async () => {
  const made = await make();
  const shell = new Database(data.database);
  shell.prepare("select count(*) from perfumes").get();
  const before = filesIn(data.uploads);
  const restoring = restore(made.folder, data.source, { replace: true });
  await expect(restoring).rejects.toThrow("is in use: stop the site first");
  expect(filesIn(data.uploads)).toEqual(before);
  shell.close();
  await restore(made.folder, data.source, { replace: true });
});

test.each([
  ["changed", (path: string) => writeFileSync(path, "Eva")],
  ["shorter", (path: string) => truncateSync(path, 2)],
  ["gone", (path: string) => rmSync(path)],
])("a backup with a file that is %s is refused, and nothing changes", async (_, damage) => {
  const made = await make();
  damage(join(made.folder, "uploads/ana/avatar.webp"));
  expect(await refusalOf(made.folder)).toMatch(
    /avatar\.webp (differs from its checksum|has 2 bytes|is missing)/u,
  );
});

test("a folder that is not a backup, or a path that leads out of it, is refused", async () => {
  const made = await make();
  const at = join(made.folder, "manifest.json");
  const manifest = readFileSync(at, "utf8");
  for (const text of [
    "",
    "{}",
    manifest.slice(0, -10),
    manifest.replace("ana/avatar.webp", "../../avatar.webp"),
    manifest.replace("ana/avatar.webp", "/etc/avatar.webp"),
  ]) {
    writeFileSync(at, text);
    expect(await refusalOf(made.folder)).toContain("is not a backup that this version can read");
  }
  await expect(restore(data.folder, data.source)).rejects.toThrow("is not a backup");
});

test.each(["manifest.json", "perfumes.db", "uploads/ana/avatar.webp", "uploads/ana", "uploads"])(
  "a backup whose %s is a link is refused, and nothing changes (RULES.md 14.11)",
  async (name) => {
    const made = await make();
    const [path, elsewhere] = [join(made.folder, name), join(data.folder, "elsewhere")];
    renameSync(path, elsewhere);
    symlinkSync(elsewhere, path);
    expect(await refusalOf(made.folder)).toMatch(
      name === "manifest.json" ? /is not a backup/u : /^The backup .* is behind a link\.$/u,
    );
  },
);

test.each([
  [
    "trigger newcomers",
    "create trigger newcomers after insert on usuarios begin insert into operators values (new.id, 'owner', '', null); end",
  ],
  ["table spies", "create table spies (id)"],
  ["table spies_config", "create virtual table spies using fts5(word)"],
  ["view spies", "create view spies as select * from accounts"],
  ["index spies", "create index spies on accounts (email)"],
  ["TRIGGER perfumes_removed", "drop trigger perfumes_removed"],
  ["table operators", "alter table operators add column spy text"],
  ["table operators", rewriting("operators", "'moderator'", `'mod"erator'`)],
  ["table sessions", rewriting("sessions", "text not null", 'text "not" "null"')],
  // What it would evaluate is refused before anything reads it.
  [
    "table spies",
    "create table spies (x check (x > 0)); pragma ignore_check_constraints = on; insert into spies values (0)",
  ],
  [
    "trigger sqlite_newcomers",
    writing(
      "insert into sqlite_schema values ('trigger', 'sqlite_newcomers', 'usuarios', 0, 'create trigger sqlite_newcomers after insert on usuarios begin delete from operators; end')",
    ),
  ],
])(
  "a backup with a changed schema is refused in one line: %s (RULES.md 14.11)",
  async (what, change) => {
    const made = await make();
    const path = join(made.folder, "perfumes.db");
    const sqlite = new Database(path);
    sqlite.unsafeMode(true);
    sqlite.exec(change);
    sqlite.close();
    forge(made.folder);
    const why = `^The backup was changed: ${what} is not what this site's migrations make; nothing was restored\\.$`;
    expect(await refusalOf(made.folder)).toMatch(new RegExp(why, "iu"));
  },
);

function writing(statement: string): string {
  return `pragma writable_schema = on; ${statement}`;
}

function rewriting(table: string, from: string, to: string): string {
  const [old, other] = [from, to].map((text) => text.replaceAll("'", "''"));
  return writing(
    `update sqlite_schema set sql = replace(sql, '${old}', '${other}') where name = '${table}'`,
  );
}

/** Writes size and checksum of a changed database into the manifest. */
function forge(folder: string): void {
  const [path, at] = [join(folder, "perfumes.db"), join(folder, "manifest.json")];
  const bytes = readFileSync(path);
  const manifest = JSON.parse(readFileSync(at, "utf8")) as Record<string, unknown>;
  manifest.database = {
    bytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  };
  writeFileSync(at, JSON.stringify(manifest));
}

/** @returns a backup of the database that records these migrations */
async function recording(names: string[]) {
  await change((db) => sql`delete from kysely_migration`.execute(db));
  for (const name of names)
    await change((db) => sql`insert into kysely_migration values (${name}, '2026')`.execute(db));
  return make();
}

test("a backup with a newer schema, or one too old to be migrated, is refused", async () => {
  const newer = await recording([...(await knownMigrations()), "2999-01-01-more"]);
  expect(await refusalOf(newer.folder)).toMatch(
    /^The backup .* is from a newer version of the site.*$/u,
  );
  const old = await recording(folded.slice(1));
  expect(await refusalOf(old.folder)).toMatch(
    /^The backup .* is too old .*: restore and migrate it with commit 265ca069 first\.$/u,
  );
});

test("a backup with the migrations that the baseline replaced is restored, and migrated later", async () => {
  for (const end of ["", "-wal", "-shm"]) rmSync(`${data.database}${end}`, { force: true });
  await change((db) => makeSchema(db, folded));
  const { folder } = await recording(folded);
  expect(await restore(folder, data.source, { replace: true })).toMatchObject({ older: true });
});
