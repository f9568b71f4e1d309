import { data, redirect } from "react-router";
import { parseId } from "#app/domain/catalog/ids.ts";
import { findPerfumeNow } from "#app/domain/catalog/redirects.ts";
import { readForm, textOf } from "#app/http/forms/read-form.ts";
import { database, language, viewedPerfume } from "#app/http/middleware/context.ts";
import type { Route } from "./+types/viewed";

/** `POST /viewed`: counts a view of a prefetched perfume page that is now shown (RULES.md 3.1). */
export async function action({ request, context }: Route.ActionArgs) {
  const id = parseId(textOf(await readForm(request), "perfume"));
  const perfume = id === null ? undefined : await findPerfumeNow(context.get(database), id);
  if (!perfume) throw data(null, 404);
  context.set(viewedPerfume, perfume.id);
  return new Response(null, { status: 204 });
}

export function loader({ context }: Route.LoaderArgs) {
  return redirect(`/${context.get(language)}`);
}
