import { similarity } from "#app/domain/catalog/similarity.ts";
import { canonical } from "#app/i18n/text.ts";
import type { Relation } from "#app/domain/catalog/relations.ts";

/** Relations as they were before anybody voted, in the order they had then (RULES.md 1.7). */
export const withoutVotes = (relations: Relation[]): Relation[] =>
  relations
    .map((one) => ({
      ...one,
      likes: 0,
      dislikes: 0,
      porcentaje: similarity(0, 0, one.estimacion),
    }))
    .toSorted(
      (a, b) =>
        (b.estimacion ?? -1) - (a.estimacion ?? -1) ||
        (canonical(a.nombre) < canonical(b.nombre) ? -1 : 1),
    );
