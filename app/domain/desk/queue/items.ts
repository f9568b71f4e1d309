import type { Subject } from "../log/audit.ts";

/** What can wait for operators (RULES.md 21.3). */
export const itemKinds = ["perfume", "dupe", "price", "review"] as const;
export type ItemKind = (typeof itemKinds)[number];

/** One thing that waits: its kind, and its id among those. */
export interface Item {
  kind: ItemKind;
  id: number;
}

/** An item as somebody saw it. */
export interface SeenItem extends Item {
  /** null to decide on it whatever it is now, as commands do */
  version: number | null;
}

/** @param text untrusted, e.g. "perfume:12" @returns null for what is no item */
export function parseItem(text: unknown): Item | null {
  const [, kind, id] =
    (typeof text === "string" && /^([a-z]{1,10}):([1-9]\d{0,14})$/u.exec(text)) || [];
  const known = itemKinds.find((one) => one === kind);
  return known ? { kind: known, id: Number(id) } : null;
}

/** @param text untrusted, an item and its version, e.g. "perfume:12:1" @returns null for anything else */
export function parseSeenItem(text: unknown): SeenItem | null {
  const [, name, version] =
    (typeof text === "string" && /^([a-z]+:\d+):(\d{1,16})$/u.exec(text)) || [];
  const item = parseItem(name);
  const seen = parseVersion(version);
  return item && seen !== null ? { ...item, version: seen } : null;
}

/** @param text untrusted; reviews begin with 0 @returns null for what is no version */
export function parseVersion(text: unknown): number | null {
  return typeof text === "string" && /^(?:0|[1-9]\d{0,14})$/u.test(text) ? Number(text) : null;
}

/** @returns e.g. "perfume:12" */
export const itemName = ({ kind, id }: Item): string => `${kind}:${id}`;

const subjects = {
  perfume: "perfume-suggestion",
  dupe: "dupe-suggestion",
  price: "price",
  review: "review",
} as const;

/** @returns what the log calls an item */
export const subjectOf = ({ kind, id }: Item): Subject => `${subjects[kind]}:${id}`;

/** @returns the item that the log calls so, or null */
export function itemOf(subject: string): Item | null {
  const kind = itemKinds.find((one) => subject.startsWith(`${subjects[one]}:`));
  return kind ? parseItem(`${kind}${subject.slice(subjects[kind].length)}`) : null;
}
