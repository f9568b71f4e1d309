import { sql } from "kysely";
import { beforeEach, expect, test, vi } from "vitest";
import { addPerfume, freshDatabase } from "../tests/support/database.ts";
import { onPostgres } from "../tests/support/postgres-databases.ts";
import type { Db } from "./database.ts";
import { DatabaseError } from "./database-error.ts";
import { addMonths } from "./postgres/month-parts.ts";
import { createTrigger, dropTrigger } from "./triggers.ts";
import { kindOf } from "./errors.ts";
import { inTransaction } from "./transactions.ts";

let db: Db;
beforeEach(async () => void (db = await freshDatabase()));

const views = (month: string) => ({
  perfume_id: 1,
  user_id: null,
  created_at: `${month}-15T10:00:00.000Z`,
});

const partsOf = async (table: string) =>
  (await db.introspection.getTables())
    .map(({ name }) => name)
    .filter((name) => name.startsWith(table))
    .toSorted();

test.runIf(onPostgres)(
  "views are partitioned by month, those without a partition of their own in the default one",
  async () => {
    await addPerfume(db, "Creed", "Aventus");
    await addMonths(db, "perfume_searches", new Date("2031-11-20T00:00:00.000Z"));
    expect(await partsOf("perfume_searches_203")).toEqual([
      "perfume_searches_2031_11",
      "perfume_searches_2031_12",
      "perfume_searches_2032_01",
      "perfume_searches_2032_02",
    ]);
    const months = ["2031-11", "2031-12", "2032-02", "2032-03", "1999-01"];
    await db.insertInto("perfume_searches").values(months.map(views)).execute();
    const { rows } = await sql<{ part: string }>`
      select tableoid::regclass::text as part from perfume_searches order by id`.execute(db);
    expect(rows.map(({ part }) => part)).toEqual([
      "perfume_searches_2031_11",
      "perfume_searches_2031_12",
      "perfume_searches_2032_02",
      "perfume_searches_other",
      "perfume_searches_other",
    ]);
    // Rows from before their month had a partition stay in place.
    await addMonths(db, "perfume_searches", new Date("2032-03-20T00:00:00.000Z"));
    expect(await partsOf("perfume_searches_2032")).not.toContain("perfume_searches_2032_03");
    expect(await partsOf("perfume_searches_2032")).toContain("perfume_searches_2032_04");
  },
);

test("a trigger runs where its condition holds, and is gone when it is dropped", async () => {
  const id = await addPerfume(db, "Creed", "Aventus");
  const name = async () =>
    (await db.selectFrom("perfumes").select("foto").executeTakeFirstOrThrow()).foto;
  await createTrigger(
    db,
    `seen after update of popularidad on perfumes when new.popularidad > 5
      begin update perfumes set foto = 'seen' where id = new.id; end`,
  );
  const rise = (popularidad: number) =>
    db.updateTable("perfumes").set({ popularidad }).where("id", "=", id).execute();
  await rise(5);
  expect(await name()).toBeNull();
  await rise(6);
  expect(await name()).toBe("seen");
  await dropTrigger(db, "seen", "perfumes");
  await db.updateTable("perfumes").set({ foto: null }).execute();
  await rise(7);
  expect(await name()).toBeNull();
});

test.runIf(onPostgres)(
  "a transaction that conflicts with others is retried, and given up after a while",
  async () => {
    const work = vi.fn<() => Promise<string>>();
    const busy = new DatabaseError("busy", "40001");
    work.mockRejectedValueOnce(busy).mockRejectedValueOnce(busy).mockResolvedValue("done");
    expect(await inTransaction(db, work)).toBe("done");
    expect(work).toHaveBeenCalledTimes(3);
    const refused = new DatabaseError("taken", "23505");
    work.mockReset().mockRejectedValue(refused);
    await expect(inTransaction(db, work)).rejects.toBe(refused);
    expect(work).toHaveBeenCalledTimes(6);
    const wrong = new Error("wrong");
    work.mockReset().mockRejectedValue(wrong);
    await expect(inTransaction(db, work)).rejects.toBe(wrong);
    expect(work).toHaveBeenCalledOnce();
  },
);

test("constraint errors are classified by kind, and their messages contain no values", async () => {
  const person = { id: "ana", nombre_completo: "", created_at: "2026-01-01T00:00:00.000Z" };
  const account = { email: "ana@example.org", email_clave: "ana@example.org", created_at: "x" };
  await db.insertInto("usuarios").values(person).execute();
  await db
    .insertInto("accounts")
    .values({ user_id: "ana", ...account })
    .execute();
  const errorOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => error,
    );
  await db
    .insertInto("usuarios")
    .values({ ...person, id: "bea" })
    .execute();
  const twice = await errorOf(
    db
      .insertInto("accounts")
      .values({ user_id: "bea", ...account })
      .execute(),
  );
  expect(kindOf(twice)).toBe("unique");
  const nobody = await errorOf(
    db
      .insertInto("accounts")
      .values({ user_id: "nobody", ...account, email_clave: "other" })
      .execute(),
  );
  expect(kindOf(nobody)).toBe("foreign-key");
  const negative = await errorOf(
    db
      .updateTable("catalogue_version")
      .set({ id: 2 as 1 })
      .execute(),
  );
  expect(kindOf(negative)).toBe("constraint");
  for (const error of [twice, nobody, negative])
    expect(JSON.stringify([String(error), error, (error as Error).stack])).not.toContain("example");
});
