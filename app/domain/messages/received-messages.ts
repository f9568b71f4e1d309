import { mayWrite } from "#app/domain/accounts/suspensions.ts";
import type { Db } from "#db/database.ts";
import { duplicatesIn } from "#db/double-submit.ts";

export type ReceivedMessage = NonNullable<Awaited<ReturnType<typeof findMessage>>>;

type SentForm = Pick<ReceivedMessage, "kind" | "name" | "email" | "url" | "message">;

interface Sender {
  userId: string | null;
  language: string | null;
  privacy_accepted: 0 | 1;
}

/** @returns its id; null when the form was sent twice (RULES.md 12.8) */
export async function storeForm(
  tx: Db,
  form: SentForm,
  { userId, ...more }: Sender,
  now: Date,
): Promise<number | null> {
  if (await isSentTwice(tx, form, now)) return null;
  const user_id = userId !== null && (await mayWrite(tx, userId)) ? userId : null;
  const { id } = await tx
    .insertInto("contact_messages")
    .values({ ...form, ...more, user_id, created_at: now.toISOString() })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function isSentTwice(tx: Db, form: SentForm, now: Date): Promise<boolean> {
  const { since, until } = duplicatesIn(now);
  const same = await tx
    .selectFrom("contact_messages")
    .select("id")
    .where("kind", "=", form.kind)
    .where("email", "=", form.email)
    .where("name", "=", form.name)
    .where("url", "is not distinct from", form.url)
    .where("message", "=", form.message)
    .where("created_at", ">", since)
    .where("created_at", "<=", until)
    .executeTakeFirst();
  return same !== undefined;
}

function messages(db: Db) {
  return db
    .selectFrom("contact_messages")
    .leftJoin("usuarios", "usuarios.id", "user_id")
    .select(["contact_messages.id", "kind", "name", "email", "message", "url", "user_id"])
    .select(["contact_messages.created_at", "nombre_usuario", "state", "version", "decision"])
    .select(["decision_reason", "answered_at"]);
}

/** Open messages first, oldest first; then answered ones, newest first. */
export async function listMessages(db: Db, limit: number, offset: number) {
  const [open, answered] = [await count(db, "open"), await count(db, "answered")];
  const first = await messages(db)
    .where("state", "=", "open")
    .orderBy("contact_messages.id")
    .limit(limit)
    .offset(offset)
    .execute();
  const others = await messages(db)
    .where("state", "=", "answered")
    .orderBy("contact_messages.id", "desc")
    .limit(limit - first.length)
    .offset(Math.max(0, offset - open))
    .execute();
  return { messages: [...first, ...others], open, total: open + answered };
}

export const countOpen = (db: Db) => count(db, "open");

async function count(db: Db, state: "open" | "answered"): Promise<number> {
  const row = await db
    .selectFrom("contact_messages")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("state", "=", state)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function findMessage(db: Db, id: number) {
  return messages(db).where("contact_messages.id", "=", id).executeTakeFirst();
}

export async function setMessageState(
  tx: Db,
  id: number,
  state: "open" | "answered",
  now: Date,
): Promise<void> {
  await tx
    .updateTable("contact_messages")
    .set((row) => ({
      state,
      version: row("version", "+", 1),
      answered_at: state === "open" ? null : now.toISOString(),
    }))
    .where("id", "=", id)
    .execute();
}
