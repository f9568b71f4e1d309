import { Outlet } from "react-router";
import { refuseUnknownLanguage } from "../middleware/unknown-language.ts";

/** Every page stands inside this route, bare or with a language in front. */
export const middleware = [refuseUnknownLanguage];

export default function InLanguage() {
  return <Outlet />;
}
