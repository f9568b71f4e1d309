import { perfumePath } from "#app/domain/catalog/slugs.ts";
import type { Refusal } from "#app/http/forms/refusal.ts";
import fieldsCss from "#app/styles/fields.css?inline";
import css from "#app/styles/pair.css?inline";
import { Head } from "#app/ui/head.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { Link } from "#app/ui/link.tsx";
import { PerfumePicture } from "#app/ui/perfume-picture.tsx";
import { Refused } from "#app/ui/refused.tsx";
import { Sheet } from "#app/ui/style-sheet.tsx";
import { Blind } from "../blind/blind-section.tsx";
import { LookFor, Shop } from "../prices/price-line.tsx";
import { Reviews } from "../reviews/reviews-panel.tsx";
import { SuggestSource } from "../sources/suggest-source-form.tsx";
import { Sources } from "../sources/sources-panel.tsx";
import { Verdict } from "../verdicts/verdict-panel.tsx";
import type { PairData } from "./load-pair.ts";
import type { Cell, Row } from "./side-by-side.ts";

interface Shown {
  page: PairData;
  refusal: Refusal | undefined;
}

export function PairPage({ page, refusal }: Shown) {
  const { texts, bottles, isWorth, sources, reviews } = page;
  const isToldBelow = /^(?:publish-review|blind-.*|.*verdict)$/u.test(refusal?.form ?? "");
  return (
    <div className="wrap pair">
      <Sheet name="fields" css={fieldsCss} />
      <Sheet name="pair" css={css} />
      <Head
        title={texts.title}
        description={texts.description}
        index={isWorth}
        failed={refusal !== undefined}
        type="product"
      />
      {!isToldBelow && <Refused refusal={refusal} />}
      <Link className="small back" to={perfumePath(bottles[1]!)}>
        <Icon name="arrow-left" size={16} />
        {texts.back}
      </Link>
      <h1>{texts.heading}</h1>
      <p className="answer">{texts.answer}</p>
      <Thumbs page={page} />
      <SideBySide page={page} />
      {page.searches.map((search) => (
        <LookFor key={search.text} {...search} />
      ))}
      <div className="evidence">
        <div>
          <section id="verdict" aria-labelledby="verdict-title">
            <h2 id="verdict-title">{texts.verdicts}</h2>
            <Verdict open={page.verdict} refusal={refusal} say={texts} />
          </section>
          <Blind blind={page.blind} refusal={refusal} />
          <section id="sources" aria-labelledby="sources-title">
            <h2 id="sources-title">{texts.sources}</h2>
            <Sources {...sources} />
            <SuggestSource page={page} refusal={refusal} />
          </section>
        </div>
        <div>
          <h2>{texts.reviews}</h2>
          <Reviews
            open={reviews}
            page={{ path: page.path, query: "", isPair: true }}
            refusal={refusal}
          />
        </div>
      </div>
      <Pairs id="dupes" title={texts.otherDupes} pairs={page.otherDupes} />
      <Pairs id="originals" title={texts.otherOriginals} pairs={page.otherOriginals} />
    </div>
  );
}

function Thumbs({ page: { dupe, texts } }: Pick<Shown, "page">) {
  const thumb = (voto: 1 | -1, text: string, count: string) => (
    <button className="vote" name="voto" value={voto} aria-pressed={dupe.voto === voto}>
      {`${text} ${count}`}
    </button>
  );
  return (
    <form method="post" className="cast" id={`dupe-${dupe.id}`}>
      <input type="hidden" name="intent" value="vote" />
      <input type="hidden" name="dupe_id" value={dupe.id} />
      {thumb(1, texts.up, dupe.likes)}
      {thumb(-1, texts.down, dupe.dislikes)}
    </form>
  );
}

function SideBySide({ page: { texts, bottles, rows } }: Pick<Shown, "page">) {
  return (
    <table className="label">
      <caption className="unseen">{texts.side}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="unseen">{texts.side}</span>
          </th>
          {bottles.map((bottle) => (
            <th key={bottle.id} scope="col">
              <PerfumePicture {...bottle} eager />
              <Link to={perfumePath(bottle)}>{bottle.nombre}</Link>
              <span className="small soft">{bottle.marca}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Line key={row.title} {...row} />
        ))}
      </tbody>
    </table>
  );
}

const Line = ({ title, cells }: Row) => (
  <tr>
    <th scope="row" className="small soft">
      {title}
    </th>
    {cells.map((cell, at) => (
      <td key={at} colSpan={cells.length === 1 ? 2 : undefined}>
        <Known {...cell} />
      </td>
    ))}
  </tr>
);

const Known = ({ text, more, shop }: Cell) => (
  <>
    {text}
    {more && (
      <>
        {" "}
        <b>{more}</b>
      </>
    )}
    {shop && (
      <>
        {" "}
        <Shop {...shop} />
      </>
    )}
  </>
);

function Pairs({ id, title, pairs }: { id: string; title: string; pairs: PairData["otherDupes"] }) {
  if (pairs.length === 0) return null;
  return (
    <nav aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>
        {pairs.map(({ id: bottle, marca, nombre, to }) => (
          <li key={bottle}>
            <Link to={to}>{nombre}</Link> <span className="small soft">{marca}</span>
          </li>
        ))}
      </ul>
    </nav>
  );
}
