import { redirect } from "react-router";
import { readForm } from "../forms/read-form.ts";
import { flashed } from "../request/flash.ts";
import { ownPath } from "../request/own-path.ts";
import { signOut } from "../request/session.ts";
import type { Route } from "./+types/logout";

/** `POST /logout`: ends the session on the server and in the browser. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  return redirect(ownPath(form.get("redirectTo")), {
    status: 303,
    headers: [
      ["Set-Cookie", await signOut(request, context)],
      ["Set-Cookie", await flashed("auth.signedOut")],
    ],
  });
}

export function loader() {
  return redirect("/");
}
