/**
 * An inline style sheet, which React puts into the head once. Each has its own precedence, because React joins those of one
 * precedence into one element, whose hash the content security policy does not have.
 */
export function Sheet({ name, css }: { name: string; css: string }) {
  return (
    <style href={name} precedence={name}>
      {css}
    </style>
  );
}
