import { data } from "react-router";
import { stopWeeklyEmail, unsubscribePurpose } from "#app/domain/shelf/weekly-subscription.ts";
import { answersForm, config, database, language } from "#app/http/middleware/context.ts";
import { readSignedToken } from "#app/domain/accounts/secrets.ts";
import { Link } from "#app/ui/link.tsx";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { FormPage } from "#app/ui/form-page.tsx";
import type { Route } from "./+types/unsubscribe";

export const handle = { scripts: false };

type Args = Pick<Route.LoaderArgs, "url" | "context">;

const subscriberOf = ({ url, context }: Args) =>
  readSignedToken(
    context.get(config).sessionSecrets,
    unsubscribePurpose,
    url.searchParams.get("token") ?? "",
  );

/** Only asks for confirmation, because mail scanners open links (RULES.md 7.6). */
export function loader({ url, context }: Route.LoaderArgs) {
  const texts = translatorIn(context.get(language)).t("pages:unsubscribe", { returnObjects: true });
  if (subscriberOf({ url, context }) === null)
    return data({ texts, state: "wrong" as const }, { status: 410 });
  return data({ texts, state: context.get(answersForm) ? ("done" as const) : ("asked" as const) });
}

/** Also handles one-click requests (RFC 8058), which have no cookies, come from other origins and follow no redirects. */
export async function action({ url, context }: Route.ActionArgs) {
  const userId = subscriberOf({ url, context });
  context.set(answersForm, true);
  if (userId !== null) await stopWeeklyEmail(context.get(database), userId);
  return null;
}

export default function Unsubscribe({ loaderData: { texts, state } }: Route.ComponentProps) {
  const { title, text } = texts[state];
  return (
    <FormPage title={title} lead={text} description={texts.asked.text}>
      {state === "asked" && (
        <form method="post" className="form">
          <button className="button main">{texts.button}</button>
        </form>
      )}
      <p>
        <Link to="/shelf">{texts.shelf}</Link>
      </p>
    </FormPage>
  );
}
