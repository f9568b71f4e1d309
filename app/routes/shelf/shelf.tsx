import { unknownForm } from "../../forms/sent-form.ts";
import { readForm } from "../../forms/read-form.ts";
import { refuse } from "../../forms/refusal.ts";
import { Head } from "../../seo/head.tsx";
import css from "../../styles/shelf.css?inline";
import { PageLinks } from "../../ui/page-links.tsx";
import { Refused } from "../../ui/refused.tsx";
import { OwnWords } from "../../ui/shelf/own-words.tsx";
import { Bottles } from "../../ui/shelf/bottles.tsx";
import { EmptyShelf } from "../../ui/shelf/empty-shelf.tsx";
import { Weekly } from "../../ui/shelf/weekly.tsx";
import { Sheet } from "../../ui/style-sheet.tsx";
import type { Route } from "./+types/shelf";
import { changeShelf } from "./change.ts";
import { loadShelf } from "./load.ts";
import { changeWeekly, withdrawAlert } from "./weekly.ts";

export { deliver as clientAction } from "../../forms/deliver.ts";
export { refusalHeaders as headers } from "../../forms/refusal.ts";

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
      return refuse(context, unknownForm(), 422, { message: "auth.failed" });
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
