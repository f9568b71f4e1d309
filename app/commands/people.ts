// npm run people: manages operators (RULES.md 10.1) and erases accounts.
import { commandLine, fail, misused } from "./command-line.ts";
import { runOnExisting } from "./run.ts";
import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import type { Db } from "#db/database.ts";
import { commandTransaction } from "#db/transactions.ts";
import { recordDecision } from "#app/domain/desk/log/audit.ts";
import {
  findAccount,
  isLastOwner,
  listOperators,
  type Role,
  roleOf,
} from "#app/domain/desk/operators.ts";
import { createAvatarStore, removeAvatar } from "#app/domain/accounts/avatars.ts";
import { eraseAccount } from "#app/domain/desk/erase-account.ts";
import { Refused } from "#app/domain/refused-act.ts";
import { resetSecondFactor } from "#app/domain/desk/remove-factor.ts";
import { grant } from "#app/domain/desk/roles.ts";
import { openFileStore } from "#app/uploads/open-store.ts";
import { configuration } from "./on-site.ts";

const usage = `Usage: npm run people -- list                            (the operators)
       npm run people -- grant EMAIL moderator|owner     (also changes a role)
       npm run people -- revoke EMAIL
       npm run people -- reset-second-factor EMAIL       (for an operator who lost the codes)
       npm run people -- erase EMAIL                     (deletes the account for ever, on written request)`;

await runOnExisting(command());

function command(): (db: Db) => Promise<void> {
  const [verb, email, role, ...rest] = commandLine(usage, {}).words;
  if (rest.length > 0) misused(usage);
  if (verb === "list" && email === undefined) return list;
  if (!email) misused(usage);
  if (verb === "grant" && (role === "moderator" || role === "owner"))
    return (db) => changeRole(db, email, role);
  if (role !== undefined) misused(usage);
  if (verb === "revoke") return (db) => changeRole(db, email, null);
  if (verb === "erase") return (db) => erase(db, email);
  if (verb === "reset-second-factor") return (db) => resetCodes(db, email);
  return misused(usage);
}

async function list(db: Db): Promise<void> {
  const operators = await listOperators(db);
  for (const { role, email, nombre_usuario, since } of operators)
    console.log(`${role.padEnd(9)}  ${email ?? "-"}  ${nombre_usuario ?? "-"}  ${since}`);
  if (operators.length === 0)
    console.log("No operators yet: npm run people -- grant EMAIL owner (the account must exist)");
}

async function changeRole(db: Db, email: string, role: Role | null): Promise<void> {
  const now = new Date();
  const outcome = await withPerson(db, email, async (tx, id) => {
    await grant(tx, id, role, null, now);
    return "done";
  });
  tell(email, outcome, {
    done: role === null ? "is no longer an operator" : `is ${role}`,
    unchanged: role === null ? "is not an operator" : `is already ${role}`,
    failsUnchanged: role === null,
  });
}

async function resetCodes(db: Db, email: string): Promise<void> {
  const outcome = await withPerson(db, email, async (tx, id) =>
    (await resetSecondFactor(tx, id, new Date())) ? "done" : "unchanged",
  );
  tell(email, outcome, { done: "no longer needs a code", unchanged: "has no second factor" });
}

/** Same as deletion by the person (RULES.md 9.11); a suspended person stays barred (9.15). */
async function erase(db: Db, email: string): Promise<void> {
  const { smtpUrl, sessionSecrets, ...places } = configuration();
  const erased: string[] = [];
  const outcome = await withPerson(db, email, async (tx, id) => {
    if ((await roleOf(tx, id)) === "owner" && (await isLastOwner(tx, id))) return "last-owner";
    const decision = {
      actor: null,
      action: "erase",
      subject: `person:${id}`,
      personId: id,
    } as const;
    await recordDecision(tx, decision, new Date());
    await eraseAccount(tx, id, smtpUrl !== null, sessionSecrets, new Date());
    await catalogChanged(tx);
    erased.push(id);
    return "done";
  });
  const store = createAvatarStore(openFileStore(places.uploadsStore ?? places.uploadsFolder));
  tell(email, outcome, { done: "is erased", unchanged: "" });
  for (const id of erased)
    if (!(await removeAvatar(store, id)))
      fail("The picture could not be removed now; the site will remove it within a day.");
}

async function withPerson(
  db: Db,
  email: string,
  work: (tx: Db, id: string) => Promise<string>,
): Promise<string> {
  const account = await findAccount(db, email);
  if (!account) return "no-such-person";
  return commandTransaction(db, (tx) => work(tx, account.user_id)).catch((error: unknown) => {
    if (error instanceof Refused) return error.code;
    throw error;
  });
}

function tell(
  email: string,
  outcome: string,
  texts: { done: string; unchanged: string; failsUnchanged?: boolean },
): void {
  switch (outcome) {
    case "done":
      return console.log(`${email} ${texts.done}.`);
    case "unchanged":
      return (texts.failsUnchanged === false ? console.log : fail)(`${email} ${texts.unchanged}.`);
    case "last-owner":
      return fail(`${email} is the last owner: appoint another one first.`);
    default:
      return fail(`No account has the address ${email}.`);
  }
}
