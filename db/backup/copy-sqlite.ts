import { closeSync, fdatasyncSync, openSync } from "node:fs";
import { openSqlite } from "../sqlite/open-connection.ts";

/** Made safe on the disk at a time: all at the end would keep the site's own writes waiting. */
const pagesAtOnce = 1024;

/** In one transaction, so that writes of others do not restart it. */
export async function copySqlite(from: string, to: string): Promise<void> {
  const { sqlite, close } = openSqlite(from, false);
  const target = openSync(to, "w", 0o600);
  try {
    sqlite.exec("begin");
    // The first statement fixes the moment that the transaction sees.
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
