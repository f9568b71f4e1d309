import { redirect } from "react-router";
import { z } from "zod";
import { defineForm } from "../forms/define-form.ts";
import { hiddenField } from "../forms/fields.ts";
import { readForm } from "../forms/read-form.ts";
import { language } from "../middleware/context.ts";
import { redirectWithMessage } from "../middleware/flash.ts";
import { safePath } from "../server/safe-redirect.ts";
import { signOut } from "../middleware/current-user.ts";
import type { Route } from "./+types/logout";

const logoutForm = defineForm("logout", z.object({ redirectTo: hiddenField() }), { labels: {} });

export async function action({ request, context }: Route.ActionArgs) {
  const { value } = logoutForm.parse(await readForm(request), context.get(language));
  return redirectWithMessage(context, safePath(value?.redirectTo), "auth.signedOut", {
    cookies: [await signOut(request, context)],
  });
}

export function loader() {
  return redirect("/");
}
