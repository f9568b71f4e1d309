import { data, redirect } from "react-router";
import type { Purpose } from "#app/http/browser/third-parties.ts";
import { z } from "zod";
import { defineForm } from "#app/http/forms/define-form.ts";
import { hiddenField } from "#app/http/forms/form-fields.ts";
import { readForm } from "#app/http/forms/read-form.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { purposesOf } from "#app/http/middleware/consent.ts";
import { rememberConsent } from "#app/http/middleware/consent-cookies.ts";
import { config, language } from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { safePath } from "#app/http/safe-redirect.ts";
import type { Route } from "./+types/set-consent";

const consentForm = defineForm(
  "consent",
  z.object({
    choice: z.enum(["accept", "refuse", "some"]),
    purpose: z.array(z.string()).default([]),
    path: hiddenField(),
  }),
  { labels: {}, multiple: ["purpose"] },
);

/**
 * `POST /consent`: remembers what the person allows and goes back. `choice` is "accept" (all), "refuse" (all) or "some":
 * then each `purpose` that is named is allowed, and no other.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const site = context.get(config);
  const purposes = purposesOf(site);
  if (purposes.length === 0) throw data(null, 404);
  const { value } = consentForm.parse(form, context.get(language));
  const given = value && givenBy(value, purposes);
  if (!given) throw data(null, 422);
  return redirectWithMessage(context, safePath(value.path), "consent.saved", {
    cookies: rememberConsent(request, site, given),
  });
}

function givenBy(
  { choice, purpose }: { choice: string; purpose: string[] },
  purposes: Purpose[],
): Purpose[] | null {
  if (choice === "accept") return purposes;
  if (choice === "refuse") return [];
  const known = purpose.every((name) => purposes.some((one) => one === name));
  return known ? purposes.filter((one) => purpose.includes(one)) : null;
}

export function loader({ context }: Route.LoaderArgs) {
  return redirect(inLanguage(context.get(language), "/cookie-policy"));
}
