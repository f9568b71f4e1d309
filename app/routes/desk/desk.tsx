import { Outlet } from "react-router";
import { DeskNavigation } from "./navigation.tsx";
import { admitOperators, demandSecondFactor } from "./guard.ts";

/**
 * The layout of the desk's pages (RULES.md 10). To add a page:
 * 1. `app/routes.ts`: a line among the children of `desk`; put its module and parts into this folder.
 * 2. `app/routes/desk/navigation.tsx`: a link; `app/i18n/locales/{language}/desk.json`: a section, in six languages.
 * 3. Its component renders a `<DeskPage>` with texts from `useDeskText`; none of its code runs in a browser.
 * 4. Its action calls `act` (`act.ts`) with a function for each intent, which returns `goOn`, `refuseStale` or `requireConfirmation`.
 * 5. `tests/support/desk-forms.ts`: add its address and intents to the lists of what only operators may reach.
 * 6. `ofTheDesk` in `app/http/page-kinds.ts`: its parameters; `app/styles/sheets.ts`: a style sheet of its own.
 */
export const middleware = [admitOperators, demandSecondFactor];

/** The desk's pages have no scripts (RULES.md 10.3). */
export const handle = { scripts: false, navigation: () => <DeskNavigation /> };

export default function Desk() {
  return <Outlet />;
}
