import { data, redirect, type RouterContextProvider } from "react-router";
import { listDupes } from "../../catalog/dupes.ts";
import { findPerfume } from "../../catalog/perfumes.ts";
import { wasRemoved } from "../../catalog/removed.ts";
import { perfumeIdOf, perfumePath, perfumeSlug } from "../../catalog/slugs.ts";
import { reviewCounts } from "../../community/reviews.ts";
import { votesOf } from "../../community/votes.ts";
import { config } from "../../config.ts";
import { attempt } from "../../forms/attempt.ts";
import { readForm } from "../../forms/read-form.ts";
import { refuse } from "../../forms/refusal.ts";
import { formatIn } from "../../i18n/format.ts";
import { hasMeaning, inLanguage } from "../../i18n/paths.ts";
import { useWords } from "../../i18n/words.ts";
import {
  answersForm,
  database,
  language,
  structuredData,
  viewedPerfume,
  visitor,
} from "../../request/context.ts";
import { Head } from "../../seo/head.tsx";
import { picturePath } from "../../seo/picture/scent.ts";
import css from "../../styles/perfume.css?inline";
import { AdSlot } from "../../ui/ad-slot.tsx";
import { Bottle } from "../../ui/bottle.tsx";
import { figuresOf } from "../../ui/figures.ts";
import { Icon } from "../../ui/icons.tsx";
import { Link } from "../../ui/link.tsx";
import { presentDupe } from "../../ui/perfume/dupe-card.tsx";
import { DupeList } from "../../ui/perfume/dupe-list.tsx";
import { Questions } from "../../ui/perfume/questions.tsx";
import { Reviews } from "../../ui/perfume/reviews.tsx";
import { Related } from "../../ui/perfume/related.tsx";
import { Refused } from "../../ui/refused.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { SuggestForm } from "../../ui/suggest-form.tsx";
import type { Route } from "./+types/perfume";
import { defaultEstimate } from "#db/catalogue/similarity.ts";
import { describePerfume } from "./describe.ts";
import { openReviews } from "./open-reviews.ts";
import { unidentified } from "./place.ts";
import { relatedTo } from "./related.ts";
import { answerQuestions } from "./questions.ts";
import { publish, remove } from "./review.ts";
import { suggestDupe } from "./suggest-dupe.ts";
import { vote } from "./vote.ts";

export { deliver as clientAction } from "../../forms/deliver.ts";
export { refusalHeaders as headers } from "../../forms/refusal.ts";

/** Whatever it fails of, the page says that the perfume could not be loaded (spec.md §8). */
export async function loader(args: Route.LoaderArgs) {
  try {
    return await load(args);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    console.error(error);
    throw data("perfume", 500);
  }
}

async function load({ url, params, context }: Route.LoaderArgs) {
  const db = context.get(database);
  const perfume = await perfumeOf(context, params.slug);
  const slug = perfumeSlug(perfume);
  if (slug !== params.slug && !context.get(answersForm))
    throw redirect(`${params.lang ? `/${params.lang}` : ""}/perfume/${slug}${url.search}`, 301);

  const dupes = await listDupes(db, perfume.id);
  const counts = await reviewCounts(db, perfume.id);
  const person = context.get(visitor);
  const votes = person ? await votesOf(db, person.userId, perfume.id) : {};
  context.set(viewedPerfume, perfume.id);
  const format = formatIn(context.get(language));
  const { marca, nombre, foto } = perfume;
  const questions = answerQuestions(context.get(language), perfume, dupes);
  const picture = picturePath({ ...perfume, dupes: dupes.length });
  if (!hasMeaning(url.searchParams))
    context.set(
      structuredData,
      describePerfume(context.get(language), perfume, dupes, questions, picture),
    );
  return {
    perfume: { marca, nombre, foto },
    picture,
    questions,
    path: perfumePath(perfume),
    count: { count: dupes.length, shown: format.number(dupes.length) },
    best: format.percent(dupes[0]?.porcentaje ?? defaultEstimate),
    dupes: dupes.map((dupe) => presentDupe(dupe, counts[dupe.id] ?? 0, votes[dupe.id])),
    shop: config.affiliateUrlTemplate,
    figures: figuresOf(
      format,
      dupes.flatMap(({ id, likes, dislikes }) => [
        likes,
        dislikes,
        likes + dislikes,
        counts[id] ?? 0,
      ]),
    ),
    reviews: await openReviews(context, url.searchParams, dupes),
    related: await relatedTo(db, perfume),
    suggesting: url.searchParams.get("suggest") === "dupe",
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  context.set(answersForm, true);
  const suggesting = form.get("intent") === "suggest-dupe";
  const missing = suggesting ? unidentified(context) : undefined;
  const perfume = await perfumeOf(context, params.slug, missing);
  const path = inLanguage(context.get(language), perfumePath(perfume));
  const place = { perfumeId: perfume.id, path };
  switch (form.get("intent")) {
    case "vote":
      return attempt(context, form, "perfume.errorVote", () => vote(context, form, place));
    case "publish-review":
      return attempt(context, form, "reviews.errorPublish", () => publish(context, form, place));
    case "delete-review":
      return attempt(context, form, "reviews.errorDelete", () => remove(context, form, place));
    case "suggest-dupe":
      return attempt(context, form, "perfume.errorSuggestionSubmit", () =>
        suggestDupe(context, form, place),
      );
    default:
      return refuse(context, form, 422, { message: "auth.failed" });
  }
}

async function perfumeOf(
  context: Readonly<RouterContextProvider>,
  slug: string,
  missing: unknown = data("perfume", 404),
) {
  const id = perfumeIdOf(slug);
  const db = context.get(database);
  const perfume = id === null ? undefined : await findPerfume(db, id);
  if (!perfume) throw id !== null && (await wasRemoved(db, id)) ? data("perfume", 410) : missing;
  return perfume;
}

export default function Perfume({ loaderData, actionData: refusal }: Route.ComponentProps) {
  const { t } = useWords();
  const { perfume, count, dupes, best, path, reviews, related } = loaderData;
  const { marca, nombre } = perfume;
  const some = count.count > 0;
  return (
    <div className="wrap perfume">
      <Sheet name="perfume" css={css} />
      <Head
        title={
          some
            ? t("perfume.pageTitle", { marca, nombre, ...count })
            : t("perfume.pageTitleNone", { marca, nombre })
        }
        description={t("perfume.description", { marca, nombre, percent: best })}
        failed={refusal !== undefined}
        type="product"
        picture={{ path: loaderData.picture, alt: t("perfume.photo", { marca, nombre }) }}
      />
      <Refused refusal={refusal} />
      <Link className="small back" to="/#explore">
        <Icon name="arrow-left" size={16} />
        {t("perfume.back")}
      </Link>
      <div className="head">
        <div className="intro">
          <h1>
            {some ? t("perfume.title", { nombre, ...count }) : t("perfume.titleNone", { nombre })}
          </h1>
          <p className="soft">
            {t(some ? "perfume.intro" : "perfume.introNone", { marca, nombre })}
          </p>
        </div>
        <div className="label original">
          <Bottle {...perfume} eager />
          <div className="text">
            <p className="small soft">{t("perfume.original")}</p>
            <h2>{nombre}</h2>
            <p className="brand">
              <Link to={related.house}>{marca}</Link>
            </p>
          </div>
        </div>
      </div>
      {reviews && <Reviews key={reviews.dupe.id} open={reviews} path={path} refusal={refusal} />}
      {(loaderData.suggesting || refusal?.intent === "suggest-dupe") && (
        <Suggest nombre={nombre} path={path} refusal={refusal} />
      )}
      {some ? (
        <section aria-labelledby="dupes-title">
          <div className="bar-line">
            <h2 id="dupes-title">{t("perfume.available", count)}</h2>
            <p className="small soft">{t("perfume.method")}</p>
          </div>
          <DupeList
            key={path}
            dupes={dupes}
            path={path}
            original={nombre}
            figures={loaderData.figures}
            shop={loaderData.shop}
          />
        </section>
      ) : (
        <NoDupes />
      )}
      {some && <AdSlot />}
      <Link className="button suggest" to={`${path}?suggest=dupe#suggest`} preventScrollReset>
        {t("suggest.dupe")}
      </Link>
      <Questions {...loaderData.questions} />
      <Related marca={marca} {...related} />
    </div>
  );
}

function Suggest({
  nombre,
  path,
  refusal,
}: {
  nombre: string;
  path: string;
  refusal: Route.ComponentProps["actionData"];
}) {
  const { t } = useWords();
  return (
    <SuggestForm
      intent="suggest-dupe"
      title={t("suggest.dupe")}
      text={t("suggest.dupeText", { nombre })}
      name={{ field: "nombre_dupe", label: t("suggest.dupeName") }}
      brand={{ field: "marca_dupe", label: t("suggest.dupeBrand") }}
      closeTo={path}
      refusal={refusal}
    />
  );
}

function NoDupes() {
  const { t } = useWords();
  return (
    <div className="label empty">
      <h2>{t("perfume.noDupes")}</h2>
    </div>
  );
}
