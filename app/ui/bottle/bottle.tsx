import { useLayoutEffect, useRef } from "react";

type Draw = (marca: string, nombre: string) => string;

/** Present from the start on the server; browsers load it when they need to draw a bottle. */
let draw: Draw | undefined = import.meta.env.SSR
  ? (await import("./bottle-svg.ts")).bottle
  : undefined;

/** The inner HTML is safe: it contains only letters and digits of a brand's name. */
export function Bottle({ marca, nombre }: { marca: string; nombre: string }) {
  const svg = useRef<SVGSVGElement>(null);
  const shown = useRef("");
  useLayoutEffect(() => {
    const scent = `${marca}\n${nombre}`;
    const drawnByServer = shown.current === "" && svg.current?.firstChild;
    const isNew = shown.current !== scent;
    shown.current = scent;
    if (drawnByServer || !isNew) return;
    const show = (draw: Draw) => {
      if (svg.current && shown.current === scent) svg.current.innerHTML = draw(marca, nombre);
    };
    if (draw) return show(draw);
    void import("./bottle-svg.ts").then((loaded) => {
      draw = loaded.bottle;
      show(draw);
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
        __html: import.meta.env.SSR ? draw!(marca, nombre) : "",
      }}
    />
  );
}
