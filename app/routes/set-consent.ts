import { data, redirect } from "react-router";
import type { Purpose } from "#app/http/browser/third-parties.ts";
import { readForm, textOf } from "#app/http/forms/read-form.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { purposesOf } from "#app/http/middleware/consent.ts";
import { rememberConsent } from "#app/http/middleware/consent-cookies.ts";
import { config, language } from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { safePath } from "#app/http/safe-redirect.ts";
import type { Route } from "./+types/set-consent";

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const site = context.get(config);
  const purposes = purposesOf(site);
  if (purposes.length === 0) throw data(null, 404);
  const given = allowedBy(textOf(form, "choice"), form.getAll("purpose"), purposes);
  if (!given) throw data(null, 422);
  return redirectWithMessage(context, safePath(textOf(form, "path")), "consent.saved", {
    cookies: rememberConsent(request, site, given),
  });
}

function allowedBy(choice: string, named: unknown[], purposes: Purpose[]): Purpose[] | null {
  if (choice === "accept") return purposes;
  if (choice === "refuse") return [];
  const known = named.every((name) => purposes.some((one) => one === name));
  return choice === "some" && known ? purposes.filter((one) => named.includes(one)) : null;
}

export function loader({ context }: Route.LoaderArgs) {
  return redirect(inLanguage(context.get(language), "/cookie-policy"));
}
