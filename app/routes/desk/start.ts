import { redirect } from "react-router";
import { inLanguage } from "../../i18n/paths.ts";
import { language } from "../../middleware/context.ts";
import type { Route } from "./+types/start";

/** Work begins with what waits. */
export function loader({ context }: Route.LoaderArgs) {
  return redirect(inLanguage(context.get(language), "/desk/queue"));
}
