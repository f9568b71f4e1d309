import { concentrations } from "#app/domain/catalog/facts.ts";
import type { Concentration } from "#db/schema.ts";

/** They are numbered from 1. */
const concentrationBits = 3;
const concentrationMask = (1 << concentrationBits) - 1;

export interface Edition {
  concentracion?: Concentration | null;
  anio?: number | null;
}

/** Concentration and year in 16 bits, each 0 where unknown. */
export const editionOf = ({ concentracion, anio }: Edition): number =>
  ((anio ?? 0) << concentrationBits) |
  (concentracion ? concentrations.indexOf(concentracion) + 1 : 0);

/** @returns a concentration or a year, 0 for any other word */
export function editionNamedBy(word: string): number {
  if (/^(18|19|20)\d\d$/.test(word)) return editionOf({ anio: Number(word) });
  return concentrations.indexOf(word as Concentration) + 1;
}

/** @param named a concentration or a year */
export function isOfEdition(edition: number, named: number): boolean {
  return named <= concentrationMask
    ? (edition & concentrationMask) === named
    : edition >> concentrationBits === named >> concentrationBits;
}
