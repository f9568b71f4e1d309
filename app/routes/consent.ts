import { data, redirect } from "react-router";
import { readForm } from "../forms/read-form.ts";
import { inLanguage } from "../i18n/paths.ts";
import { type Purpose, purposes } from "../request/consent.ts";
import { language } from "../request/context.ts";
import { flashed } from "../request/flash.ts";
import { ownPath } from "../request/own-path.ts";
import { rememberConsent } from "../request/remember-consent.ts";
import type { Route } from "./+types/consent";

/**
 * `POST /consent`: remembers what the person allows and goes back. `choice` is "accept" (all), "refuse" (all) or "some":
 * then each `purpose` that is named is allowed, and no other.
 */
export async function action({ request }: Route.ActionArgs) {
  const form = await readForm(request);
  if (purposes.length === 0) throw data(null, 404);
  const given = givenBy(form);
  if (!given) throw data(null, 422);
  const cookies = [...rememberConsent(request, given), await flashed("consent.saved")];
  return redirect(ownPath(form.get("path")), {
    status: 303,
    headers: cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]),
  });
}

function givenBy(form: FormData): Purpose[] | null {
  const named = form.getAll("purpose");
  const known = named.every((name) => purposes.some((purpose) => purpose === name));
  switch (form.get("choice")) {
    case "accept":
      return purposes;
    case "refuse":
      return [];
    case "some":
      return known ? purposes.filter((purpose) => named.includes(purpose)) : null;
    default:
      return null;
  }
}

export function loader({ context }: Route.LoaderArgs) {
  return redirect(inLanguage(context.get(language), "/cookie-policy"));
}
