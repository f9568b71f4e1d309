import { reportPage } from "./reviews/report-review.ts";
import { factsPage } from "./suggest-facts.ts";

/** A form that has a bottle's address to itself; null when none was asked for. */
export const loadLonePage = async (...asked: Parameters<typeof reportPage>) =>
  (await reportPage(...asked)) ?? (await factsPage(...asked));
