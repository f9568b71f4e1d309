import { redirect } from "react-router";
import { exportData } from "#app/domain/accounts/data-export.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { database, language, currentUser } from "#app/http/middleware/context.ts";
import type { Route } from "./+types/download-data";

/** GDPR art. 15 and 20. */
export async function loader({ context }: Route.LoaderArgs) {
  const user = context.get(currentUser);
  if (!user) return redirect(inLanguage(context.get(language), "/auth"));
  const all = await exportData(context.get(database), user.userId);
  return new Response(`${JSON.stringify(all, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="sosia.json"',
      "X-Robots-Tag": "noindex",
    },
  });
}
