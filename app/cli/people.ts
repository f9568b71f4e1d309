// npm run people: who operates the site (RULES.md 21.1).
import { runOnExisting } from "#db/cli/run.ts";
import { commandTransaction, type Db } from "#db/connect.ts";
import { findAccount, listOperators, type Role } from "#db/desk/operators.ts";
import { grant, revoke } from "../desk/roles.ts";

const usage = `Usage: npm run people -- list                            (who operates the site)
       npm run people -- grant EMAIL moderator|owner     (also to change a role)
       npm run people -- revoke EMAIL`;

const [verb, email, role, ...rest] = process.argv.slice(2);
const work = command();
if (work) await runOnExisting(work);
else {
  console.error(usage);
  process.exitCode = 2;
}

function command(): ((db: Db) => Promise<void>) | null {
  if (rest.length > 0) return null;
  if (verb === "list" && email === undefined) return list;
  if (verb === "revoke" && email && role === undefined) return (db) => changeRole(db, email, null);
  if (verb === "grant" && email && (role === "moderator" || role === "owner"))
    return (db) => changeRole(db, email, role);
  return null;
}

async function list(db: Db): Promise<void> {
  const operators = await listOperators(db);
  for (const { role, email, nombre_usuario, since } of operators)
    console.log(`${role.padEnd(9)}  ${email ?? "-"}  ${nombre_usuario ?? "-"}  ${since}`);
  if (operators.length === 0)
    console.log("Nobody yet: npm run people -- grant EMAIL owner (of an account)");
}

async function changeRole(db: Db, email: string, role: Role | null): Promise<void> {
  const account = await findAccount(db, email);
  if (!account) return fail(`No account has the address ${email}.`);
  const { user_id: id } = account;
  const now = new Date();
  const { outcome } = await commandTransaction(db, (tx) =>
    role === null ? revoke(tx, id, null, now) : grant(tx, id, role, null, now),
  );
  switch (outcome) {
    case "done":
      return console.log(
        role === null ? `${email} is no operator any more.` : `${email} is ${role}.`,
      );
    case "unchanged":
      return role === null
        ? fail(`${email} is no operator.`)
        : console.log(`${email} was ${role} already.`);
    case "last-owner":
      return fail(`${email} is the last owner: name another one first.`);
    default:
      return fail(`No account has the address ${email}.`);
  }
}

function fail(text: string): void {
  console.error(text);
  process.exitCode = 1;
}
