import type { BottleName } from "#app/domain/catalog/bottles.ts";
import type { Source } from "#app/domain/catalog/sources.ts";
import type { StoredFacts } from "#app/domain/catalog/facts.ts";
import type { Db } from "#db/database.ts";
import type { By, LogEntry } from "../log/audit.ts";
import type { Asker } from "#app/domain/suggestions/suggestion-authors.ts";
import type { findPrices } from "#app/domain/prices/prices-for-desk.ts";
import type { ReportedReview } from "#app/domain/reviews/reported-reviews.ts";
import type { WaitingSource } from "#app/domain/suggestions/source-suggestions.ts";
import type { Item } from "./items.ts";

export interface Change {
  before: object;
  after: object;
  perfumeId: number | null;
  personId?: string | null;
  /** whether the person is emailed (RULES.md 10.21) */
  isTold?: boolean;
  /** other items with the same meaning, decided together */
  along?: Item[];
}

export interface Described {
  version: number;
  /** how many people with an account asked; `askers` holds the first few */
  people: number;
  askers: Asker[];
  /** the bottle concerned: a dupe's original, a price's or a review's bottle */
  perfume: (BottleName & { id: number }) | null;
  details: Details;
}

export type DeskPrice =
  Awaited<ReturnType<typeof findPrices>> extends Map<number, infer Row> ? Row : never;

/** The rows themselves, and what stands beside them. */
export type Details =
  | ({ kind: "review" } & ReportedReview)
  /** `pages`: addresses that support a dupe, never fetched */
  | ({ kind: "perfume" | "dupe"; pages: string[] } & BottleName)
  /** what would change, and all facts as they would be */
  | ({ kind: "facts"; facts: StoredFacts } & Record<"before" | "after", Partial<StoredFacts>>)
  | ({ kind: "source"; dupe: BottleName & { id: number } } & WaitingSource)
  /** the usual amount of 100 ml, and how many say that it is gone (RULES.md 4.6); null for none */
  | { kind: "price"; price: DeskPrice; usual: number | null; gone: number | null };

/** What is omitted stays as suggested. */
export interface Corrected extends Partial<BottleName> {
  /** replace the addresses that support a dupe */
  pages?: string[];
  /** of a suggested page, or of those that support a dupe */
  title?: string;
  author?: string | null;
  kind?: Source["kind"];
  facts?: Partial<StoredFacts>;
}

export interface QueueRow {
  id: number;
}

/** `Row`: an item as its subject has it. */
export interface QueueKind<Row extends QueueRow = QueueRow> {
  find(db: Db, ids: readonly number[]): Promise<Row[]>;
  /** `canRefuse`: also while it does not wait */
  stateOf(row: Row): { version: number; waiting: boolean; canRefuse?: boolean };
  describe(db: Db, rows: readonly Row[]): Promise<Omit<Described, "version">[]>;
  accept(tx: Db, row: Row, corrected: Corrected, by: By): Promise<Change>;
  refuse(tx: Db, row: Row, reason: string | null, by: By): Promise<Change>;
  /** Closes it as this existing bottle. */
  same?(tx: Db, row: Row, perfumeId: number, by: By): Promise<Change>;
  /** `decision`: its log entry. @returns false if the state changed since */
  reopen(
    tx: Db,
    row: Row,
    decision: Pick<LogEntry, "before" | "after" | "at">,
    now: Date,
  ): Promise<boolean>;
}

interface Asked {
  user_id: string | null;
  nombre_usuario: string | null;
  created_at: string;
}

/** The one person who asked; nobody, once the account is deleted. */
export function askedBy({ user_id, nombre_usuario, created_at }: Asked) {
  const askers =
    user_id === null ? [] : [{ userId: user_id, username: nombre_usuario, at: created_at }];
  return { people: askers.length, askers };
}
