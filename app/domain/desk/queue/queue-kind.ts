import type { BottleName } from "#app/domain/catalog/bottles.ts";
import type { Source } from "#app/domain/catalog/sources.ts";
import type { StoredFacts } from "#app/domain/catalog/facts.ts";
import type { Db } from "#db/database.ts";
import type { LogEntry } from "../log/audit.ts";
import type { Asker } from "#app/domain/suggestions/suggestion-authors.ts";
import type { ReportReason } from "#app/domain/reviews/report-reasons.ts";
import type { Item } from "./items.ts";

export interface By {
  actor: string;
  now: Date;
}

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

export type Details =
  | {
      kind: "review";
      /** null for somebody who has no username yet */
      author: string | null;
      text: string;
      language: string | null;
      hidden: boolean;
      reports: { reason: ReportReason; note: string | null }[];
      dupe: BottleName & { id: number };
    }
  /** `pages`: addresses that support a dupe, never fetched */
  | ({ kind: "perfume" | "dupe"; pages: string[] } & BottleName)
  /** only the facts that would change */
  | {
      kind: "facts";
      before: Partial<StoredFacts>;
      after: Partial<StoredFacts>;
      /** all, as they would be */
      facts: StoredFacts;
    }
  | {
      kind: "source";
      url: string;
      author: string | null;
      stance: "for" | "against";
      saidOn: string | null;
      dupe: BottleName & { id: number };
    }
  | {
      kind: "price";
      /** minor units */
      amount: number;
      currency: string;
      size: number;
      of: "bottle" | "tester" | "decant";
      shop: string;
      url: string | null;
      seenOn: string;
      /** minor units; null if unknown */
      usualPer100ml: number | null;
      /** how many say that it is gone (RULES.md 4.6); null where nobody does */
      saidGone: { people: number } | null;
    };

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

export interface QueueKind {
  /** `canRefuse`: also while it does not wait */
  find(
    db: Db,
    id: number,
  ): Promise<{ version: number; waiting: boolean; canRefuse?: boolean } | undefined>;
  describe(db: Db, ids: readonly number[]): Promise<Map<number, Described>>;
  accept(tx: Db, id: number, corrected: Corrected, by: By): Promise<Change>;
  refuse(tx: Db, id: number, reason: string | null, by: By): Promise<Change>;
  /** Closes it as this existing bottle. */
  same?(tx: Db, id: number, perfumeId: number, by: By): Promise<Change>;
  /** `decision`: its log entry. @returns false if the state changed since */
  reopen(
    tx: Db,
    id: number,
    decision: Pick<LogEntry, "before" | "after" | "at">,
    now: Date,
  ): Promise<boolean>;
}
