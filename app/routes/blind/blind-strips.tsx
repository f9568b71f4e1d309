import { data } from "react-router";
import { Refused } from "#app/domain/refused-act.ts";
import { stripsOf } from "#app/domain/reviews/blind-tests.ts";
import { underLimit } from "#app/http/forms/gate.ts";
import { reasonOf } from "#app/http/forms/refusals.ts";
import { currentUser, database, language } from "#app/http/middleware/context.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import blindCss from "#app/styles/blind.css?inline";
import css from "#app/styles/forms.css?inline";
import { Head } from "#app/ui/head.tsx";
import { Link } from "#app/ui/link.tsx";
import { Sheet } from "#app/ui/style-sheet.tsx";
import type { Route } from "./+types/blind-strips";

export const handle = { scripts: false };

/** What a friend puts on the strips; who smells does not see it, and whoever guesses codes is stopped (RULES.md 5.11). */
export async function loader({ params: { code }, context }: Route.LoaderArgs) {
  const { t } = translatorIn(context.get(language));
  const reader = context.get(currentUser)?.userId ?? null;
  try {
    const strips = await underLimit(context, "blind-code", () =>
      stripsOf(context.get(database), code, reader, new Date()),
    );
    return strips
      ? data({ title: t("pages:blind.spray"), strips, again: null })
      : data({ title: t("pages:blind.notYou"), strips: [], again: null }, 403);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { status, message, values, retryAfter } = reasonOf(error);
    const title = t(`messages:${message}`, values);
    const headers: HeadersInit =
      retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) };
    const again = t("pages:blind.prepare");
    return data({ title, strips: [], again }, { status, headers });
  }
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export default function BlindStrips({
  loaderData: { title, strips, again },
}: Route.ComponentProps) {
  return (
    <div className="wrap form-page blind">
      <Sheet name="forms" css={css} />
      <Sheet name="blind" css={blindCss} />
      <Head title={title} description={title} index={false} />
      <h1>{title}</h1>
      {strips.length > 0 && (
        <ol className="label">
          {strips.map(({ marca, nombre }, at) => (
            <li key={at}>
              {nombre} <span className="small soft">{marca}</span>
            </li>
          ))}
        </ol>
      )}
      {again && (
        <Link className="button" to="/blind">
          {again}
        </Link>
      )}
    </div>
  );
}
