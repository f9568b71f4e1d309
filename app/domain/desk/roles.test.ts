import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { connect } from "#db/open/open.ts";
import { recordDecision } from "./log/audit.ts";
import { addAccount } from "../../../tests/support/accounts.ts";
import { freshDatabase, freshFile } from "../../../tests/support/database.ts";
import { grant, roleOf } from "./roles.ts";
import { outcomeOf } from "../../../tests/support/outcome-of.ts";

const now = new Date("2026-11-30T10:00:00.000Z");
let db: Db;

beforeEach(async () => {
  db = await freshDatabase();
  for (const name of ["ana", "mod", "eve"]) await addAccount(db, name);
  await grant(db, "eve", "owner", null, now);
  await grant(db, "mod", "moderator", "eve", now);
});

const log = () => db.selectFrom("audit_log").selectAll().orderBy("id").execute();

test("a command appoints an owner, who appoints others", async () => {
  expect(await roleOf(db, "eve")).toBe("owner");
  expect(await roleOf(db, "mod")).toBe("moderator");
  expect(await roleOf(db, "ana")).toBeNull();
  expect(await log()).toMatchObject([
    {
      via: "command",
      actor_id: null,
      action: "grant",
      subject: "person:eve",
      person_id: "eve",
      before: '{"role":null}',
      after: '{"role":"owner"}',
    },
    { via: "desk", actor_id: "eve", subject: "person:mod" },
  ]);
});

test.each(["ana", "mod", "nobody"])("%s cannot appoint anyone", async (actor) => {
  expect(await outcomeOf(grant(db, actor, "owner", actor, now))).toBe("not-allowed");
  expect(await outcomeOf(grant(db, "eve", null, actor, now))).toBe("not-allowed");
  expect(await roleOf(db, actor)).toBe(actor === "mod" ? "moderator" : null);
  expect(await log()).toHaveLength(2);
});

test("the last owner cannot be revoked, by commands or by themselves", async () => {
  for (const actor of [null, "eve"]) {
    expect(await outcomeOf(grant(db, "eve", null, actor, now))).toBe("last-owner");
    expect(await outcomeOf(grant(db, "eve", "moderator", actor, now))).toBe("last-owner");
  }
  await grant(db, "ana", "owner", "eve", now);
  expect(await grant(db, "eve", null, "ana", now)).toMatchObject({ before: "owner" });
  expect(await outcomeOf(grant(db, "ana", null, "ana", now))).toBe("last-owner");
});

test("when two owners revoke each other at the same time, one remains", async () => {
  await db.destroy();
  const file = await freshFile();
  db = file.db;
  const second = connect(file.url);
  for (const name of ["ana", "eve"]) {
    await addAccount(db, name);
    await grant(db, name, "owner", null, now);
  }
  const done = await Promise.all([
    outcomeOf(grant(db, "ana", null, "eve", now)),
    outcomeOf(grant(second, "eve", null, "ana", now)),
  ]);
  await second.destroy();
  expect(done.filter((one) => typeof one === "object")).toHaveLength(1);
  expect(await db.selectFrom("operators").selectAll().execute()).toHaveLength(1);
});

test("appointing twice, and unknown people, change nothing", async () => {
  expect(await outcomeOf(grant(db, "mod", "moderator", "eve", now))).toBe("unchanged");
  expect(await outcomeOf(grant(db, "ana", null, "eve", now))).toBe("unchanged");
  expect(await outcomeOf(grant(db, "nobody", "owner", "eve", now))).toBe("no-such-person");
  expect(await log()).toHaveLength(2);
});

test("a decision can only be recorded in a transaction", async () => {
  const decision = { actor: null, action: "grant", subject: "person:ana" } as const;
  await expect(recordDecision(db, decision, now)).rejects.toThrow("transaction");
  expect(await log()).toHaveLength(2);
});
