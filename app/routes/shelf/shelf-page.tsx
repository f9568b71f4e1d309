import { readForm } from "#app/http/forms/read-form.ts";
import { refuseUnknown } from "#app/http/forms/refusal.ts";
import { Head } from "#app/ui/head.tsx";
import css from "#app/styles/shelf.css?inline";
import { Link } from "#app/ui/link.tsx";
import { PageLinks } from "#app/ui/page-links.tsx";
import { Refused } from "#app/ui/refused.tsx";
import { OwnWords } from "./contributions.tsx";
import { Bottles, SignInHint } from "./shelf-bottles.tsx";
import { Sheet } from "#app/ui/style-sheet.tsx";
import type { Route } from "./+types/shelf-page";
import { changeShelf } from "./change-shelf.ts";
import { loadShelf, type ShelfData } from "./load-shelf.ts";
import { changeWeekly, withdrawAlert } from "./change-weekly.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { useTranslations } from "#app/i18n/translations.ts";

export { deliver as clientAction } from "#app/http/forms/deliver.ts";
export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

export const handle = { scripts: false };

export function loader({ request, url, context }: Route.LoaderArgs) {
  return loadShelf(request, url, context);
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const intent = form.get("intent");
  switch (intent) {
    case "shelf-add":
    case "shelf-remove":
      return changeShelf(request, context, form, intent);
    case "weekly-email":
      return changeWeekly(context, form);
    case "tell-me-not":
      return withdrawAlert(context, form);
    default:
      return refuseUnknown(context);
  }
}

export default function Shelf({ loaderData, actionData: refusal }: Route.ComponentProps) {
  const { texts, shelf, own, show, page, signedIn } = loaderData;
  return (
    <div className="wrap shelf">
      <Sheet name="shelf" css={css} />
      <Head
        title={texts.title}
        description={texts.description}
        index={false}
        failed={refusal !== undefined}
      />
      <Refused refusal={refusal ?? undefined} />
      <h1>{texts.title}</h1>
      {shelf?.empty && <EmptyShelf texts={texts} signedIn={signedIn} />}
      {shelf && !shelf.empty && (
        <>
          <Bottles {...shelf} texts={texts} page={page} signedIn={signedIn} />
          <PageLinks label={texts.pages} path="/shelf" page={page} pages={shelf.pages} />
        </>
      )}
      {shelf && <Weekly weekly={loaderData.weekly} texts={texts} />}
      {own && <OwnWords {...own} texts={texts} show={show} page={page} />}
    </div>
  );
}

function EmptyShelf({ texts, signedIn }: Pick<ShelfData, "texts" | "signedIn">) {
  return (
    <section className="label bare" aria-labelledby="empty-title">
      <svg viewBox="0 0 240 112" width="240" height="112" aria-hidden="true">
        <path d="M44 100V52q0-8 8-8h4V30h16v14h4q8 0 8 8v48M104 100V40h8V22h16v18h8v60M164 100q-8-40 8-52h4V34h12v14h4q16 12 8 52" />
        <path className="board" d="M8 101h224v6H8z" />
      </svg>
      <h2 id="empty-title">{texts.emptyTitle}</h2>
      <p>{texts.emptyText}</p>
      <Link className="button main" to="/#explore">
        {texts.emptyButton}
      </Link>
      {!signedIn && <SignInHint text={texts.emptyVisitor} />}
    </section>
  );
}

function Weekly({ weekly, texts }: Pick<ShelfData, "weekly" | "texts">) {
  const { language } = useTranslations();
  return (
    <section id="weekly" aria-labelledby="weekly-title" className="weekly">
      <h2 id="weekly-title">{texts.weeklyTitle}</h2>
      <p>{weekly?.on ? texts.weeklyIsOn : texts.weeklyText}</p>
      {weekly === null ? (
        <SignInHint text={texts.weeklyVisitor} />
      ) : !weekly.on && !weekly.confirmed ? (
        <p className="small soft">{texts.weeklyUnconfirmed}</p>
      ) : (
        <form method="post" action={inLanguage(language, "/shelf")}>
          <input type="hidden" name="intent" value="weekly-email" />
          <input type="hidden" name="weekly" value={weekly.on ? "" : "on"} />
          <button className="button">{weekly.on ? texts.weeklyStop : texts.weeklyAsk}</button>
        </form>
      )}
    </section>
  );
}
