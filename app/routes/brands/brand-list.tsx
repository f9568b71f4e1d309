import type { Brand } from "#app/domain/catalog/brands.ts";
import { brandPath } from "#app/domain/catalog/slugs.ts";
import type { Format } from "#app/i18n/format.ts";
import { Link } from "#app/ui/link.tsx";

/** @returns a brand as the list shows it, for loaders @param unnamed text for a brand without a name */
export function presentBrand({ slug, name, perfumes }: Brand, format: Format, unnamed: string) {
  return { name: name ?? unnamed, path: brandPath(slug), perfumes: format.number(perfumes) };
}

/** Links to brands, each with its number of perfumes. */
export function BrandList({ brands }: { brands: ReturnType<typeof presentBrand>[] }) {
  return (
    <ul className="brands">
      {brands.map(({ name, path, perfumes }) => (
        <li key={path}>
          <Link to={path}>{name}</Link> <span className="small soft">{perfumes}</span>
        </li>
      ))}
    </ul>
  );
}
