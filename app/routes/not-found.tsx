import { data } from "react-router";
import { errorStatus } from "#app/http/middleware/context.ts";
import type { Route } from "./+types/not-found";
import { missingPage } from "#app/http/missing-page.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const status = context.get(errorStatus);
  throw status === 404 ? await missingPage(context) : data(null, status);
}

export default function NotFound() {
  return null;
}
