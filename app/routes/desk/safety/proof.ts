import { z } from "zod";
import { findProfile } from "#app/domain/accounts/profiles.ts";
import { hasSecondFactor, useCode } from "#app/domain/accounts/second-factor-codes.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { filledLine, hiddenField, passwordField } from "#app/http/forms/form-fields.ts";
import { type Refusal, refuse, refuseInvalid, refuseTooMany } from "#app/http/forms/refusal.ts";
import type { Constraints } from "#app/http/forms/sent-form.ts";
import { checkOwnPassword } from "#app/http/middleware/check-password.ts";
import {
  config,
  database,
  language,
  type RequestContext,
  services,
} from "#app/http/middleware/context.ts";
import { noteProofOf } from "#app/http/middleware/session-cookie.ts";
import { isRecoveryCode } from "#app/domain/accounts/recovery-codes.ts";
import { tellOfWrongCodes } from "#app/domain/desk/operator-factor.ts";
import { logSignIn } from "#app/http/middleware/sign-in-log.ts";
import { limitCode } from "#app/http/middleware/guess-limits.ts";

/** Unlike any field of a form that asks for them. */
export const passwordName = "again_password";
export const codeName = "again_code";

/** Whoever has a second factor types its code; without one, the password or Google is enough. */
interface Asked {
  email: string | null;
  password: boolean;
  code: boolean;
}

/** The fields that a question has for it (RULES.md 9.16). */
export interface Proof extends Pick<Asked, "password" | "code"> {
  /** where to sign in, for whoever has nothing to type */
  google: string;
  constraints: Constraints;
  refusal?: Refusal;
}

const proofForm = ({ password, code }: Asked) =>
  defineForm(
    "again",
    z.object({
      [passwordName]: password ? passwordField() : hiddenField(),
      [codeName]: code ? codeField() : hiddenField(),
    }),
    {
      labels: { [passwordName]: "desk:again.password", [codeName]: "desk:code.code" },
      constraints: { [codeName]: { maxLength: maxCode } },
    },
  );

export async function askedOf(context: RequestContext, userId: string): Promise<Asked> {
  const db = context.get(database);
  const { hasPassword = false, email = null } = (await findProfile(db, userId)) ?? {};
  return { email, password: hasPassword, code: await hasSecondFactor(db, userId) };
}

export const fieldsFor = (asked: Asked, google: string): Proof => ({
  password: asked.password,
  code: asked.code,
  google,
  constraints: proofForm(asked).constraints,
});

export const isProofIn = (form: FormData, { password, code }: Asked) =>
  (password && form.has(passwordName)) || (code && form.has(codeName));

const wrongPassword = {
  message: "people.wrongPassword",
  fields: { [passwordName]: "people.wrongPassword" },
} as const;

const wrongProof = {
  message: "people.wrongCode",
  fields: { [codeName]: "people.wrongCode" },
} as const;

/** Makes the session's sign-in a recent one. @returns null when all that is asked is right */
export async function refuseProof(
  request: Request,
  context: RequestContext,
  userId: string,
  asked: Asked,
  form: FormData,
) {
  const sent = proofForm(asked).parse(form, context.get(language));
  if (sent.value === null) return refuseInvalid(sent);
  if (asked.password) {
    const result = await checkOwnPassword(context, asked.email ?? "", sent.value[passwordName]!);
    if (result.outcome === "too-many") return refuseTooMany(context, sent, result.retryAfter);
    if (result.outcome === "wrong") return refuse(context, sent, 401, wrongPassword);
  }
  if (asked.code) {
    const { sessionSecrets } = context.get(config);
    const code = sent.value[codeName]!;
    const use = () => useCode(context.get(database), userId, code, sessionSecrets, new Date());
    const check = await checkCode(context, userId, code, async () => (await use()) || null);
    if (check.outcome === "too-many") return refuseTooMany(context, sent, check.retryAfter);
    if (check.outcome === "wrong") return refuse(context, sent, 401, wrongProof);
  }
  await noteProofOf(request, context);
  return null;
}

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
