import { useLayoutEffect, useRef } from "react";

/** Present from the start on the server; browsers load it when they need to draw a bottle. */
const drawn = import.meta.env.SSR ? await import("./draw.ts") : undefined;

/** The inner HTML is safe: it contains only letters and digits of a brand's name. */
export function Bottle({ marca, nombre }: { marca: string; nombre: string }) {
  const svg = useRef<SVGSVGElement>(null);
  useLayoutEffect(() => {
    const { current } = svg;
    if (current && !current.firstChild)
      void import("./draw.ts").then(({ draw }) => (current.innerHTML = draw(marca, nombre)));
  }, [marca, nombre]);
  return (
    <svg
      key={marca + nombre}
      ref={svg}
      className="bottle"
      viewBox="0 0 48 64"
      width="48"
      aria-hidden="true"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: drawn?.draw(marca, nombre) ?? "" }}
    />
  );
}
