import { Secret, TOTP } from "otpauth";
import { beginFactor, confirmFactor } from "#app/domain/desk/operator-factor.ts";
import { type Role, setRole } from "#app/domain/desk/operators.ts";
import { addAccount } from "./accounts.ts";
import { testSecret, type TestSite } from "./site.ts";

export const codeOf = (secret: string, ago = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate({
    timestamp: Date.now() - ago,
  });

/** An operator with a second factor and recovery codes; the current codes are unused. */
export async function operatorWithFactor(site: TestSite, name: string, role: Role = "moderator") {
  await addAccount(site.db, name);
  await setRole(site.db, name, role, new Date());
  return { name, id: name, ...(await setUpFactor(site, name)) };
}

/** Ends the sessions that the person has. */
export async function setUpFactor({ db, origin }: TestSite, userId: string) {
  const named = { issuer: "Sosia", label: userId, secrets: [testSecret] };
  const ago = 10 * 60_000;
  const before = new Date(Date.now() - ago);
  const { secret } = (await beginFactor(db, userId, named, before))!;
  const here = { secrets: [testSecret], session: null, origin, language: "es" };
  const codes = (await confirmFactor(db, userId, codeOf(secret, ago), here, before))!;
  return { secret, codes };
}
