import { hash } from "../../ui/bottle/hash.ts";

/** px: what networks show a link with */
export const pictureSize = { width: 1200, height: 630 };

/** What the picture of a perfume's page tells; null is the picture of the site. */
export type Pictured = { id: number; marca: string; nombre: string; dupes: number } | null;

/** Grows when the drawing changes. */
const drawing = 1;

/** @returns a short word for what a picture shows, so that an address means one picture for ever */
export function pictureVersion(of: Pictured): string {
  return hash(JSON.stringify([drawing, of && [of.id, of.marca, of.nombre, of.dupes]])).toString(36);
}

/** The address of a picture: `/og/{perfume id}.png`, or that of the site. */
export function picturePath(of: Pictured): string {
  return `/og/${of ? of.id : "sosia"}.png?v=${pictureVersion(of)}`;
}
