import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { filled } from "../../forms/fields.ts";
import { refuse, refuseTooMany } from "../../forms/refusal.ts";
import { validate } from "../../forms/validate.ts";
import { language } from "../../middleware/context.ts";
import { signedInCookie } from "../../middleware/current-user.ts";
import { redirectWithMessage } from "../../middleware/flash.ts";
import { pathAfterSignIn } from "../../server/safe-redirect.ts";
import { authenticatorOf } from "./authenticator.ts";

const schema = z.object({
  email: filled("auth.fillIn"),
  password: z.string("auth.fillIn").min(1, "auth.fillIn"),
});

/**
 * Signs in with e-mail and password (RULES.md, Signing in).
 * @param request not read yet, with the same form
 */
export async function logIn(
  request: Request,
  context: Readonly<RouterContextProvider>,
  form: FormData,
) {
  const checked = validate(form, schema);
  if (!("value" in checked)) return refuse(context, form, 422, checked);
  const result = await authenticatorOf(context).authenticate("password", request);
  switch (result.outcome) {
    case "signed-in":
      return redirectWithMessage(
        context,
        pathAfterSignIn(form.get("redirectTo"), context.get(language)),
        "auth.welcomeBack",
        { cookies: [await signedInCookie(request, context, result.userId)] },
      );
    case "too-many":
      return refuseTooMany(context, form, result.retryAfter);
    case "unconfirmed":
      return refuse(context, form, 403, { message: "auth.unconfirmed" });
    default:
      return refuse(context, form, 401, { message: "auth.wrongCredentials" });
  }
}
