import { data } from "react-router";
import { errorStatus } from "../middleware/context.ts";
import type { Route } from "./+types/not-found";

export function loader({ context }: Route.LoaderArgs) {
  throw data(null, context.get(errorStatus));
}

export default function NotFound() {
  return null;
}
