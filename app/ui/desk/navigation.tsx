import { useLocation } from "react-router";
import { withoutLanguage } from "../../i18n/paths.ts";
import { Link } from "../link.tsx";
import { useDeskText } from "./texts.ts";

/** The pages that there are, in the order of the navigation: the name of their text in desk.json, and their address. */
const pages = [
  ["overview", "/desk"],
  ["queue", "/desk/queue"],
  ["catalogue", "/desk/perfumes"],
  ["people", "/desk/people"],
  ["messages", "/desk/messages"],
  ["emails", "/desk/emails"],
  ["log", "/desk/log"],
] as const;

/** The way between the pages of the desk. */
export function DeskNavigation() {
  const { texts } = useDeskText("frame");
  const here = withoutLanguage(useLocation().pathname);
  return (
    <nav className="desk-pages" aria-label={texts.title}>
      <ul>
        {pages.map(([name, path]) => (
          <li key={name}>
            <Link to={path} aria-current={here === path ? "page" : undefined}>
              {texts.pages[name]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
