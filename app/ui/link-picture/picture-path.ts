import { hash } from "../bottle/hash.ts";

/** px, as social networks show links */
export const pictureSize = { width: 1200, height: 630 };

/** null for the site's own picture */
export type Pictured = {
  id: number;
  marca: string;
  nombre: string;
  dupes: number;
  /** the bottle that it is most like, and how much in per cent; null where that is not known */
  nearest: { nombre: string; similarity: number } | null;
} | null;

/** Raise it when the drawing changes. */
const drawingVersion = 2;

/** Caches may keep an address with it without end. */
export function pictureVersion(of: Pictured): string {
  const nearest = of?.nearest && [of.nearest.nombre, of.nearest.similarity];
  return hash(
    JSON.stringify([drawingVersion, of && [of.id, of.marca, of.nombre, of.dupes, nearest]]),
  ).toString(36);
}

export function picturePath(of: Pictured): string {
  return `/og/${of ? of.id : "sosia"}.png?v=${pictureVersion(of)}`;
}
