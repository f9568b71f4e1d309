interface LinkedDupe {
  marca: string;
  nombre: string;
  enlace?: string | undefined;
  price?: { link?: string } | undefined;
}

/** The dupe's link, else one from the template (RULES.md 1.8); null also when the price leads to the same shop. */
export function dupeShopLink(dupe: LinkedDupe, template: string | null): string | null {
  const link = dupe.enlace ?? fromTemplate(dupe, template);
  const isTwice = link !== null && dupe.price?.link?.includes(hostOf(link));
  return isTwice ? null : link;
}

const fromTemplate = ({ marca, nombre }: LinkedDupe, template: string | null) =>
  template
    ?.replaceAll("{marca}", encodeURIComponent(marca))
    .replaceAll("{nombre}", encodeURIComponent(nombre)) ?? null;

const hostOf = (link: string) => /^https?:\/\/(?:www\.)?([^/?#]+)/u.exec(link)?.[1] ?? link;
