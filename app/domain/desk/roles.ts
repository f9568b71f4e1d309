import { type Actor, recordDecision } from "./log/audit.ts";
import { isLastOwner, isPerson, removeRole, type Role, roleOf, setRole } from "./operators.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { suspensionOf } from "#app/domain/accounts/suspensions.ts";
import { Refused } from "#app/domain/refused-act.ts";

export { type Role, roleOf } from "./operators.ts";

/** @returns the role; null while they are suspended (RULES.md 9.13) */
export async function activeRoleOf(db: Db, userId: string, now = new Date()): Promise<Role | null> {
  const role = await roleOf(db, userId);
  return role !== null && (await suspensionOf(db, userId, now)) ? null : role;
}

export async function mayDecide(db: Db, actor: string): Promise<boolean> {
  return (await activeRoleOf(db, actor)) !== null;
}

/** An operator's decision, in one transaction. @throws Refused "not-allowed" */
export async function asOperator<Result>(
  db: Db,
  actor: string,
  work: (tx: Db) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (tx) => {
    if (!(await mayDecide(tx, actor))) throw new Refused("not-allowed");
    return work(tx);
  });
}

/** By owners and commands; refuses to revoke the last owner (RULES.md 10.1). @param role null takes it away */
export async function grant(
  db: Db,
  userId: string,
  role: Role | null,
  actor: Actor,
  now: Date,
): Promise<{ entry: number; before: Role | null }> {
  return inTransaction(db, async (tx) => {
    if (actor !== null && (await activeRoleOf(tx, actor)) !== "owner")
      throw new Refused("not-allowed");
    if (!(await isPerson(tx, userId))) throw new Refused("no-such-person");
    const before = await roleOf(tx, userId);
    if (before === role) throw new Refused("unchanged");
    if (before === "owner" && (await isLastOwner(tx, userId))) throw new Refused("last-owner");
    await (role === null ? removeRole(tx, userId) : setRole(tx, userId, role, now));
    const entry = await recordDecision(
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
    return { entry, before };
  });
}

/** Masks what looks like an email address (RULES.md 10.22), valid or not: mail servers quote them in many forms. */
export function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>"'(),:;=@]{1,320}@[^\s<>"'(),:;=@]{1,255}/gu, "…");
}

export const asSeenBy = (role: Role, text: string): string =>
  role === "owner" ? text : withoutAddresses(text);
