interface LinkedDupe {
  marca: string;
  nombre: string;
  enlace?: string | undefined;
  price?: { link?: string } | undefined;
}

/** The dupe's link, else one from the template (RULES.md 1.8); null also when the price leads to the same shop. */
export function dupeShopLink(dupe: LinkedDupe, template: string | null): string | null {
  const link = dupe.enlace ?? fromTemplate(dupe, template);
  const isTwice = link !== null && leadsTo(dupe.price?.link, hostOf(link));
  return isTwice ? null : link;
}

/** Also through an affiliate's address. */
const leadsTo = (link = "", host: string) =>
  link
    .split(/\/\/|%2F%2F/iu)
    .slice(1)
    .map((address) => address.split(/[/?#:%]/u, 1)[0]!)
    .some((name) => name === host || name.endsWith(`.${host}`));

const fromTemplate = ({ marca, nombre }: LinkedDupe, template: string | null) =>
  template
    ?.replaceAll("{marca}", encodeURIComponent(marca))
    .replaceAll("{nombre}", encodeURIComponent(nombre)) ?? null;

const hostOf = (link: string) => /^https?:\/\/(?:www\.)?([^/?#]+)/u.exec(link)?.[1] ?? link;
