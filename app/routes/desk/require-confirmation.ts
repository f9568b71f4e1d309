import { data, type RouterContextProvider } from "react-router";
import { isRecent } from "#app/domain/accounts/session-lifetime.ts";
import { currentUser, language } from "#app/http/middleware/context.ts";
import { inLanguage, withRedirectTo } from "#app/i18n/paths.ts";
import type { Confirmation } from "./confirmation.tsx";
import { noSuchAddress } from "./guard.ts";
import { askedOf, fieldsFor, isProofIn, type Proof, refuseProof } from "./safety/proof.ts";

export interface Question extends Pick<Confirmation, "title" | "notes" | "submit" | "back"> {
  /** without, nothing is asked but a recent sign-in */
  losses?: string[];
}

/**
 * Before a destructive action, the page shows what would be lost; confirming sends the same form again (RULES.md 10.15), and
 * needs a recent sign-in: after 30 minutes the password, a code or Google (RULES.md 9.16).
 * @returns the page to show until then, else null
 */
export async function confirmed(
  request: Request,
  context: Readonly<RouterContextProvider>,
  form: FormData,
  question: Question,
) {
  const isConfirmed = !question.losses || form.get("confirmed") === "yes";
  const user = context.get(currentUser);
  if (!user) throw noSuchAddress(context);
  const page = (proof: Proof | null): Confirmation => ({
    asks: true,
    fields: carriedFields(form),
    proof,
    losses: [],
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
