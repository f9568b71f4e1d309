import { concentrations, genders } from "#app/domain/catalog/facts.ts";
import type { Concentration } from "#db/schema.ts";

export type Gender = (typeof genders)[number];

/** They are numbered from 1. */
const concentrationBits = 3;
const concentrationMask = (1 << concentrationBits) - 1;
const genderShift = 14;
const yearMask = (1 << genderShift) - 1 - concentrationMask;

export interface Edition {
  concentracion?: Concentration | null;
  anio?: number | null;
  genero?: Gender | null;
}

/** Gender, year and concentration in 16 bits, each 0 where unknown. */
export const editionOf = ({ concentracion, anio, genero }: Edition): number =>
  ((genero ? genders.indexOf(genero) + 1 : 0) << genderShift) |
  ((anio ?? 0) << concentrationBits) |
  (concentracion ? concentrations.indexOf(concentracion) + 1 : 0);

/** @returns a concentration or a year, 0 for any other word */
export function editionNamedBy(word: string): number {
  if (/^(18|19|20)\d\d$/.test(word)) return editionOf({ anio: Number(word) });
  return concentrations.indexOf(word as Concentration) + 1;
}

export function isOfEdition(edition: number, named: number): boolean {
  return named <= concentrationMask
    ? (edition & concentrationMask) === named
    : (edition & yearMask) === (named & yearMask);
}

export function isForOthers(edition: number, asked: Gender): boolean {
  const gender = genders[(edition >> genderShift) - 1] ?? "unisex";
  return gender !== "unisex" && gender !== asked;
}
