/** Locked by another process, full, read-only, or broken (https://www.sqlite.org/rescode.html). */
const ofDatabase = /^SQLITE_(BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN|NOLFS)/u;

/** The same of the file system (errno(3)). */
const ofFiles = new Set(["ENOSPC", "EDQUOT", "EROFS", "EIO", "EFBIG", "EMFILE", "ENFILE"]);

/** Whether nothing can be written or read just now through no fault of the request's: the same request may succeed later (RULES.md 4.4). */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  return ofDatabase.test(code) || ofFiles.has(code);
}

/** Whether another connection or process holds the lock that a statement needs. */
export function isLocked(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/u.test(codeOf(error));
}

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === "string" ? code : "";
}
