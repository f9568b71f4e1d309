import type { Db } from "#db/database.ts";
import type { BottleName } from "#app/domain/catalog/bottles.ts";
import type { LogEntry } from "./audit.ts";
import {
  listLog,
  type LogFilter,
  type NamedThing,
  namesOf,
  personCalled,
  undoneBy,
} from "./list-log.ts";
import { decimalAmount } from "#app/domain/prices/amounts.ts";
import { type Value, valueOf } from "./log-fields.ts";
import { asSeenBy, type Role } from "../roles.ts";
import { canBeUndone } from "../undo/undo.ts";

export { type LogKind, logKinds } from "./list-log.ts";
export type { Value } from "./log-fields.ts";

export const pageSize = 30;
export interface Changed {
  field: string;
  before: Value | null;
  after: Value | null;
}

/** Suggested facts, as the log would show their acceptance. */
export function factChanges({ before, after }: Record<"before" | "after", object>): Changed[] {
  const read = (field: string, values: object) => {
    const beside = { values: { ...values }, perfumes: new Map(), dupes: new Map() };
    return valueOf(field, beside, (text) => text);
  };
  return Object.keys(after).map((field) => ({
    field,
    before: read(field, before),
    after: read(field, after),
  }));
}

export type Title =
  | ({ kind: "bottle" } & NamedThing)
  | { kind: "price"; amount: string; currency: string; size: number | null }
  | null;

export type ShownEntry = Omit<LogEntry, "before" | "after" | "subject" | "perfumeId"> & {
  kind: string;
  number: string | null;
  title: Title;
  perfume: { id: number; named: BottleName | null } | null;
  changes: Changed[];
  undoes: number | null;
  canBeUndone: boolean;
};

export interface LogPage {
  entries: ShownEntry[];
  /** cursor of the next page; null on the last */
  next: number | null;
  unknownPerson: boolean;
}

/** `person` is a username or id, untrusted; only entries older than `before` (RULES.md 10.27). */
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
    entries: await presentEntries(db, role, shown),
    next: found.length > pageSize ? shown.at(-1)!.id : null,
    unknownPerson: false,
  };
}

export async function presentEntries(
  db: Db,
  role: Role,
  entries: readonly LogEntry[],
): Promise<ShownEntry[]> {
  const names = await namesOf(db, idsIn(entries));
  const undid = await undoneBy(
    db,
    entries.map(({ id }) => id),
  );
  return entries.map((entry) => present(entry, names, undid.get(entry.id) ?? null, role));
}

type Names = Awaited<ReturnType<typeof namesOf>>;

function idsIn(entries: readonly LogEntry[]) {
  const numbers = (values: unknown[]) => new Set(values.filter((one) => typeof one === "number"));
  const valuesOf = (...fields: string[]) =>
    entries.flatMap(({ before, after }) =>
      fields.flatMap((field) => [before?.[field], after?.[field]]),
    );
  const subjects = (kind: string) =>
    entries.flatMap(({ subject }) => {
      const [of, id] = subject.split(":");
      return of === kind ? [Number(id)] : [];
    });
  return {
    perfumes: numbers([
      ...valuesOf("bottle", "original", "into"),
      ...entries.map(({ perfumeId }) => perfumeId),
      ...subjects("perfume"),
    ]),
    dupes: numbers([...valuesOf("dupe"), ...subjects("dupe")]),
    perfumeSuggestions: subjects("perfume-suggestion"),
    dupeSuggestions: subjects("dupe-suggestion"),
  };
}

function present(
  { before, after, subject, perfumeId, ...entry }: LogEntry,
  names: Names,
  undoes: number | null,
  role: Role,
): ShownEntry {
  const read = (text: string) => asSeenBy(role, text);
  const [was, is] = [before ?? {}, after ?? {}];
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const valueIn = (field: string, values: Record<string, unknown>) =>
    valueOf(field, { values, ...names }, read);
  const changes = fields.map((field) => ({
    field,
    before: valueIn(field, was),
    after: valueIn(field, is),
  }));
  const [kind = "", number = ""] = subject.split(":");
  return {
    ...entry,
    kind,
    number: kind === "person" || number === "" ? null : number,
    title: titleOf(kind, Number(number), { ...is, ...was }, names),
    perfume: perfumeId === null ? null : perfumeNamed(perfumeId, names),
    reason: entry.reason && read(entry.reason),
    changes: changes.filter((one) => one.before !== null || one.after !== null),
    undoes,
    canBeUndone: canBeUndone({ ...entry, subject, perfumeId, before, after }),
  };
}

const perfumeNamed = (id: number, names: Names) => {
  const { marca, nombre } = names.perfumes.get(id) ?? {};
  return { id, named: marca === undefined ? null : { marca, nombre: nombre! } };
};

const lists = {
  perfume: "perfumes",
  dupe: "dupes",
  "perfume-suggestion": "perfumeSuggestions",
  "dupe-suggestion": "dupeSuggestions",
} as const;

function titleOf(kind: string, id: number, values: Record<string, unknown>, names: Names): Title {
  const { marca, nombre, amount, currency, size } = values;
  if (kind === "price" && typeof amount === "number" && typeof currency === "string")
    return {
      kind: "price",
      amount: decimalAmount(amount, currency),
      currency,
      size: typeof size === "number" ? size : null,
    };
  if (!Object.hasOwn(lists, kind)) return null;
  const known = names[lists[kind as keyof typeof lists]].get(id);
  if (known) return { kind: "bottle", ...known };
  if (typeof marca !== "string" || typeof nombre !== "string") return null;
  return { kind: "bottle", marca, nombre, perfumeId: null };
}
