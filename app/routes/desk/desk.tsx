import { Outlet, useLocation } from "react-router";
import { undoableNow } from "#app/domain/desk/undo/undo.ts";
import { database, flash } from "#app/http/middleware/context.ts";
import type { Route } from "./+types/desk";
import { act } from "./act.ts";
import { admitOperators, demandSecondFactor } from "./guard.ts";
import { UndoDecided } from "./undo-form.tsx";
import { withoutLanguage } from "#app/i18n/paths.ts";
import css from "#app/styles/desk.css?inline";
import { Link } from "#app/ui/link.tsx";
import { useRoot } from "#app/http/root-data.ts";
import { Sheet } from "#app/ui/style-sheet.tsx";
import { useDeskTranslations } from "./use-desk-translations.ts";

/**
 * The layout of the desk's pages (RULES.md 10). To add a page:
 * 1. `app/routes.ts`: a line among the children of `desk`; put its module and parts into this folder.
 * 2. `pages` below: a link; `app/i18n/locales/{language}/desk.json`: a section, in six languages.
 * 3. Its component renders a `<DeskPage>` with texts from `useDeskTranslations`; none of its code runs in a browser.
 * 4. Its action calls `act` (`act.ts`) with a `decision` (`decision.ts`) for each intent; the domain throws `Refused` or `Stale`.
 * 5. `tests/support/desk-forms.ts`: add its address and intents to the lists of what only operators may reach.
 * 6. `ofTheDesk` in `app/http/page-kinds.ts`: its parameters; `app/styles/sheets.ts`: a style sheet of its own.
 */
export const middleware = [admitOperators, demandSecondFactor];

/** The desk's pages have no scripts (RULES.md 10.3). */
export const handle = {
  scripts: false,
  navigation: () => <DeskNavigation />,
  besideMessage: () => <UndoDecided />,
};

export async function loader({ context }: Route.LoaderArgs) {
  const decided = context.get(flash)?.entries ?? [];
  return { undoable: await undoableNow(context.get(database), decided, new Date()) };
}

/** For forms of the overview, whose address is this route's. */
export const action = ({ request, context }: Route.ActionArgs) => act(request, context, {});

export default function Desk() {
  return <Outlet />;
}

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
function DeskNavigation() {
  const { t } = useDeskTranslations();
  const here = withoutLanguage(useLocation().pathname);
  if (!useRoot()?.currentUser?.desk) return null;
  const current = (path: string) =>
    here === path ? "page" : path !== "/desk" && here.startsWith(`${path}/`) ? "true" : undefined;
  return (
    <nav className="wrap desk-pages" aria-label={t("desk:frame.title")}>
      <Sheet name="desk" css={css} />
      <ul>
        {pages.map(([name, path]) => (
          <li key={name}>
            <Link to={path} aria-current={current(path)}>
              {t(`desk:frame.pages.${name}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
