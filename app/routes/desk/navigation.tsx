import { useLocation } from "react-router";
import { withoutLanguage } from "#app/i18n/paths.ts";
import css from "#app/styles/desk.css?inline";
import { Link } from "#app/ui/link.tsx";
import { useRoot } from "#app/http/root-data.ts";
import { Sheet } from "#app/ui/style-sheet.tsx";
import { useDeskText } from "./use-desk-text.ts";

const pages = [
  ["overview", "/desk"],
  ["queue", "/desk/queue"],
  ["catalogue", "/desk/perfumes"],
  ["people", "/desk/people"],
  ["votes", "/desk/votes"],
  ["messages", "/desk/messages"],
  ["emails", "/desk/emails"],
  ["log", "/desk/log"],
] as const;

/** Precedes `main`, like the site's other navigation; for operators only (RULES.md 10.2). */
export function DeskNavigation() {
  const { texts } = useDeskText("frame");
  const here = withoutLanguage(useLocation().pathname);
  if (!useRoot()?.currentUser?.desk) return null;
  const current = (path: string) =>
    here === path ? "page" : path !== "/desk" && here.startsWith(`${path}/`) ? "true" : undefined;
  return (
    <nav className="wrap desk-pages" aria-label={texts.title}>
      <Sheet name="desk" css={css} />
      <ul>
        {pages.map(([name, path]) => (
          <li key={name}>
            <Link to={path} aria-current={current(path)}>
              {texts.pages[name]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
