import { type MiddlewareFunction, Outlet } from "react-router";
import { isUnknownLanguage } from "#app/http/middleware/matched-route.ts";
import { missingPage } from "./missing-page.ts";

/** "/nope" matches `:lang?`: answers 404 before any loader runs. */
const refuseUnknownLanguage: MiddlewareFunction<Response> = async ({ params, context }) => {
  if (isUnknownLanguage(params)) throw await missingPage(context);
};

export const middleware = [refuseUnknownLanguage];

export default function InLanguage() {
  return <Outlet />;
}
