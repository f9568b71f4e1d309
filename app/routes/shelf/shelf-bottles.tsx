import { inLanguage } from "#app/i18n/paths.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { Link } from "#app/ui/link.tsx";
import { PerfumePicture } from "#app/ui/perfume-picture.tsx";
import { SignInWays } from "#app/ui/sign-in-ways.tsx";
import type { ShelfData } from "./load-shelf.ts";

type Shelf = NonNullable<ShelfData["shelf"]>;
type Bottle = Shelf["lists"][number]["bottles"][number];
type Texts = ShelfData["texts"];

interface BottlesProps
  extends Pick<Shelf, "lists">, Pick<ShelfData, "texts" | "page" | "signedIn"> {}

export function Bottles({ lists, texts, page, signedIn }: BottlesProps) {
  const here = page > 1 ? `/shelf?page=${page}` : "/shelf";
  return (
    <>
      <p className="lead soft">{texts.lead}</p>
      {!signedIn && <SignInHint text={texts.visitor} />}
      {lists
        .filter(({ bottles }) => bottles.length > 0)
        .map(({ list, count, bottles }) => (
          <section key={list} id={list} aria-labelledby={`${list}-title`}>
            <h2 id={`${list}-title`}>
              {texts.lists[list]} <span className="small soft">{count}</span>
            </h2>
            <ul className="bottles">
              {bottles.map((bottle) => (
                <ShelfCard key={bottle.id} bottle={bottle} texts={texts} here={here} />
              ))}
            </ul>
          </section>
        ))}
      <p>
        <Download text={texts.download} />
      </p>
    </>
  );
}

export const SignInHint = ({ text }: { text: string }) => (
  <p className="small soft hint">
    {text} <SignInWays back="/shelf" />
  </p>
);

/** A plain link, because the router would take the file for a page. */
function Download({ text }: { text: string }) {
  const { language } = useTranslations();
  return (
    <a className="quiet" href={inLanguage(language, "/shelf.csv")} download rel="nofollow">
      {text}
    </a>
  );
}

function ShelfCard({ bottle, texts, here }: { bottle: Bottle; texts: Texts; here: string }) {
  const { t } = useTranslations();
  const { id, nombre, marca, price, like, best, cheapest, dupes } = bottle;
  return (
    <li className="label kept" id={`p-${id}`}>
      <PerfumePicture {...bottle} />
      <div className="text">
        <div>
          <h3>
            <Link to={bottle.path}>{nombre}</Link>
          </h3>
          <p className="brand">{marca}</p>
          {price && (
            <p>
              <b>{price.figure}</b>
              <span className="small soft">{` · ${price.size}`}</span>
            </p>
          )}
        </div>
        {like || best || cheapest ? (
          <dl>
            {like && <Answer name={texts.like} dupe={like} />}
            {best && <Answer name={texts.best} dupe={best} />}
            {cheapest && <Answer name={texts.cheapest} dupe={cheapest} more={cheapest.size} />}
          </dl>
        ) : (
          <p className="small soft">{t("perfume.dupes", dupes)}</p>
        )}
        <Moves bottle={bottle} texts={texts} here={here} />
      </div>
    </li>
  );
}

interface AnswerProps {
  name: string;
  dupe: NonNullable<Bottle["like"]>;
  more?: string;
}

function Answer({ name, dupe, more }: AnswerProps) {
  return (
    <div>
      <dt className="small soft">{name}</dt>
      <dd>
        <Link to={dupe.path}>{dupe.nombre}</Link>
        {dupe.figure && <b> {dupe.figure}</b>}
        {more && <span className="small soft">{` · ${more}`}</span>}
      </dd>
    </div>
  );
}

/** Buttons to move the bottle to another list or remove it. Plain forms: the new page opens at the bottle. */
function Moves({ bottle, texts, here }: { bottle: Bottle; texts: Texts; here: string }) {
  const { language, t } = useTranslations();
  const { id, nombre, list } = bottle;
  const action = inLanguage(language, "/shelf");
  const back = inLanguage(language, here);
  const others = (["want", "have", "had"] as const).filter((one) => one !== list);
  const of = <span className="unseen">{t("form.named", { act: "", name: nombre })}</span>;
  return (
    <div className="moves">
      <form method="post" action={action}>
        <input type="hidden" name="intent" value="shelf-add" />
        <input type="hidden" name="perfume_id" value={id} />
        <input type="hidden" name="path" value={`${back}#p-${id}`} />
        {others.map((other) => (
          <button key={other} className="quiet" name="list" value={other}>
            {texts.moves[other]}
            {of}
          </button>
        ))}
      </form>
      <form method="post" action={action}>
        <input type="hidden" name="intent" value="shelf-remove" />
        <input type="hidden" name="perfume_id" value={id} />
        <input type="hidden" name="path" value={`${back}#${list}`} />
        <button className="quiet soft">
          {texts.remove}
          {of}
        </button>
      </form>
    </div>
  );
}
