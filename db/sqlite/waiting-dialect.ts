import { SqliteAdapter, SqliteDialect, type SqliteDialectConfig } from "kysely";
import { WaitingDriver } from "./waiting-driver.ts";

export class WaitingSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;
  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }
  override createAdapter() {
    return new WaitingSqliteAdapter();
  }
  override createDriver() {
    return new WaitingDriver(this.#config);
  }
}

class WaitingSqliteAdapter extends SqliteAdapter {
  /** All pending migrations are one transaction, which SQLite supports but Kysely's adapter does not claim. */
  override get supportsTransactionalDdl() {
    return true;
  }
  override get supportsMultipleConnections() {
    return true;
  }
}
