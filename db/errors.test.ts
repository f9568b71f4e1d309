import { expect, test } from "vitest";
import { describedAs, isLocked, isUnavailable } from "./errors.ts";

const failed = (code: string) => Object.assign(new Error("failed"), { code });

test.each([
  "SQLITE_BUSY",
  "SQLITE_BUSY_SNAPSHOT",
  "SQLITE_LOCKED",
  "SQLITE_FULL",
  "SQLITE_READONLY",
  "SQLITE_READONLY_DBMOVED",
  "SQLITE_IOERR",
  "SQLITE_IOERR_WRITE",
  "SQLITE_CANTOPEN",
  "ENOSPC",
  "EROFS",
])("after %s a retry may succeed", (code) => {
  expect(isUnavailable(failed(code))).toBe(true);
});

test.each([
  failed("SQLITE_CONSTRAINT_UNIQUE"),
  failed("SQLITE_ERROR"),
  failed("ENOENT"),
  new TypeError("a bug"),
  { code: 5 },
  null,
  undefined,
  "SQLITE_BUSY",
])("%j is an ordinary failure", (error) => {
  expect(isUnavailable(error)).toBe(false);
});

test.each([
  ["SQLITE_FULL", "full"],
  ["SQLITE_IOERR_SHMSIZE", "full"],
  ["SQLITE_IOERR_WRITE", "failed"],
])("%s says that the disk is %s", (code, meaning) => {
  expect(describedAs(failed(code), "x.db")?.message).toMatch(`${meaning} (${code}).`);
});

test("only a lock is worth waiting for", () => {
  expect(
    ["SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_FULL"].map((code) => isLocked(failed(code))),
  ).toEqual([true, true, false]);
});
