import { Outlet } from "react-router";
import { DeskNavigation } from "./navigation.tsx";
import { admitOperators } from "./guard.ts";

/**
 * The frame of all pages of the desk (RULES.md 10). To add one:
 * 1. `app/routes.ts`: a line among the children of `desk`; its module and parts go into this folder.
 * 2. `app/routes/desk/navigation.tsx`: its line; `app/i18n/locales/{language}/desk.json`: its section, in six languages.
 * 3. Its component is a `<DeskPage>` and reads its texts with `useDeskText`; nothing in it runs in a browser.
 * 4. Its action calls `act` (`act.ts`) with a function for each intent, which answers with `goOn`, `refuseStale` or `requireConfirmation`.
 * 5. `tests/pages/desk.test.ts`: its address and intents, in the lists of what nobody else may reach.
 */
export const middleware = [admitOperators];

/** Browsers get no scripts of the desk (RULES.md 10.3). */
export const handle = { scripts: false, navigation: () => <DeskNavigation /> };

export default function Desk() {
  return <Outlet />;
}
