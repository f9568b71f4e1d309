import { redirect } from "react-router";
import { language } from "#app/http/middleware/context.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import type { Route } from "./+types/change-password";

/** Where password managers lead people (W3C, "A Well-Known URL for Changing Passwords"). */
export const loader = ({ context }: Route.LoaderArgs) =>
  redirect(inLanguage(context.get(language), "/profile"), 303);
