import { Link } from "./link.tsx";

export function PageLinks({
  label,
  path,
  page,
  pages,
}: {
  label: string;
  path: string;
  page: number;
  pages: string[];
}) {
  if (pages.length < 2) return null;
  return (
    <nav aria-label={label}>
      <ul className="numbers">
        {pages.map((shown, index) => (
          <li key={shown}>
            <Link
              to={index === 0 ? path : `${path}${path.includes("?") ? "&" : "?"}page=${index + 1}`}
              rel={relOf(index + 1 - page)}
              aria-current={index + 1 === page ? "page" : undefined}
            >
              {shown}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const relOf = (distance: number) =>
  distance === -1 ? "prev" : distance === 1 ? "next" : undefined;
