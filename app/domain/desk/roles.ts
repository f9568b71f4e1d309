import { type Actor, recordDecision } from "./log/audit.ts";
import { isLastOwner, isPerson, removeRole, type Role, roleOf, setRole } from "./operators.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { suspensionOf } from "#app/domain/accounts/suspensions.ts";

export { type Role, roleOf } from "./operators.ts";

/** @returns the role; null while they are suspended (RULES.md 9.13) */
export async function activeRoleOf(db: Db, userId: string, now = new Date()): Promise<Role | null> {
  const role = await roleOf(db, userId);
  return role !== null && (await suspensionOf(db, userId, now)) ? null : role;
}

export async function mayDecide(db: Db, actor: string): Promise<boolean> {
  return (await activeRoleOf(db, actor)) !== null;
}

/** True for owners and for commands (RULES.md 10.1). */
export async function mayName(db: Db, actor: Actor): Promise<boolean> {
  return actor === null || (await activeRoleOf(db, actor)) === "owner";
}

type RoleOutcome =
  | { outcome: "done"; before: Role | null }
  | { outcome: "unchanged" | "no-such-person" | "not-allowed" | "last-owner" };

/** Refuses to revoke the last owner (RULES.md 10.1). */
export async function grant(
  db: Db,
  userId: string,
  role: Role,
  actor: Actor,
  now: Date,
): Promise<RoleOutcome> {
  return changeRole(db, userId, role, actor, now);
}

export async function revoke(
  db: Db,
  userId: string,
  actor: Actor,
  now: Date,
): Promise<RoleOutcome> {
  return changeRole(db, userId, null, actor, now);
}

async function changeRole(
  db: Db,
  userId: string,
  role: Role | null,
  actor: Actor,
  now: Date,
): Promise<RoleOutcome> {
  return inTransaction(db, async (tx): Promise<RoleOutcome> => {
    if (!(await mayName(tx, actor))) return { outcome: "not-allowed" };
    if (!(await isPerson(tx, userId))) return { outcome: "no-such-person" };
    const before = await roleOf(tx, userId);
    if (before === role) return { outcome: "unchanged" };
    if (before === "owner" && (await isLastOwner(tx, userId))) return { outcome: "last-owner" };
    await (role === null ? removeRole(tx, userId) : setRole(tx, userId, role, now));
    await recordDecision(
      tx,
      {
        actor,
        action: role === null ? "revoke" : "grant",
        subject: `person:${userId}`,
        before: { role: before },
        after: { role },
        personId: userId,
      },
      now,
    );
    return { outcome: "done", before };
  });
}
