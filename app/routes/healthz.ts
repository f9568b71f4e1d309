import { services } from "#app/http/middleware/context.ts";
import type { Route } from "./+types/healthz";
import { answerHealth } from "#app/http/answer-health.ts";

/** 503 once the process cannot read the database file that it opened (RULES.md 14.3). */
export function loader({ context }: Route.LoaderArgs) {
  return answerHealth(context.get(services).health.alive());
}
