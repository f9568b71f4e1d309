import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { noticeChannel } from "../dialect.ts";
import type { Db, Peers, Topic } from "../database.ts";
import { createFailureLog } from "../failure-log.ts";
import { createLocks } from "./advisory-locks.ts";
import { createListeningConnection } from "./listening-connection.ts";

/** UTF-16 units; PostgreSQL allows less than 8,000 bytes */
const maxText = 2000;

const noticeForm = z.object({
  from: z.string().nullable(),
  topic: z.enum(["page", "catalog"]) satisfies z.ZodType<Topic>,
  text: z.string().nullable(),
});
type Notice = z.infer<typeof noticeForm>;

/** @returns null for invalid notices: any database user, or another release, can send them */
function readNotice(payload: string): Notice | null {
  try {
    return noticeForm.parse(JSON.parse(payload));
  } catch {
    return null;
  }
}

/** @param directUrl PostgreSQL itself, because neither notices nor locks work through a pooler */
export function createPeers(db: Db, directUrl: string): Peers {
  const self = randomUUID();
  const subscribers = new Map<Topic, ((text: string) => void)[]>();
  const missed: (() => void)[] = [];
  const untold = createFailureLog("Other processes could not be notified:");
  const connection = createListeningConnection(directUrl, onNotice, tellMissed);
  let isTelling = false;

  /** Handles notices that arrived together only once: dropping every page is as expensive as reading hundreds of them. */
  function tellMissed() {
    if (isTelling) return;
    isTelling = true;
    queueMicrotask(() => {
      isTelling = false;
      for (const then of missed) then();
    });
  }

  function onNotice(payload: string) {
    const notice = readNotice(payload);
    if (notice?.from === self) return;
    if (!notice || notice.text === null) tellMissed();
    else for (const onText of subscribers.get(notice.topic) ?? []) onText(notice.text);
  }

  return {
    publish(topic, text) {
      const notice: Notice = { from: self, topic, text: text.length > maxText ? null : text };
      // Outside the transaction of the change, because PostgreSQL serialises commits that notify.
      sql`select pg_notify(${noticeChannel}, ${JSON.stringify(notice)})`
        .execute(db)
        .then(untold.worked, (error: Error) => untold.failed(error.message));
    },
    subscribe(topic, onText) {
      subscribers.set(topic, [...(subscribers.get(topic) ?? []), onText]);
    },
    onMissed(then) {
      missed.push(then);
    },
    ...createLocks(connection),
    start: connection.start,
    stop: connection.stop,
  };
}
