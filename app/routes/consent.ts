import { data, redirect } from "react-router";
import type { Purpose } from "../client/third-parties.ts";
import { readForm } from "../forms/read-form.ts";
import { inLanguage } from "../i18n/paths.ts";
import { purposesOf } from "../middleware/consent.ts";
import { rememberConsent } from "../middleware/consent-cookies.ts";
import { config, language } from "../middleware/context.ts";
import { redirectWithMessage } from "../middleware/flash.ts";
import { safePath } from "../server/safe-redirect.ts";
import type { Route } from "./+types/consent";

/**
 * `POST /consent`: remembers what the person allows and goes back. `choice` is "accept" (all), "refuse" (all) or "some":
 * then each `purpose` that is named is allowed, and no other.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const site = context.get(config);
  const purposes = purposesOf(site);
  if (purposes.length === 0) throw data(null, 404);
  const given = givenBy(form, purposes);
  if (!given) throw data(null, 422);
  return redirectWithMessage(context, safePath(form.get("path")), "consent.saved", {
    cookies: rememberConsent(request, site, given),
  });
}

function givenBy(form: FormData, purposes: Purpose[]): Purpose[] | null {
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
