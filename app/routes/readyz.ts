import { services } from "#app/http/middleware/context.ts";
import type { Route } from "./+types/readyz";
import { answerHealth } from "#app/http/answer-health.ts";

/** 503 also while the database is not writable or has another version's schema (RULES.md 14.3). */
export async function loader({ context }: Route.LoaderArgs) {
  return answerHealth(await context.get(services).health.ready());
}
