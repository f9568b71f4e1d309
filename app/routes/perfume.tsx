import { useWords } from "../i18n/words.ts";
import { data, redirect } from "react-router";
import { listDupes } from "../catalog/dupes.ts";
import { findPerfume } from "../catalog/perfumes.ts";
import { perfumeIdOf, perfumeSlug } from "../catalog/slugs.ts";
import { config } from "../config.ts";
import { formatIn } from "../i18n/format.ts";
import { database, language, viewedPerfume } from "../request/context.ts";
import { Head } from "../seo/head.tsx";
import css from "../styles/perfume.css?inline";
import { Bottle } from "../ui/bottle.tsx";
import { DupeCard, presentDupe } from "../ui/dupe-card.tsx";
import { Icon } from "../ui/icons.tsx";
import { Link } from "../ui/link.tsx";
import { Sheet } from "../ui/sheet.tsx";
import type { Route } from "./+types/perfume";
import { defaultEstimate } from "#db/catalogue/similarity.ts";

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const db = context.get(database);
  const id = perfumeIdOf(params.slug);
  const perfume = id === null ? undefined : await findPerfume(db, id);
  if (!perfume) throw data("perfume", 404);
  const slug = perfumeSlug(perfume);
  if (slug !== params.slug)
    throw redirect(`${params.lang ? `/${params.lang}` : ""}/perfume/${slug}${url.search}`, 301);

  const dupes = await listDupes(db, perfume.id);
  context.set(viewedPerfume, perfume.id);
  const format = formatIn(context.get(language));
  const { marca, nombre, foto } = perfume;
  return {
    perfume: { marca, nombre, foto },
    count: { count: dupes.length, shown: format.number(dupes.length) },
    best: format.percent(dupes[0]?.porcentaje ?? defaultEstimate),
    dupes: dupes.map((dupe) => presentDupe(dupe, format, config.affiliateUrlTemplate)),
  };
}

export default function Perfume({ loaderData }: Route.ComponentProps) {
  const { t } = useWords();
  const { perfume, count, dupes, best } = loaderData;
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
      />
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
            <p className="brand">{marca}</p>
          </div>
        </div>
      </div>
      {some ? (
        <section aria-labelledby="dupes-title">
          <div className="bar-line">
            <h2 id="dupes-title">{t("perfume.available", count)}</h2>
            <p className="small soft">{t("perfume.method")}</p>
          </div>
          <ol className="dupes">
            {dupes.map((dupe, index) => (
              <DupeCard key={dupe.id} dupe={dupe} rank={index + 1} />
            ))}
          </ol>
        </section>
      ) : (
        <NoDupes />
      )}
    </div>
  );
}

function NoDupes() {
  const { t } = useWords();
  return (
    <div className="label empty">
      <h2>{t("perfume.noDupes")}</h2>
      <p className="soft">
        <Link to="/contact">{t("perfume.noDupesHint")}</Link>
      </p>
    </div>
  );
}
