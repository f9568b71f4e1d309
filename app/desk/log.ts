import type { Db } from "#db/connect.ts";
import type { LogEntry } from "#db/desk/audit.ts";
import { listLog, type LogFilter, type NamedEntry, personCalled } from "#db/desk/log.ts";
import { decimalAmount } from "#db/prices/amounts.ts";
import type { Role } from "./roles.ts";
import { canBeUndone } from "./undo.ts";
import { asSeenBy } from "./without-addresses.ts";

export { type LogKind, logKinds } from "#db/desk/log.ts";

/** entries on a page */
export const pageSize = 30;
/** UTF-16 units of one value of what changed */
const maxShown = 300;

/** What a decision changed: one field, as it was and as it is; null where there was none. */
export interface Changed {
  field: string;
  before: string | null;
  after: string | null;
}

export type ShownEntry = Omit<NamedEntry, "before" | "after"> & {
  changes: Changed[];
  canBeUndone: boolean;
};

export interface LogPage {
  entries: ShownEntry[];
  /** where the next page begins; null on the last */
  next: number | null;
  /** nobody is called like that */
  unknownPerson: boolean;
}

/**
 * The log of decisions (RULES.md 28.6), newest first.
 * @param asked.person a username or id, untrusted @param asked.before entries older than this one
 */
export async function logFor(
  db: Db,
  role: Role,
  asked: Omit<LogFilter, "personId"> & { person: string | null; before: number | null },
): Promise<LogPage> {
  const { person, before, ...filter } = asked;
  const personId = person === null ? null : await personCalled(db, person);
  if (person !== null && personId === null) return { entries: [], next: null, unknownPerson: true };
  const found = await listLog(db, { ...filter, personId }, { before, limit: pageSize + 1 });
  const shown = found.slice(0, pageSize);
  return {
    entries: shown.map((entry) => present(entry, role)),
    next: found.length > pageSize ? shown.at(-1)!.id : null,
    unknownPerson: false,
  };
}

/** @returns an entry as an operator sees it: what it changed, field by field, and whether it can be undone */
export function present<Entry extends LogEntry>(
  { before, after, ...entry }: Entry,
  role: Role,
): Omit<Entry, "before" | "after"> & Pick<ShownEntry, "reason" | "changes" | "canBeUndone"> {
  const read = (text: string) => asSeenBy(role, text);
  const [was, is] = [withMoney(before), withMoney(after)];
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const changes = fields.map((field) => ({
    field,
    before: valueOf(was[field], read),
    after: valueOf(is[field], read),
  }));
  return {
    ...entry,
    reason: entry.reason && read(entry.reason),
    changes: changes.filter((one) => one.before !== null || one.after !== null),
    canBeUndone: canBeUndone({ ...entry, before, after }),
  };
}

/** Minor units with their currency as people write them: "24.90 EUR". */
function withMoney(values: Record<string, unknown> | null): Record<string, unknown> {
  const { amount, currency, ...others } = values ?? {};
  if (typeof amount !== "number" || typeof currency !== "string") return values ?? {};
  return { ...others, amount: `${decimalAmount(amount, currency)} ${currency}` };
}

/** Lists and objects, which few decisions have, as JSON. */
function valueOf(value: unknown, read: (text: string) => string): string | null {
  if (value === null || value === undefined) return null;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return read(text.length > maxShown ? `${text.slice(0, maxShown).toWellFormed()}…` : text);
}
