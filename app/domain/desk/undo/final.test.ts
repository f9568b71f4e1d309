// What is final is left to owners and commands (RULES.md 10.9).
import { expect, test } from "vitest";
import { type LogAction, logActions, type LogEntry } from "../log/audit.ts";
import { canBeUndone } from "./undo.ts";

/** Decided again, answered, suspended, or left to owners and commands; an acceptance adds what is removed, merged or refused. */
const otherwise = "accept undo answered reopen retry restore grant revoke erase".split(" ");

const now = new Date();
const subjects = ["perfume:1", "dupe:1", "person:eva", "perfume-suggestion:1"];
const entryOf = (action: LogAction, subject: string) =>
  ({ action, subject, at: now.toISOString(), undoneBy: null, after: null }) as LogEntry;

test.each(logActions.filter((action) => !otherwise.includes(action) && !/factor/u.test(action)))(
  "a moderator's %s can be undone",
  (action) => {
    const undoable = subjects.some((subject) => canBeUndone(entryOf(action, subject), now));
    expect(undoable).toBe(true);
  },
);
