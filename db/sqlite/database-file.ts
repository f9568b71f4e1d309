import { type BigIntStats, closeSync, openSync, readSync, statSync } from "node:fs";
import Database from "better-sqlite3";
import { DatabaseError } from "../database-error.ts";
import { describedAs } from "../errors.ts";

/** ms until a changed file counts as overwritten: longer than another process's checkpoint takes */
const settleTime = 5000;
const headerBytes = 100n;
const checkedBytes = 100 * 1024 * 1024;
const readTimeout = 250;

interface Seen {
  written: bigint;
  /** They change whenever the log restarts (https://sqlite.org/walformat.html). */
  salts: string;
  checkpointed: number;
}

/** Only SQLite opens the file: closing any other descriptor of it would drop SQLite's locks. */
export class DatabaseFile {
  readonly path: string;
  readonly #opened: BigIntStats;
  #log: BigIntStats | undefined;
  #seen: Seen | undefined;
  #changed: { written: bigint; since: number } | undefined;
  #lost: string | null = null;
  #isForeign = false;

  constructor(path: string) {
    this.path = path;
    this.#opened = statSync(path, { bigint: true });
  }

  assertThere(): void {
    const gone = this.#gone();
    if (gone) throw new DatabaseError(gone, "SQLITE_READONLY_DBMOVED");
  }

  #gone(): string | null {
    const { path } = this;
    if (this.#lost) return this.#lost;
    const there = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (!there) return `The database ${path} was deleted while it was open.`;
    if (there.size < headerBytes) return `The database ${path} was emptied while it was open.`;
    return isSame(there, this.#opened)
      ? null
      : `The database ${path} was replaced while it was open.`;
  }

  /**
   * A file counts as overwritten if two checks, 5 s apart, find a write that no checkpoint explains; this is final.
   * @returns one line if the file was deleted, replaced, overwritten or damaged; else null
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
      // Read last, so that a concurrent checkpoint looks unfinished rather than absent.
      const written = statSync(this.path, { bigint: true }).mtimeNs;
      this.#compare({ written, salts, checkpointed }, now);
      return this.#gone();
    } catch (error) {
      const known = describedAs(error, this.path);
      if (known && /^SQLITE_(CORRUPT|NOTADB)/u.test(known.code)) this.#giveUp(known.message);
      return known?.message ?? String(error);
    }
  }

  /** Whether the last check found a write that no checkpoint explains. */
  seemsOverwritten(): boolean {
    return this.#changed !== undefined;
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

  /** An empty log has no salts, which distinguish a checkpoint from an overwritten file. */
  #beginLog(): void {
    if (statSync(this.#logPath, { throwIfNoEntry: false })?.size !== 0) return;
    try {
      this.writeOnce();
    } catch (error) {
      if (!describedAs(error, this.path)) throw error;
    }
  }

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
   * The last connection to close writes the log back into the file, unless it is read-only.
   * @returns null, or, if the log belongs to other content than the file's, a function to call after closing all others
   */
  holdLog(): (() => void) | null {
    if (!this.#isForeign) return null;
    const last = new Database(this.path, { readonly: true, timeout: readTimeout });
    try {
      last.pragma("user_version");
    } catch {}
    return () => {
      last.close();
      console.error(
        `The write-ahead log of the database ${this.path} was not applied: delete ${this.#logPath} and ${this.path}-shm before the next start; they belong to its previous content.`,
      );
    };
  }

  #read<T>(work: (sqlite: Database.Database) => T): T {
    const options = { readonly: true, fileMustExist: true, timeout: readTimeout };
    const sqlite = new Database(this.path, options);
    try {
      return work(sqlite);
    } finally {
      sqlite.close();
    }
  }

  checkPages(): void {
    if (this.#opened.size > checkedBytes) return;
    const found = this.#read((sqlite) => sqlite.pragma("quick_check(1)", { simple: true }));
    if (found !== "ok")
      throw new DatabaseError(`The database ${this.path} is damaged.`, "SQLITE_CORRUPT");
  }

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

/** SQLite holds no lock on the log, so closing it here drops none. */
function readSalts(path: string): string {
  const descriptor = openSync(path, "r");
  try {
    const salts = Buffer.alloc(8);
    return salts.toString("hex", 0, readSync(descriptor, salts, 0, 8, 16));
  } finally {
    closeSync(descriptor);
  }
}

export const isSame = (one: BigIntStats, other: BigIntStats) =>
  one.ino === other.ino && one.dev === other.dev;
