import type { BottleName } from "#app/domain/catalog/bottles.ts";
import type { Db } from "#db/database.ts";
import type { Actor } from "../log/audit.ts";
import type { Asker } from "#app/domain/suggestions/suggestion-authors.ts";
import type { ReportReason } from "#app/domain/reviews/report-reasons.ts";
import type { Item } from "./items.ts";

export interface By {
  actor: Actor;
  now: Date;
}

export interface Change {
  before: object;
  after: object;
  perfumeId: number | null;
  personId?: string | null;
  /** they are told by email (RULES.md 10.21) */
  isTold?: boolean;
  /** other items with the same meaning */
  along?: Item[];
}

export interface Impossible {
  outcome: "dupe-of-itself" | "no-such-perfume" | "blocked-shop" | "not-possible";
}

export interface Described {
  version: number;
  /** how many people with an account asked, and the first of them */
  people: number;
  askers: Asker[];
  /** the bottle that it is about: the original of a dupe, the bottle of a price or a review */
  perfume: (BottleName & { id: number }) | null;
  details: Details;
}

export type Details =
  | {
      kind: "review";
      /** null for somebody without a username yet */
      author: string | null;
      text: string;
      language: string | null;
      hidden: boolean;
      reports: { reason: ReportReason; note: string | null }[];
      dupe: BottleName & { id: number };
    }
  | ({ kind: "perfume" | "dupe" } & BottleName)
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
      /** minor units; null where it is not known */
      usualPer100ml: number | null;
    };

export interface QueueKind {
  find(db: Db, id: number): Promise<{ version: number; waiting: boolean } | undefined>;
  describe(db: Db, ids: readonly number[]): Promise<Map<number, Described>>;
  /** names that are missing stay as suggested */
  accept(tx: Db, id: number, corrected: Partial<BottleName>, by: By): Promise<Change | Impossible>;
  refuse(tx: Db, id: number, reason: string | null, by: By): Promise<Change>;
  /** It is there already, as this bottle. */
  same?(tx: Db, id: number, perfumeId: number, by: By): Promise<Change | Impossible>;
  /** `decision`: the states that it found and left, and its time (ISO 8601). @returns false when what it left is no longer so */
  reopen(
    tx: Db,
    id: number,
    decision: { before: unknown; after: unknown; at: string },
    now: Date,
  ): Promise<boolean>;
}
