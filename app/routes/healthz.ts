import { services } from "#app/http/middleware/context.ts";
import type { Route } from "./+types/healthz";
import { answerHealth } from "#app/http/answer-health.ts";

/** 200 while the process can read its database, in the file that it opened (RULES.md 2.6); else 503. */
export function loader({ context }: Route.LoaderArgs) {
  return answerHealth(context.get(services).health.alive());
}
