/** Inline. Each has its own precedence: React joins those of one precedence, whose hash would not be in the policy. */
export function Sheet({ name, css }: { name: string; css: string }) {
  return (
    <style href={name} precedence={name}>
      {css}
    </style>
  );
}
