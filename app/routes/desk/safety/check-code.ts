import { isRecoveryCode } from "#app/domain/accounts/recovery-codes.ts";
import { tellOfWrongCodes } from "#app/domain/desk/operator-factor.ts";
import { filledLine } from "#app/http/forms/form-fields.ts";
import {
  config,
  database,
  language,
  services,
  type RequestContext,
} from "#app/http/middleware/context.ts";
import { logSignIn } from "#app/http/middleware/sign-in-log.ts";
import { limitCode } from "#app/http/middleware/guess-limits.ts";

/** characters of a recovery code, hyphens included */
export const maxCode = 40;

export const codeField = () => filledLine("people.missingCode", maxCode, "people.wrongCode");

export const wrongCode = {
  message: "people.wrongCode",
  fields: { code: "people.wrongCode" },
} as const;

type CodeCheck<Made> =
  | { outcome: "too-many"; retryAfter: number }
  | { outcome: "wrong" }
  | { outcome: "right"; made: Made };

/** The account's owner is told of the day's ninth wrong code (RULES.md 10.19). @param use returns null for a wrong code */
export async function checkCode<Made>(
  context: RequestContext,
  userId: string,
  typed: string,
  use: () => Promise<Made | null>,
): Promise<CodeCheck<Made>> {
  const guess = await limitCode(context, userId, typed);
  const log = (outcome: string) => logSignIn(context, "secondFactor", outcome, { userId });
  if (guess.wait !== null) {
    log("too-many");
    return { outcome: "too-many", retryAfter: guess.wait };
  }
  const made = await use();
  log(made === null ? "wrong" : isRecoveryCode(typed) ? "recovery-used" : "ok");
  if (made !== null) {
    await guess.forgive();
    return { outcome: "right", made };
  }
  if (await guess.shouldWarn()) {
    const site = { origin: context.get(config).origin, language: context.get(language) };
    await tellOfWrongCodes(context.get(database), userId, site, new Date());
    context.get(services).mailWorker.runSoon();
  }
  return { outcome: "wrong" };
}
