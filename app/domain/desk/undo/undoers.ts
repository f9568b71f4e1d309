import { isTrusted } from "#app/domain/accounts/new-people.ts";
import { Refused } from "#app/domain/refused-act.ts";
import { removeSuspension, suspensionOf } from "#app/domain/accounts/suspensions.ts";
import { letPricesWait } from "#app/domain/prices/due-prices.ts";
import { recountVouchedWith } from "#app/domain/prices/decide-sighting.ts";
import { letVotesWait } from "#app/domain/reviews/due-voices.ts";
import { unmarkLookedAt } from "#app/domain/reviews/looked-at.ts";
import { silenceSuspended } from "#app/domain/reviews/silence.ts";
import { distrustPerson } from "#app/domain/voices/trust.ts";
import type { Db } from "#db/database.ts";
import {
  type By,
  lastDecision,
  type LogAction,
  type LogEntry,
  type Subject,
} from "../log/audit.ts";
import { itemOf } from "../queue/items.ts";
import { kindOf } from "../queue/kinds.ts";
import { mayLift, mayTouch } from "../sanctions.ts";
import { hasChangedRows, removalTime, undoTime } from "./changed-rows.ts";
import { undoExclusion } from "./exclusions.ts";
import { aliasClash } from "#app/domain/catalog/aliases.ts";
import { changedSince } from "./undo-row.ts";
import { revert } from "./revert.ts";
import { findPerfume } from "../catalog/change.ts";
import { goesWithPerfume } from "../catalog/what-goes.ts";

/** @returns false if the state changed after the decision */
type Undo = (tx: Db, entry: LogEntry, by: By) => Promise<boolean>;

interface Undoer {
  undo: Undo;
  isOpen(entry: LogEntry, now: Date): boolean;
}

const within =
  (ms: number) =>
  ({ at }: LogEntry, now: Date) =>
    now.getTime() - Date.parse(at) < ms;
const forDays = (undo: Undo): Undoer => ({ undo, isOpen: within(undoTime) });

const onPerson =
  (undo: (tx: Db, entry: LogEntry & { personId: string }, by: By) => ReturnType<Undo>): Undo =>
  async (tx, entry, by) => {
    const { personId } = entry;
    if (personId === null) return false;
    if (!(await mayTouch(tx, by.actor, personId, by.now))) throw new Refused("not-allowed");
    return undo(tx, { ...entry, personId }, by);
  };

const change = forDays(undoChange);
const exclusion: Undo = (tx, { id }, { now }) => undoExclusion(tx, id, now);
const removal = forDays(onPerson(exclusion));

/** How each kind of decision is undone, and until when (RULES.md 10.9, 10.17, 10.18, 10.29). */
const undoers: Partial<Record<LogAction, Undoer>> = {
  // Other acceptances add to the catalogue.
  accept: {
    undo: reopen,
    isOpen: ({ subject }) => /^(review|fact-suggestion|source-suggestion):/u.test(subject),
  },
  refuse: { undo: reopen, isOpen: () => true },
  // If it also created a dupe, that is removed as one.
  same: { undo: reopen, isOpen: ({ after }) => after?.madeDupe !== true },
  suspend: { undo: onPerson(undoSuspension), isOpen: lasts },
  "count-now": forDays(onPerson(undoTrust)),
  "remove-votes": removal,
  "remove-reviews": removal,
  "remove-prices": removal,
  uncount: forDays(exclusion),
  "looked-at": forDays((tx, { id }) => unmarkLookedAt(tx, id)),
  add: forDays(undoAddition),
  edit: change,
  photo: change,
  "photo-remove": change,
  "alias-add": change,
  "alias-remove": change,
  "dupe-add": change,
  "dupe-save": change,
  "dupe-remove": change,
  "source-add": change,
  "source-remove": change,
  merge: change,
  remove: { undo: undoChange, isOpen: within(removalTime) },
};

export function undoerOf(entry: LogEntry, now: Date): Undo | undefined {
  const undoer = undoers[entry.action as LogAction];
  return undoer?.isOpen(entry, now) ? undoer.undo : undefined;
}

async function reopen(tx: Db, entry: LogEntry, { now }: By): Promise<boolean> {
  const item = itemOf(entry.subject);
  const last = await lastDecision(tx, entry.subject as Subject);
  if (!item || last?.id !== entry.id) return false;
  const kind = kindOf(item.kind);
  const [row] = await kind.find(tx, [item.id]);
  return row ? kind.reopen(tx, row, entry, now) : false;
}

function lasts({ after }: LogEntry, now: Date): boolean {
  const until = after?.until ?? null;
  return until === null || String(until) > now.toISOString();
}

async function undoSuspension(
  tx: Db,
  { id, personId }: LogEntry & { personId: string },
  { actor, now }: By,
): Promise<boolean> {
  if ((await suspensionOf(tx, personId, now))?.entry !== id) return false;
  if (!(await mayLift(tx, actor, id, now))) throw new Refused("not-allowed");
  await removeSuspension(tx, personId);
  await silenceSuspended(tx, now);
  await recountVouchedWith(tx, personId, now);
  return true;
}

async function undoTrust(
  tx: Db,
  { personId }: LogEntry & { personId: string },
  { now }: By,
): Promise<boolean> {
  if (!(await isTrusted(tx, personId))) return false;
  const from = await distrustPerson(tx, personId, now);
  if (from === null) return true;
  await letVotesWait(tx, personId, from);
  await letPricesWait(tx, personId, from, now);
  return true;
}

/** @throws Refused "changed-since" if a later decision conflicts: roll the transaction back (RULES.md 10.9) */
export async function undoChange(tx: Db, { id, subject }: LogEntry, { now }: By): Promise<true> {
  if (!(await hasChangedRows(tx, id))) throw changedSince();
  await revert(tx, id, now);
  // Another bottle may have taken the restored name (RULES.md 1.3).
  const perfume = /^perfume:(\d+)$/u.exec(subject)?.[1];
  const bottle = perfume && (await findPerfume(tx, Number(perfume)));
  if (bottle && (await aliasClash(tx, bottle.id, bottle))) throw changedSince();
  return true;
}

export async function undoAddition(tx: Db, entry: LogEntry, by: By): Promise<boolean> {
  return !(await isUsed(tx, entry.id, entry.perfumeId!)) && undoChange(tx, entry, by);
}

/** Whether deleting the bottle would delete more than the bottle, or a later decision on it stands. */
async function isUsed(tx: Db, entry: number, perfumeId: number): Promise<boolean> {
  const { views: _, ...goes } = await goesWithPerfume(tx, perfumeId);
  if (Object.keys(goes).length > 0) return true;
  const later = await tx
    .selectFrom("audit_log")
    .select("id")
    .where("perfume_id", "=", perfumeId)
    .where("id", ">", entry)
    .where("action", "!=", "undo")
    .where("undone_by", "is", null)
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}
