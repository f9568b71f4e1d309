/** Inline. Precedences differ, because React joins sheets of the same one, whose joint hash the CSP would not allow. */
export function Sheet({ name, css }: { name: string; css: string }) {
  return (
    <style href={name} precedence={name}>
      {css}
    </style>
  );
}
