/** A page's own style sheet, inline in the head; after a soft navigation React adds it if it is not there yet. */
export function Sheet({
  name,
  css,
  precedence = "page",
}: {
  name: string;
  css: string;
  precedence?: "base" | "page";
}) {
  return (
    <style href={name} precedence={precedence}>
      {css}
    </style>
  );
}
