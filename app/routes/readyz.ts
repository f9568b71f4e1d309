import { services } from "#app/http/middleware/context.ts";
import type { Route } from "./+types/readyz";
import { answerHealth } from "#app/http/answer-health.ts";

/** 200 while the database can also be written, and its schema is this version's (RULES.md 2.6); else 503. */
export async function loader({ context }: Route.LoaderArgs) {
  return answerHealth(await context.get(services).health.ready());
}
