import { HandleEmptyInListsPlugin, Kysely, replaceWithNoncontingentExpression, sql } from "kysely";
import Cursor from "pg-cursor";
import type { Database, Db, OpenOptions } from "../database.ts";
import { addMonths } from "./month-parts.ts";
import type { Schema } from "../schema.ts";
import { parsedAddress } from "./postgres-address.ts";
import { SchemaDialect } from "./schema-dialect.ts";
import { checkServer, createHealth } from "./postgres-health.ts";
import { createPeers } from "./peers.ts";
import { PatientPool } from "./patient-pool.ts";

const statementTimeout = 5000;

export function openPostgres(
  url: string,
  { bounded = false, connections = 10, directUrl, onStatement }: OpenOptions,
): Database {
  for (const address of directUrl ? [url, directUrl] : [url]) parsedAddress(address);
  const pool = new PatientPool(url, {
    connections,
    statementTimeout: bounded ? statementTimeout : 0,
    named: !directUrl || directUrl === url,
    onStatement,
  });
  const db: Db = new Kysely<Schema>({
    dialect: new SchemaDialect({ pool, cursor: Cursor }),
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  });
  return {
    db,
    health: createHealth(db),
    peers: createPeers(db, directUrl ?? url),
    check: () => checkServer(db),
    async sizes() {
      const { rows } = await sql<{ bytes: number }>`
        select pg_database_size(current_database()) as bytes`.execute(db);
      return { database: rows[0]!.bytes, log: 0 };
    },
    keepHouse: () => addMonths(db, "perfume_searches", new Date()),
    close: () => db.destroy(),
  };
}
