import type { House } from "../catalog/houses.ts";
import { housePath } from "../catalog/slugs.ts";
import type { Format } from "../i18n/format.ts";
import { Link } from "./link.tsx";

/** What a list shows of a house, its count in the reader's digits. @param unnamed stands where it has no name */
export function presentHouse({ slug, name, perfumes }: House, format: Format, unnamed: string) {
  return { name: name ?? unnamed, path: housePath(slug), perfumes: format.number(perfumes) };
}

export function Houses({ houses }: { houses: ReturnType<typeof presentHouse>[] }) {
  return (
    <ul className="houses">
      {houses.map(({ name, path, perfumes }) => (
        <li key={path}>
          <Link to={path}>{name}</Link> <span className="small soft">{perfumes}</span>
        </li>
      ))}
    </ul>
  );
}
