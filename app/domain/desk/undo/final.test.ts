// What is final is left to owners and commands (RULES.md 10.9).
import { expect, test } from "vitest";
import { addAccount } from "../../../../tests/support/accounts.ts";
import { freshDatabase } from "../../../../tests/support/database.ts";
import { type LogAction, logActions, type LogEntry } from "../log/audit.ts";
import { setRole } from "../operators.ts";
import { grant } from "../roles.ts";
import { canBeUndone } from "./undo.ts";
import { outcomeOf } from "../../../../tests/support/outcome-of.ts";

/** How each decision is taken back. */
const wayBack: Record<LogAction, string> = {
  accept: "remove, merge or refuse what it added; a review's removal: undo",
  undo: "decide again",
  answered: "reopen",
  reopen: "answer",
  retry: "nothing is lost",
  restore: "suspend",
  grant: "owners only",
  revoke: "owners only",
  erase: "commands only",
  "second-factor-on": "their own",
  "second-factor-off": "their own",
  refuse: "undo",
  same: "undo",
  suspend: "undo",
  "remove-reviews": "undo",
  "remove-votes": "undo",
  "remove-prices": "undo",
  "count-now": "undo",
  add: "undo",
  edit: "undo",
  photo: "undo",
  "photo-remove": "undo",
  "alias-add": "undo",
  "alias-remove": "undo",
  "dupe-add": "undo",
  "dupe-save": "undo",
  "dupe-remove": "undo",
  "source-add": "undo",
  "source-remove": "undo",
  merge: "undo",
  remove: "undo",
  uncount: "undo",
  "looked-at": "undo",
};

const now = new Date();
const subjects = ["perfume:1", "dupe:1", "person:eva", "perfume-suggestion:1"];
const entryOf = (action: LogAction, subject: string) =>
  ({ action, subject, at: now.toISOString(), undoneBy: null, after: null }) as LogEntry;

test.each(logActions.filter((action) => wayBack[action] === "undo"))(
  "a moderator's %s can be undone",
  (action) => {
    const undoable = subjects.some((subject) => canBeUndone(entryOf(action, subject), now));
    expect(undoable).toBe(true);
  },
);

test("a moderator neither appoints nor dismisses operators", async () => {
  const db = await freshDatabase();
  for (const id of ["mia", "eva"]) await addAccount(db, id);
  await setRole(db, "mia", "moderator", now);
  expect(await outcomeOf(grant(db, "eva", "moderator", "mia", now))).toBe("not-allowed");
  expect(await outcomeOf(grant(db, "mia", null, "mia", now))).toBe("not-allowed");
});
