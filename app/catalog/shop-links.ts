/**
 * The web address where a dupe can be bought: its own link, else one made from the operator's template, else null (RULES.md 5.5).
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
