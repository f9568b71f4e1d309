import { useLayoutEffect, useRef } from "react";

type Draw = (marca: string, nombre: string) => string;

/** The server's at once; a browser's once it has had to draw a bottle itself. */
let drawing: Draw | undefined = import.meta.env.SSR
  ? (await import("./bottle-svg.ts")).bottle
  : undefined;

/**
 * The drawn bottle that stands in for a scent's photo. Its text is our own: letters and digits are all that a brand adds.
 * It comes drawn with the page; how it is drawn browsers load only when they show a bottle that did not.
 */
export function Bottle({ marca, nombre }: { marca: string; nombre: string }) {
  const svg = useRef<SVGSVGElement>(null);
  const shown = useRef("");
  useLayoutEffect(() => {
    const scent = `${marca}\n${nombre}`;
    const cameDrawn = shown.current === "" && svg.current?.firstChild;
    const isNew = shown.current !== scent;
    shown.current = scent;
    if (cameDrawn || !isNew) return;
    const show = (draw: Draw) => {
      if (svg.current && shown.current === scent) svg.current.innerHTML = draw(marca, nombre);
    };
    if (drawing) return show(drawing);
    void import("./bottle-svg.ts").then((loaded) => {
      drawing = loaded.bottle;
      show(drawing);
    });
  }, [marca, nombre]);
  return (
    <svg
      ref={svg}
      className="bottle"
      viewBox="0 0 120 160"
      width="120"
      aria-hidden="true"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{
        __html: import.meta.env.SSR ? drawing!(marca, nombre) : "",
      }}
    />
  );
}
