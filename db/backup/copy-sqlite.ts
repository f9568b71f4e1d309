import { closeSync, fdatasyncSync, openSync } from "node:fs";
import { openSqlite } from "../sqlite/open-connection.ts";

/** Synced in portions, because one sync at the end would delay the site's own writes. */
const pagesAtOnce = 1024;

/** One transaction, so that concurrent writes do not restart it. */
export async function copySqlite(from: string, to: string): Promise<void> {
  const { sqlite, close } = openSqlite(from, false);
  const target = openSync(to, "w", 0o600);
  try {
    sqlite.exec("begin");
    // The first statement fixes the transaction's snapshot.
    sqlite.prepare("select count(*) from sqlite_schema").get();
    await sqlite.backup(to, {
      progress: () => {
        fdatasyncSync(target);
        return pagesAtOnce;
      },
    });
    sqlite.exec("commit");
  } finally {
    closeSync(target);
    close();
  }
}
