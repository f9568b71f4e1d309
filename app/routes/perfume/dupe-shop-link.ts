/** The dupe's link, else one from the template, else null (RULES.md 1.8). */
export function dupeShopLink(
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
