import type { Kysely } from "kysely";
import type { Schema } from "./schema.ts";

export type Db = Kysely<Schema>;

export type OnStatement = (kind: "read" | "write", time: number) => void;

export const defaultDatabaseUrl = "file:./data/perfumes.db";
export const isPostgresUrl = (url: string) => /^postgres(ql)?:\/\//u.test(url);
export const defaultUploadsFolder = "./data/uploads";

export interface Database {
  db: Db;
  health: Health;
  peers: Peers;
  check(): Promise<void>;
  sizes(): Promise<{ database: number; log: number }>;
  keepHouse(): Promise<void>;
  close(): Promise<void>;
}

export type Topic = "page" | "catalog";

/** On SQLite there are none: nothing is published, and every lock is free. */
export interface Peers {
  /** Tells the other processes, soon and without a guarantee. Call it after the transaction. */
  publish(topic: Topic, text: string): void;
  subscribe(topic: Topic, onNotice: (text: string) => void): void;
  /** @param then called when notices may have been lost, once they arrive again */
  onMissed(then: () => void): void;
  /** Does work that one process does for all. @returns null when another process holds the lock, or PostgreSQL cannot be asked */
  tryLock<T>(name: string, work: () => Promise<T>): Promise<T | null>;
  /** Waits up to 10 s for the lock and does the work in any case: for what is better not done by all at once. */
  withLock<T>(name: string, work: () => Promise<T>): Promise<T>;
  start(): void;
  stop(): Promise<void>;
}

export interface Health {
  /** @returns why the database cannot be read, or is no longer the one that was opened, in one line; null when all is well */
  alive(): string | null;
  /** As `alive`; also that it can be written within 3 s, and that its schema is this version's. */
  ready(): Promise<string | null>;
  start(): void;
  stop(): void;
}
