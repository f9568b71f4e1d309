/** A bottle of the catalogue, with its page's address, without language. */
export interface LinkedBottle {
  marca: string;
  nombre: string;
  path: string;
}

/** What a card of the queue shows of an item, by its kind. */
export type Shown =
  | { kind: "perfume" | "dupe"; marca: string; nombre: string }
  | {
      kind: "price";
      amount: string;
      size: string;
      of: "bottle" | "tester" | "decant";
      shop: string;
      url: string | null;
      seen: string;
      /** what 100 ml cost there, and as a rule; null where that is not known */
      per100: string;
      usual: string | null;
    }
  | {
      kind: "review";
      author: string | null;
      text: string;
      lang: string | null;
      hidden: boolean;
      reports: { reason: string; note: string | null }[];
      dupe: LinkedBottle;
    };

export interface ItemData {
  /** e.g. "perfume:12" */
  name: string;
  kind: Shown["kind"];
  version: number;
  times: number;
  /** ISO 8601, and in words */
  since: string;
  ago: string;
  /** the first who asked; the username is null for who has none yet */
  askers: { userId: string; username: string | null }[];
  /** how many more asked */
  others: number;
  /** the bottle that it is about */
  perfume: LinkedBottle | null;
  /** what the catalogue has that is like it */
  alike: (LinkedBottle & { id: number })[];
  shown: Shown;
}
