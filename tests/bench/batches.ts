import type { Db } from "#db/database.ts";

const size = 1000;

/** Inserts rows, 1,000 at a time. */
export async function addRows<Row>(db: Db, table: string, rows: Iterable<Row>): Promise<void> {
  const write = (some: Row[]) =>
    db
      .insertInto(table as never)
      .values(some as never)
      .execute();
  let batch: Row[] = [];
  for (const row of rows) {
    if (batch.push(row) < size) continue;
    await write(batch);
    batch = [];
  }
  if (batch.length > 0) await write(batch);
}

/** Adds people with confirmed addresses. @param at when they joined */
export async function addPeople(db: Db, ids: string[], at: string): Promise<void> {
  const person = (id: string) => ({ id, nombre_completo: id, created_at: at });
  await addRows(db, "usuarios", ids.map(person));
  const account = (user_id: string) => {
    const email = `${user_id}@example.org`;
    return { user_id, email, email_clave: email, confirmed_at: at, created_at: at };
  };
  await addRows(db, "accounts", ids.map(account));
}
