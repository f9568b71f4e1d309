import { data } from "react-router";
import { parseId } from "#app/domain/catalog/ids.ts";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { unknownForm } from "#app/http/forms/sent-form.ts";
import { readForm } from "#app/http/forms/read-form.ts";
import { refuse } from "#app/http/forms/refusal.ts";
import type { Constraints } from "#app/http/forms/sent-form.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { answersForm, language } from "#app/http/middleware/context.ts";
import { logFailure } from "#app/http/middleware/log-failure.ts";
import { Head } from "#app/ui/head.tsx";
import css from "#app/styles/perfume.css?inline";
import pricesCss from "#app/styles/prices.css?inline";
import { AdSlot } from "#app/ui/ad-slot.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { Link } from "#app/ui/link.tsx";
import { openPanel, withQuery } from "./panel-address.ts";
import { DupeList } from "./dupe-list.tsx";
import { KeepForms, Owned } from "./keep.tsx";
import { NoDupes } from "./no-dupes.tsx";
import { Answers, PriceBar } from "./price-bar.tsx";
import { PriceForm } from "./price-form.tsx";
import { PriceLine, Tell } from "./price-line.tsx";
import { Sightings } from "./sightings-panel.tsx";
import { Masthead } from "./masthead.tsx";
import { Questions } from "./question-list.tsx";
import { Reviews } from "./reviews-panel.tsx";
import { Related } from "./related-list.tsx";
import { Share } from "#app/ui/share.tsx";
import { Refused } from "#app/ui/refused.tsx";
import { Sheet } from "#app/ui/style-sheet.tsx";
import { SuggestForm } from "#app/ui/suggest-form.tsx";
import type { Route } from "./+types/perfume";
import { addPrice } from "./add-price.ts";
import { changeAlert } from "./change-alert.ts";
import { load, perfumeOf } from "./load-page.ts";
import { priceGone } from "./report-price-gone.ts";
import { arrangedBy } from "./prices-on-page.ts";
import { unidentified } from "./place.ts";
import { type ReportData, ReportPage } from "./report-page.tsx";
import { report } from "./report-review.ts";
import { publish, remove } from "./write-review.ts";
import { suggestDupe } from "./suggest-dupe.ts";
import { vote } from "./cast-vote.ts";

export { deliver as clientAction } from "#app/http/forms/deliver.ts";
export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

/** On any error the page says that the perfume could not be loaded (RULES.md 4.4). */
export async function loader(args: Route.LoaderArgs) {
  try {
    return await load(args);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    logFailure(args.context, error);
    throw data({ of: "perfume" }, 500);
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  context.set(answersForm, true);
  const suggesting = form.get("intent") === "suggest-dupe";
  const missing = suggesting ? () => unidentified(context) : undefined;
  const perfume = await perfumeOf(context, params.slug, missing);
  const path = inLanguage(context.get(language), perfumePath(perfume));
  const { searchParams } = new URL(request.url);
  const open = openPanel(parseId(searchParams.get("prices")), parseId(searchParams.get("reviews")));
  const place = { perfumeId: perfume.id, path, query: arrangedBy(searchParams), open };
  const intent = form.get("intent");
  switch (intent) {
    case "vote":
      return vote(context, form, place);
    case "publish-review":
      return publish(context, form, place);
    case "delete-review":
      return remove(context, form, place);
    case "report-review":
      return report(context, form, place);
    case "suggest-dupe":
      return suggestDupe(context, form, place);
    case "add-price":
      return addPrice(context, form, place);
    case "price-gone":
      return priceGone(context, form, place);
    case "tell-me":
    case "tell-me-not":
      return changeAlert(context, form, intent, place);
    default:
      return refuse(context, unknownForm(), 422, { message: "auth.failed" });
  }
}

export default function Perfume({ loaderData, actionData: refusal }: Route.ComponentProps) {
  // No browser hydrates it, so none needs its code.
  if (import.meta.env.SSR && "scripts" in loaderData)
    return <ReportPage report={loaderData} refusal={refusal} />;
  return <Bottle page={loaderData as BottleData} refusal={refusal} />;
}

type BottleData = Exclude<Route.ComponentProps["loaderData"], ReportData>;

function Bottle({
  page: loaderData,
  refusal,
}: {
  page: BottleData;
  refusal: Route.ComponentProps["actionData"];
}) {
  const { t } = useTranslations();
  const { perfume, texts, count, dupes, originals, path, reviews, related } = loaderData;
  const { id, marca, nombre } = perfume;
  const { bar, questions, query, prices, pricing } = loaderData;
  const table = prices && <Sightings key={prices.bottle.id} open={prices} {...{ path, query }} />;
  const answered = bar !== undefined && bar.answers.length > 0;
  const own = { bottle: { id, nombre }, path, query };
  const here = withQuery("", query, openPanel(prices?.bottle.id, reviews?.dupe.id));
  const page = {
    path,
    query,
    here,
    prices: prices ? { id: prices.bottle.id, table } : null,
    nombre,
    figures: loaderData.figures,
    shop: loaderData.shop,
    open: reviews && {
      id: reviews.dupe.id,
      reviews: (
        <Reviews key={reviews.dupe.id} open={reviews} {...{ path, query }} refusal={refusal} />
      ),
    },
  };
  const lists = (
    [
      ["dupes", t("perfume.available", count), dupes],
      ["originals", t("perfume.isDupe"), originals],
    ] as const
  ).filter(([of, , relations]) => relations.length > 0 || (of === "dupes" && bar));
  const kept = [loaderData, ...dupes, ...originals].map(({ list }) => list);
  const suggesting = loaderData.suggesting || refusal?.form === "suggest-dupe";
  const suggest = (
    <Link
      className="suggest"
      to={`${withQuery(path, query, "suggest=dupe")}#suggest`}
      preventScrollReset
    >
      {t("suggest.dupe")}
    </Link>
  );
  return (
    <div className="wrap perfume">
      <Sheet name="perfume" css={css} />
      {loaderData.priced && <Sheet name="prices" css={pricesCss} />}
      <Head
        title={texts.title}
        description={texts.description}
        failed={refusal !== undefined}
        type="product"
        picture={{ path: loaderData.picture, alt: t("perfume.photo", { marca, nombre }) }}
      />
      <Refused refusal={refusal} />
      <div className="way">
        <Link className="small back" to="/#explore">
          <Icon name="arrow-left" size={16} />
          {t("perfume.back")}
        </Link>
        <Share title={texts.title} path={path} />
      </div>
      <Masthead
        perfume={perfume}
        texts={texts}
        brand={related.brand}
        list={loaderData.list}
        price={
          loaderData.price ? (
            <PriceLine
              {...own}
              price={loaderData.price}
              anchor="prices"
              open={prices?.bottle.id === id}
            />
          ) : (
            <Tell {...own}>{t("price.tellShort")}</Tell>
          )
        }
      >
        {answered && <Answers answers={bar.answers} />}
      </Masthead>
      <KeepForms kept={kept} here={here} />
      {loaderData.owned && <Owned {...loaderData.owned} />}
      {prices?.bottle.id === id && <div className="label">{table}</div>}
      {pricing && (
        <PriceForm
          key={pricing.bottle.id}
          pricing={pricing}
          closeTo={withQuery(path, query, "")}
          refusal={refusal}
        />
      )}
      {suggesting && (
        <Suggest
          nombre={nombre}
          path={path}
          constraints={loaderData.suggestConstraints ?? {}}
          refusal={refusal}
        />
      )}
      {lists.length === 0 && <NoDupes perfume={perfume} path={path} alert={loaderData.alert} />}
      {lists.map(([of, title, relations], at) => (
        <section key={of} aria-labelledby={`${of}-title`}>
          <div className="bar-line">
            <h2 id={`${of}-title`}>{title}</h2>
            {at === 0 && (bar ? <PriceBar bar={bar} path={path} /> : suggest)}
          </div>
          <DupeList key={path} of={of} dupes={relations} {...page} />
          {at === 0 && answered && bar.sort === "similarity" && (
            <p className="small soft">{texts.intro}</p>
          )}
          {at === 0 && <p className="small soft">{t("perfume.method")}</p>}
          {at === 0 && bar && suggest}
        </section>
      ))}
      {dupes.length > 0 && <AdSlot />}
      {lists.length > 0 && questions && <Questions {...questions} />}
      <Related marca={marca} {...related} />
      {lists.length === 0 && questions && <Questions {...questions} />}
    </div>
  );
}

function Suggest({
  nombre,
  path,
  constraints,
  refusal,
}: {
  nombre: string;
  path: string;
  constraints: Constraints;
  refusal: Route.ComponentProps["actionData"];
}) {
  const { t } = useTranslations();
  return (
    <SuggestForm
      intent="suggest-dupe"
      title={t("suggest.dupe")}
      text={t("suggest.dupeText", { nombre })}
      name={{ field: "nombre_dupe", label: t("suggest.dupeName") }}
      brand={{ field: "marca_dupe", label: t("suggest.dupeBrand") }}
      closeTo={path}
      constraints={constraints}
      refusal={refusal}
    />
  );
}
