import { hash } from "../bottle/hash.ts";

/** px, the size that social networks recommend */
export const pictureSize = { width: 1200, height: 630 };

/** null for the site's own picture */
export type Pictured = {
  id: number;
  marca: string;
  nombre: string;
  dupes: number;
  /** the most similar bottle, with its similarity in per cent; null if unknown */
  nearest: { nombre: string; similarity: number } | null;
} | null;

/** Increment it when the drawing changes. */
const drawingVersion = 2;

/** Makes addresses cacheable forever. */
export function pictureVersion(of: Pictured): string {
  const nearest = of?.nearest && [of.nearest.nombre, of.nearest.similarity];
  return hash(
    JSON.stringify([drawingVersion, of && [of.id, of.marca, of.nombre, of.dupes, nearest]]),
  ).toString(36);
}

export function picturePath(of: Pictured): string {
  return `/og/${of ? of.id : "sosia"}.png?v=${pictureVersion(of)}`;
}
