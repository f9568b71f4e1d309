import { redirect } from "react-router";
import { readForm, textOf } from "#app/http/forms/read-form.ts";
import { isLanguage } from "#app/i18n/languages.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { config, language } from "#app/http/middleware/context.ts";
import { rememberLanguage } from "#app/http/middleware/request-language.ts";
import { safePath } from "#app/http/safe-redirect.ts";
import type { Route } from "./+types/set-language";

/** `POST /language`: stores the choice and redirects to the same page in that language (RULES.md 12.1). */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const path = safePath(textOf(form, "path"));
  const lang = textOf(form, "lang");
  if (!isLanguage(lang)) return redirect(path, 303);
  const headers = { "Set-Cookie": rememberLanguage(lang, context.get(config).secure) };
  return redirect(inLanguage(lang, path), { status: 303, headers });
}

export function loader({ context }: Route.LoaderArgs) {
  return redirect(`/${context.get(language)}`);
}
