import { redirect } from "react-router";
import { readForm } from "../forms/read-form.ts";
import { isLanguage } from "../i18n/languages.ts";
import { inLanguage } from "../i18n/paths.ts";
import { language } from "../request/context.ts";
import { rememberLanguage } from "../request/language.ts";
import { ownPath } from "../request/own-path.ts";
import type { Route } from "./+types/language";

/** `POST /language`: remembers the choice and goes to the same page in that language (design §4). */
export async function action({ request }: Route.ActionArgs) {
  const form = await readForm(request);
  const lang = form.get("lang");
  const path = ownPath(form.get("path"));
  if (!isLanguage(lang)) return redirect(path, 303);
  return redirect(inLanguage(lang, path), {
    status: 303,
    headers: { "Set-Cookie": rememberLanguage(lang) },
  });
}

export function loader({ context }: Route.LoaderArgs) {
  return redirect(`/${context.get(language)}`);
}
