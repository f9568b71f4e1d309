/**
 * A style sheet, inline in the head; after a soft navigation React adds it if it is not there yet. Each has a precedence
 * of its own: those of one precedence React would join into one element, which the policy's hashes do not know.
 */
export function Sheet({ name, css }: { name: string; css: string }) {
  return (
    <style href={name} precedence={name}>
      {css}
    </style>
  );
}
