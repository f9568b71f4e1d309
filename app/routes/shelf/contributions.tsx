import { Link } from "#app/ui/link.tsx";
import { PageLinks } from "#app/ui/page-links.tsx";
import type { Show } from "./load-own-words.ts";
import type { ShelfData } from "./load-shelf.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { useTranslations } from "#app/i18n/translations.ts";

type OwnWordsProps = NonNullable<ShelfData["own"]> & Pick<ShelfData, "show" | "page" | "texts">;

export function OwnWords(props: OwnWordsProps) {
  const { votes, verdicts, reviews, alerts, texts, show, page, pages } = props;
  return (
    <>
      {alerts.length > 0 && <Alerts alerts={alerts} texts={texts} />}
      {(votes.length > 0 || show === "votes") && (
        <Words kind="votes" {...props}>
          {votes.map((vote) => (
            <li key={vote.path}>
              <p>
                <span aria-hidden="true">{vote.voto === 1 ? "+ " : "− "}</span>
                <Said text={vote.voto === 1 ? texts.votedUp : texts.votedDown} {...vote} />
              </p>
              <p className="small soft">{vote.date}</p>
            </li>
          ))}
        </Words>
      )}
      {(verdicts.length > 0 || show === "verdicts") && (
        <Words kind="verdicts" {...props}>
          {verdicts.map((verdict) => (
            <li key={verdict.path}>
              <p>
                <Said text={texts.reviewed} {...verdict} />
              </p>
              {verdict.answers.map((answer) => (
                <p key={answer}>{answer}</p>
              ))}
              <p className="small soft">{verdict.date}</p>
            </li>
          ))}
        </Words>
      )}
      {(reviews.length > 0 || show === "reviews") && (
        <Words kind="reviews" {...props}>
          {reviews.map((review, at) => (
            <li key={`${at} ${review.path}`}>
              <p>
                <Said text={texts.reviewed} {...review} />
              </p>
              <blockquote>{review.description}</blockquote>
              {review.state && <p className="small">{review.state}</p>}
              <p className="small soft">{review.date}</p>
            </li>
          ))}
        </Words>
      )}
      {show && (
        <>
          <PageLinks label={texts.pages} path={`/shelf?show=${show}`} page={page} pages={pages} />
          <p>
            <Link className="quiet" to="/shelf">
              {texts.back}
            </Link>
          </p>
        </>
      )}
    </>
  );
}

function Said({
  text,
  dupe,
  original,
  path,
}: Record<"text" | "dupe" | "original" | "path", string>) {
  const [before = "", after = ""] = text.replace("{original}", original).split("{dupe}");
  return (
    <>
      {before}
      <Link to={path}>{dupe}</Link>
      {after}
    </>
  );
}

const allOf = { votes: "allVotes", verdicts: "allVerdicts", reviews: "allReviews" } as const;

function Words({
  kind,
  texts,
  counts,
  more,
  show,
  children,
}: Pick<OwnWordsProps, "texts" | "counts" | "more" | "show"> & {
  kind: Show;
  children: React.ReactNode;
}) {
  return (
    <section id={kind} aria-labelledby={`${kind}-title`}>
      <h2 id={`${kind}-title`}>
        {texts[kind]} <span className="small soft">{counts[kind]}</span>
      </h2>
      <ul className="words">{children}</ul>
      {!show && more[kind] && (
        <p>
          <Link className="quiet" to={`/shelf?show=${kind}`}>
            {texts[allOf[kind]]}
          </Link>
        </p>
      )}
    </section>
  );
}

function Alerts({ alerts, texts }: Pick<OwnWordsProps, "alerts" | "texts">) {
  const { t, language } = useTranslations();
  return (
    <section id="alerts" aria-labelledby="alerts-title">
      <h2 id="alerts-title">{texts.alerts}</h2>
      <ul className="words">
        {alerts.map((bottle) => (
          <li key={bottle.id} className="line">
            <p>
              <Link to={bottle.path}>{bottle.nombre}</Link>{" "}
              <span className="small soft">{bottle.marca}</span>
            </p>
            <form method="post" action={inLanguage(language, "/shelf")}>
              <input type="hidden" name="intent" value="tell-me-not" />
              <input type="hidden" name="perfume_id" value={bottle.id} />
              <button className="quiet">
                {t("tellMe.stop")}
                <span className="unseen">{t("form.named", { act: "", name: bottle.nombre })}</span>
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}
