import type { Kysely } from "kysely";
import type { Schema } from "./schema.ts";

export type Db = Kysely<Schema>;

export type OnStatement = (kind: "read" | "write", time: number) => void;

export interface OpenOptions {
  /** whether a missing file is created */
  create?: boolean;
  /** limits how long statements and transactions take; for sites */
  bounded?: boolean;
  /** PostgreSQL connections of this process */
  connections?: number;
  /** Direct address for LISTEN and migrations, bypassing a pooler; omit it if there is no pooler. */
  directUrl?: string | null;
  onStatement?: OnStatement | undefined;
}

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

/** On SQLite there are no peers: nothing is published, and every lock is free. */
export interface Peers {
  /** Notifies the other processes, soon but without guarantee. Call it after the transaction. */
  publish(topic: Topic, text: string): void;
  subscribe(topic: Topic, onNotice: (text: string) => void): void;
  /** @param then called once notices arrive again after some may have been lost */
  onMissed(then: () => void): void;
  /** Runs work that only one process should do. @returns null if another process holds the lock, or PostgreSQL cannot be reached */
  tryLock<T>(name: string, work: () => Promise<T>): Promise<T | null>;
  /** Waits up to 10 s for the lock, then runs the work in any case: for work better not done by all at once. */
  withLock<T>(name: string, work: () => Promise<T>): Promise<T>;
  start(): void;
  stop(): Promise<void>;
}

export interface Health {
  /** @returns null if the database opened at the start can be read; else one line saying why not */
  alive(): string | null;
  /** Like `alive`; also checks that it can be written within 3 s and has this version's schema. */
  ready(): Promise<string | null>;
  start(): void;
  stop(): void;
}
