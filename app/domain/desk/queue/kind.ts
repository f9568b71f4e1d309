import type { BottleName } from "#app/domain/catalog/bottles.ts";
import type { Db } from "#db/database.ts";
import type { Actor } from "../log/audit.ts";
import type { Asker } from "#app/domain/suggestions/waiting-suggestions.ts";
import type { ReportReason } from "#app/domain/reviews/report-reasons.ts";
import type { Item } from "./items.ts";

/** Who decides, and when. */
export interface By {
  actor: Actor;
  now: Date;
}

/** What a decision changed, for the log. */
export interface Change {
  before: object;
  after: object;
  /** the bottle that it concerns */
  perfumeId: number | null;
  /** whom it concerns, where that is one person */
  personId?: string | null;
  /** whether that person is told by email (RULES.md 27.9) */
  isTold?: boolean;
  /** what it decided along: other items that mean the same */
  along?: Item[];
}

/** Why a decision is not possible; nothing was changed. */
export interface Impossible {
  outcome: "dupe-of-itself" | "no-such-perfume" | "blocked-shop" | "not-possible";
}

/** What the queue says of an item, whatever its kind. */
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
      /** of the review; null for who has no username yet */
      author: string | null;
      text: string;
      /** null where it is not known */
      language: string | null;
      /** hidden until this is decided */
      hidden: boolean;
      /** what those say who reported it, the first five */
      reports: { reason: ReportReason; note: string | null }[];
      /** the bottle that it is about: a dupe of `perfume` */
      dupe: BottleName & { id: number };
    }
  | ({ kind: "perfume" | "dupe" } & BottleName)
  | {
      kind: "price";
      /** minor units of the currency */
      amount: number;
      currency: string;
      /** ml */
      size: number;
      of: "bottle" | "tester" | "decant";
      shop: string;
      url: string | null;
      seenOn: string;
      /** minor units of what 100 ml of the bottle cost as a rule; null where that is not known */
      usualPer100ml: number | null;
    };

/** How operators decide on one kind of items. What they are called and in which order they wait is in app/domain/desk/queue/waiting-items.ts. */
export interface QueueKind {
  /** @returns whether it waits, and its version; undefined for what is not there */
  find(db: Db, id: number): Promise<{ version: number; waiting: boolean } | undefined>;
  /** @returns by id; those that are gone are left out */
  describe(db: Db, ids: readonly number[]): Promise<Map<number, Described>>;
  /** @param corrected clean names, of which those that are missing stay */
  accept(tx: Db, id: number, corrected: Partial<BottleName>, by: By): Promise<Change | Impossible>;
  refuse(tx: Db, id: number, reason: string | null, by: By): Promise<Change>;
  /** It is there already, as this bottle. */
  same?(tx: Db, id: number, perfumeId: number, by: By): Promise<Change | Impossible>;
  /**
   * Lets what was refused, or was there already, wait again.
   * @param decision the states that it found and left, and when it was made (ISO 8601) @returns false when what it left is no longer its state
   */
  reopen(
    tx: Db,
    id: number,
    decision: { before: unknown; after: unknown; at: string },
    now: Date,
  ): Promise<boolean>;
}
