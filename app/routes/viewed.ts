import { data, redirect } from "react-router";
import { parseId } from "../catalog/ids.ts";
import { findPerfume } from "../catalog/perfumes.ts";
import { readForm, textOf } from "../forms/read-form.ts";
import { database, language, viewedPerfume } from "../middleware/context.ts";
import type { Route } from "./+types/viewed";

/** `POST /viewed`: a perfume's page that was fetched ahead is shown now (RULES.md 5.7). It counts as an opening of that page would. */
export async function action({ request, context }: Route.ActionArgs) {
  const id = parseId(textOf(await readForm(request), "perfume"));
  if (id === null || !(await findPerfume(context.get(database), id))) throw data(null, 404);
  context.set(viewedPerfume, id);
  return new Response(null, { status: 204 });
}

export function loader({ context }: Route.LoaderArgs) {
  return redirect(`/${context.get(language)}`);
}
