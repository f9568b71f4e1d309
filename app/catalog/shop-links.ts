/**
 * Where a dupe can be bought: its own link, else one made from the operator's template (design §5), else none.
 * @param template web address with `{marca}` and `{nombre}`, or null
 */
export function shopLink(
  dupe: { marca: string; nombre: string; enlace: string | null },
  template: string | null,
): string | null {
  if (dupe.enlace) return dupe.enlace;
  return (
    template
      ?.replaceAll("{marca}", encodeURIComponent(dupe.marca))
      .replaceAll("{nombre}", encodeURIComponent(dupe.nombre)) ?? null
  );
}
