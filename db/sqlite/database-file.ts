import { type BigIntStats, closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { DatabaseError } from "../database-error.ts";
import { type FileLock, shareLock } from "./file-lock.ts";
import { describedAs, isLocked } from "../errors.ts";
import { makeFolderSync } from "../files.ts";

/** ms that the file may stand changed before it counts as overwritten: another process's checkpoint ends before */
const settleTime = 5000;
/** bytes that every database has */
const headerSize = 100n;
/** bytes, of a file whose pages are all checked at start */
const checkedSize = 100 * 1024 * 1024;
/** ms that opening waits for another process that opens the file, too; nothing is served yet */
const openTimeout = 5000;
/** ms that reading waits for another process */
const readTimeout = 250;

interface Seen {
  /** when the file was last written, ns */
  written: bigint;
  /** the salts of the write-ahead log, which change whenever it begins anew (https://sqlite.org/walformat.html); "" while it is empty */
  salts: string;
  /** frames of the log that are in the file already */
  checkpointed: number;
}

/**
 * The file of an open database: whether it is still the one at its path. Only SQLite opens it, because closing any
 * other descriptor of it would drop SQLite's locks (RULES.md 18.18).
 */
export class DatabaseFile {
  readonly path: string;
  readonly #opened: BigIntStats;
  #log: BigIntStats | undefined;
  #seen: Seen | undefined;
  #changed: { written: bigint; since: number } | undefined;
  /** what is wrong with it for good */
  #lost: string | null = null;
  /** whether its content is not the one that the write-ahead log belongs to */
  #isForeign = false;

  /** @param path of a database that was just opened */
  constructor(path: string) {
    this.path = path;
    this.#opened = statSync(path, { bigint: true });
  }

  /** Called before every write, so that none is acknowledged that goes into a deleted file. @throws DatabaseError */
  assertThere(): void {
    const gone = this.#gone();
    if (gone) throw new DatabaseError(gone, "SQLITE_READONLY_DBMOVED");
  }

  #gone(): string | null {
    const { path } = this;
    if (this.#lost) return this.#lost;
    const there = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (!there) return `The database ${path} was deleted while it was open.`;
    if (there.size < headerSize) return `The database ${path} was emptied while it was open.`;
    return isSame(there, this.#opened)
      ? null
      : `The database ${path} was replaced while it was open.`;
  }

  /**
   * Reads a row anew, past what is kept in memory, and looks whether the file was deleted, replaced or overwritten. That it
   * was overwritten is known when two looks, 5 s apart, find it written by other means than a checkpoint; it
   * stays so then, also with its old content.
   * @param now ms of a clock that is never set
   * @returns one line that says what is wrong, or null
   */
  look(now = performance.now()): string | null {
    const gone = this.#gone() ?? this.#logGone();
    if (gone) return gone;
    try {
      this.#beginLog();
      const checkpointed = this.#read((sqlite) => {
        sqlite.prepare("select name from kysely_migration limit 1").get();
        const [state] = sqlite.pragma("wal_checkpoint(NOOP)") as [{ checkpointed: number }];
        return state.checkpointed;
      });
      this.#log ??= statSync(this.#logPath, { bigint: true });
      const salts = readSalts(this.#logPath);
      // The time comes last, so that a checkpoint meanwhile looks like one that is not finished, never like none.
      const written = statSync(this.path, { bigint: true }).mtimeNs;
      this.#compare({ written, salts, checkpointed }, now);
      return this.#gone();
    } catch (error) {
      const known = describedAs(error, this.path);
      if (known && /^SQLITE_(CORRUPT|NOTADB)/u.test(known.code)) this.#giveUp(known.message);
      return known?.message ?? String(error);
    }
  }

  get #logPath() {
    return `${this.path}-wal`;
  }

  #logGone(): string | null {
    const there = statSync(this.#logPath, { bigint: true, throwIfNoEntry: false });
    if (!this.#log || (there && isSame(there, this.#log))) return null;
    this.#lost = `The write-ahead log of the database ${this.path} was deleted or replaced.`;
    return this.#lost;
  }

  /** An empty log has no salts: nobody could tell a checkpoint after the next write from a file that was overwritten. */
  #beginLog(): void {
    if (statSync(this.#logPath, { throwIfNoEntry: false })?.size !== 0) return;
    try {
      this.writeOnce();
    } catch (error) {
      if (!describedAs(error, this.path)) throw error;
    }
  }

  /** In this mode (WAL) only checkpoints write to the file; a checkpoint, or a log that begins anew after it, can be seen. */
  #compare(seen: Seen, now: number): void {
    const before = this.#seen ?? seen;
    const checkpoint = seen.checkpointed !== before.checkpointed || seen.salts !== before.salts;
    if (seen.written === before.written || checkpoint) {
      this.#seen = seen;
      this.#changed = undefined;
    } else if (this.#changed?.written !== seen.written) {
      this.#changed = { written: seen.written, since: now };
    } else if (now - this.#changed.since >= settleTime)
      this.#giveUp(`The database ${this.path} was overwritten while it was open.`);
  }

  #giveUp(reason: string): void {
    this.#lost = reason;
    this.#isForeign = true;
  }

  /**
   * Keeps SQLite from bringing the write-ahead log into the file, which it does when the last connection closes, unless that
   * one cannot write.
   * @returns null for a file that may be closed as usual; for one that was overwritten or is damaged, what to call after
   * all other connections are closed: what was put there stays as it is, and so does the log
   */
  holdLog(): (() => void) | null {
    if (!this.#isForeign) return null;
    const last = new Database(this.path, { readonly: true, timeout: readTimeout });
    try {
      last.pragma("user_version");
    } catch {
      // Also where nothing can be read it has opened the log.
    }
    return () => {
      last.close();
      console.error(
        `The log of the database ${this.path} was left as it is: delete ${this.#logPath} and ${this.path}-shm before the next start, they belong to the content before.`,
      );
    };
  }

  /** On a connection of its own, which has nothing in memory yet. */
  #read<T>(work: (sqlite: Database.Database) => T): T {
    const options = { readonly: true, fileMustExist: true, timeout: readTimeout };
    const sqlite = new Database(this.path, options);
    try {
      return work(sqlite);
    } finally {
      sqlite.close();
    }
  }

  /** Checks every page of a file of up to 100 MB. It blocks this process meanwhile. @throws DatabaseError when one is damaged */
  checkPages(): void {
    if (this.#opened.size > checkedSize) return;
    const found = this.#read((sqlite) => sqlite.pragma("quick_check(1)", { simple: true }));
    if (found !== "ok")
      throw new DatabaseError(`The database ${this.path} is damaged.`, "SQLITE_CORRUPT");
  }

  /**
   * Writes what is there once more, without waiting.
   * @throws an error of SQLite: SQLITE_BUSY when another process is writing
   */
  writeOnce(): void {
    this.assertThere();
    const sqlite = new Database(this.path, { fileMustExist: true, timeout: 0 });
    try {
      sqlite.exec("begin immediate");
      const version = Number(sqlite.pragma("user_version", { simple: true }));
      sqlite.pragma(`user_version = ${version}`);
      sqlite.exec("commit");
    } finally {
      sqlite.close();
    }
  }
}

/** An empty file beside the database, which whoever has that open locks together with others, and a restore alone (RULES.md 22.4). */
export const lockOf = (path: string) => `${path}.lock`;

/** A file beside the database while a restore puts the new data in the place of the old (RULES.md 22.5). */
export const restorePlanOf = (path: string) => `${path}.restore.json`;

export interface OpenSqlite {
  sqlite: Database.Database;
  close(): void;
}

/**
 * Opens the SQLite file at a path, and keeps it from being restored while it is open (RULES.md 22.4).
 * @param create makes a missing file with its folders; else that is an error
 * @throws DatabaseError with one line that names the file
 */
export function openSqlite(path: string, create: boolean): OpenSqlite {
  if (existsSync(restorePlanOf(path)))
    throw new DatabaseError(
      `A restore of the database ${path} was not finished: run the same \`npm run restore\` again.`,
      "RESTORE",
    );
  if (!create && !existsSync(path))
    throw new DatabaseError(`There is no database ${path}.`, "SQLITE_CANTOPEN");
  let sqlite: Database.Database | undefined;
  try {
    makeFolderSync(dirname(path));
    const before = statSync(path, { bigint: true, throwIfNoEntry: false });
    // Accounts are in it: as SQLite makes a file, everybody on the machine could read it.
    if (!before && create) closeSync(openSync(path, "a", 0o600));
    sqlite = new Database(path);
    useWriteAheadLog(sqlite);
    const opened = closedTogether(sqlite, shareLockOf(path));
    // From here on no restore can begin, but one may have ended since.
    if (!before || isSame(before, statSync(path, { bigint: true }))) return opened;
    opened.close();
    throw new DatabaseError(`The database ${path} was replaced while it was opened.`, "RESTORE");
  } catch (error) {
    sqlite?.close();
    throw describedAs(error, path) ?? error;
  }
}

function shareLockOf(path: string): FileLock {
  const lock = shareLock(lockOf(path));
  if (!lock)
    throw new DatabaseError(
      `The database ${path} is being restored; try again when that has ended.`,
      "RESTORE",
    );
  return lock;
}

function closedTogether(sqlite: Database.Database, lock: FileLock): OpenSqlite {
  return {
    sqlite,
    close() {
      sqlite.close();
      lock.release();
    },
  };
}

/** Of two processes that open a new file at once, SQLite answers one that it is locked, without waiting. */
function useWriteAheadLog(sqlite: Database.Database): void {
  const end = performance.now() + openTimeout;
  for (;;)
    try {
      sqlite.pragma("journal_mode = WAL");
      return;
    } catch (error) {
      if (!isLocked(error) || performance.now() > end) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
}

/** SQLite holds no lock on the log, so it may be opened and closed here. */
function readSalts(path: string): string {
  const descriptor = openSync(path, "r");
  try {
    const salts = Buffer.alloc(8);
    return salts.toString("hex", 0, readSync(descriptor, salts, 0, 8, 16));
  } finally {
    closeSync(descriptor);
  }
}

const isSame = (one: BigIntStats, other: BigIntStats) =>
  one.ino === other.ino && one.dev === other.dev;
