import type { Subject } from "../log/audit.ts";

const subjects = {
  perfume: "perfume-suggestion",
  dupe: "dupe-suggestion",
  facts: "fact-suggestion",
  source: "source-suggestion",
  review: "review",
  price: "price",
} as const;

export type ItemKind = keyof typeof subjects;
export const itemKinds = Object.keys(subjects) as ItemKind[];

export interface Item {
  kind: ItemKind;
  id: number;
}

export interface SeenItem extends Item {
  /** null skips the version check */
  version: number | null;
}

/** Parses untrusted text such as "perfume:12". */
export function parseItem(text: unknown): Item | null {
  const [, kind, id] =
    (typeof text === "string" && /^([a-z]{1,10}):([1-9]\d{0,14})$/u.exec(text)) || [];
  const known = itemKinds.find((one) => one === kind);
  return known ? { kind: known, id: Number(id) } : null;
}

export function parseSeenItem(text: unknown): SeenItem | null {
  const [, name, version] =
    (typeof text === "string" && /^([a-z]+:\d+):(\d{1,16})$/u.exec(text)) || [];
  const item = parseItem(name);
  const seen = parseVersion(version);
  return item && seen !== null ? { ...item, version: seen } : null;
}

/** Reviews start at version 0. */
export function parseVersion(text: unknown): number | null {
  return typeof text === "string" && /^(?:0|[1-9]\d{0,14})$/u.test(text) ? Number(text) : null;
}

export const itemName = ({ kind, id }: Item): string => `${kind}:${id}`;

export const subjectOf = ({ kind, id }: Item): Subject => `${subjects[kind]}:${id}`;

export function itemOf(subject: string): Item | null {
  const kind = itemKinds.find((one) => subject.startsWith(`${subjects[one]}:`));
  return kind ? parseItem(`${kind}${subject.slice(subjects[kind].length)}`) : null;
}
