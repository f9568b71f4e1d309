import { redirect } from "react-router";
import { z } from "zod";
import { attempt } from "#app/http/forms/attempt.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { hiddenField } from "#app/http/forms/form-fields.ts";
import { readForm } from "#app/http/forms/read-form.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { answersForm, currentUser, language } from "#app/http/middleware/context.ts";
import { signOut } from "#app/http/middleware/session-cookie.ts";
import { logSignIn } from "#app/http/middleware/sign-in-log.ts";
import { redirectSignedOut } from "#app/http/middleware/signed-out.ts";
import { safePath } from "#app/http/safe-redirect.ts";
import type { Route } from "./+types/logout";
import { FormPage } from "#app/ui/form-page.tsx";

export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

export const handle = { scripts: false };

const logoutForm = defineForm("logout", z.object({ redirectTo: hiddenField() }));

export async function action({ request, context }: Route.ActionArgs) {
  context.set(answersForm, true);
  const sent = logoutForm.parse(await readForm(request), context.get(language));
  return attempt(context, sent, "auth.failed", async ({ redirectTo }) => {
    const cookie = await signOut(request, context);
    logSignIn(context, "signOut", "ok", { userId: context.get(currentUser)?.userId });
    return redirectSignedOut(context, safePath(redirectTo), "auth.signedOut", cookie);
  });
}

export function loader({ context }: Route.LoaderArgs) {
  return context.get(answersForm) ? null : redirect("/");
}

/** Shown only when the session could not be ended: the reason, and the button again. */
export default function Logout({ actionData: refusal }: Route.ComponentProps) {
  const { t } = useTranslations();
  return (
    <FormPage title={t("nav.logout")} refusal={refusal}>
      <form method="post" className="form">
        <input
          type="hidden"
          name="redirectTo"
          value={String(refusal?.initialValue?.redirectTo ?? "/")}
        />
        <button className="button main">{t("nav.logout")}</button>
      </form>
    </FormPage>
  );
}
