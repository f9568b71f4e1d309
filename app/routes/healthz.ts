import { isReachable } from "#db/connect.ts";
import { database } from "../middleware/context.ts";
import type { Route } from "./+types/healthz";

/** 200 while the process can read its database. */
export async function loader({ context }: Route.LoaderArgs) {
  await isReachable(context.get(database));
  return new Response("ok\n", {
    headers: { "Content-Type": "text/plain", "Cache-Control": "no-store" },
  });
}
