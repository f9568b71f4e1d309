import { VIEW_BOX, inside } from "./draw.ts";
import { shape } from "./shape.ts";

/** The drawn bottle that stands in for a scent's photo. Its text is our own: letters and digits are all that a house adds. */
export function Flacon({ marca, nombre }: { marca: string; nombre: string }) {
  return (
    <svg
      className="flacon"
      viewBox={VIEW_BOX}
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: inside(shape(marca, nombre)) }}
    />
  );
}
