import { Link } from "#app/ui/link.tsx";
import { useDeskText } from "../desk-text.ts";

/** Links to the page before and the one after, of lists that may have a thousand. @param props.path of a page, from 1, without language */
export function Pager({
  page,
  pages,
  path,
}: {
  page: number;
  pages: number;
  path: (page: number) => string;
}) {
  const { texts, t } = useDeskText("frame");
  if (pages < 2) return null;
  return (
    <nav className="desk-buttons" aria-label={texts.pager}>
      {page > 1 && (
        <Link className="button" to={path(page - 1)} rel="prev">
          {texts.before}
        </Link>
      )}
      <span className="soft desk-page">{t("page", { page, pages })}</span>
      {page < pages && (
        <Link className="button" to={path(page + 1)} rel="next">
          {texts.after}
        </Link>
      )}
    </nav>
  );
}
