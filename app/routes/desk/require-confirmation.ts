import { data, type RouterContextProvider } from "react-router";
import { isRecent } from "#app/domain/accounts/session-lifetime.ts";
import { currentUser, language } from "#app/http/middleware/context.ts";
import { inLanguage, withRedirectTo } from "#app/i18n/paths.ts";
import type { Confirmation } from "./confirmation.tsx";
import { noSuchAddress } from "./guard.ts";
import { askedOf, fieldsFor, isProofIn, type Proof, refuseProof } from "./safety/proof.ts";

export type Question = Omit<Confirmation, "asks" | "fields" | "proof">;

/**
 * Before a destructive action, the page shows what would be lost; confirming sends the same form again (RULES.md 10.15), and
 * needs a recent sign-in.
 * @returns the page to show until then; null once the form is confirmed and the sign-in recent
 */
export async function requireConfirmation(
  request: Request,
  context: Readonly<RouterContextProvider>,
  form: FormData,
  question: Question,
) {
  return ask(request, context, form, question, form.get("confirmed") === "yes");
}

/**
 * After 30 minutes an operator must enter the password or visit Google again (RULES.md 9.16). The page that asks for it sends
 * the same form again.
 * @returns that page; null when the sign-in is recent
 */
export async function requireRecentSignIn(
  request: Request,
  context: Readonly<RouterContextProvider>,
  form: FormData,
  question: Omit<Question, "losses">,
) {
  return ask(request, context, form, { losses: [], ...question }, true);
}

async function ask(
  request: Request,
  context: Readonly<RouterContextProvider>,
  form: FormData,
  question: Question,
  isConfirmed: boolean,
) {
  const user = context.get(currentUser);
  if (!user) throw noSuchAddress(context);
  const page = (proof: Proof | null): Confirmation => ({
    asks: true,
    fields: carriedFields(form),
    proof,
    ...question,
  });
  if (isRecent(user, new Date())) return isConfirmed ? null : data(page(null));
  const asked = await askedOf(context, user.userId);
  const lang = context.get(language);
  const google = withRedirectTo(inLanguage(lang, "/auth/google"), inLanguage(lang, question.back));
  const proof = fieldsFor(asked, google);
  if (!isConfirmed || !isProofIn(form, asked)) return data(page(proof));
  const refused = await refuseProof(request, context, user.userId, asked, form);
  return refused && data(page({ ...proof, refusal: refused.data }), refused.init ?? {});
}

/** Without what the page that asks has itself; a code is typed anew, because browsers may store pages. */
const carriedFields = (form: FormData) =>
  [...form].filter(
    (field): field is [string, string] =>
      typeof field[1] === "string" && !/^(?:confirmed$|code$|again_)/u.test(field[0]),
  );
