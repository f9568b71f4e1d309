import { redirect } from "react-router";
import { readForm } from "../forms/read-form.ts";
import { isLanguage } from "../i18n/languages.ts";
import { inLanguage } from "../i18n/paths.ts";
import { config, language } from "../middleware/context.ts";
import { rememberLanguage } from "../middleware/language.ts";
import { safePath } from "../server/safe-redirect.ts";
import type { Route } from "./+types/language";

/** `POST /language`: remembers the choice and goes to the same page in that language (design §4). */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const lang = form.get("lang");
  const path = safePath(form.get("path"));
  if (!isLanguage(lang)) return redirect(path, 303);
  return redirect(inLanguage(lang, path), {
    status: 303,
    headers: { "Set-Cookie": rememberLanguage(lang, context.get(config).secure) },
  });
}

export function loader({ context }: Route.LoaderArgs) {
  return redirect(`/${context.get(language)}`);
}
