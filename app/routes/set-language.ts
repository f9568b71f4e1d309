import { redirect } from "react-router";
import { z } from "zod";
import { defineForm } from "#app/http/forms/define-form.ts";
import { hiddenField } from "#app/http/forms/form-fields.ts";
import { readForm } from "#app/http/forms/read-form.ts";
import { isLanguage } from "#app/i18n/languages.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { config, language } from "#app/http/middleware/context.ts";
import { rememberLanguage } from "#app/http/middleware/request-language.ts";
import { safePath } from "#app/http/safe-redirect.ts";
import type { Route } from "./+types/set-language";

const languageForm = defineForm(
  "language",
  z.object({ lang: hiddenField(), path: hiddenField() }),
  { labels: {} },
);

/** `POST /language`: remembers the choice and goes to the same page in that language (RULES.md 3.1). */
export async function action({ request, context }: Route.ActionArgs) {
  const { value } = languageForm.parse(await readForm(request), context.get(language));
  const path = safePath(value?.path);
  if (!isLanguage(value?.lang)) return redirect(path, 303);
  return redirect(inLanguage(value.lang, path), {
    status: 303,
    headers: { "Set-Cookie": rememberLanguage(value.lang, context.get(config).secure) },
  });
}

export function loader({ context }: Route.LoaderArgs) {
  return redirect(`/${context.get(language)}`);
}
