import { redirect } from "react-router";
import { readForm } from "../forms/read-form.ts";
import { redirectWithMessage } from "../middleware/flash.ts";
import { safePath } from "../server/safe-redirect.ts";
import { signOut } from "../middleware/current-user.ts";
import type { Route } from "./+types/logout";

/** `POST /logout`: ends the session on the server and in the browser. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  return redirectWithMessage(context, safePath(form.get("redirectTo")), "auth.signedOut", {
    cookies: [await signOut(request, context)],
  });
}

export function loader() {
  return redirect("/");
}
