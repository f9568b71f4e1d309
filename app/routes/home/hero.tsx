import { useTranslations } from "#app/i18n/translations.ts";
import { SearchBox } from "#app/ui/search-box.tsx";
import type { Route } from "./+types/home";

type HeroProps = Pick<Route.ComponentProps["loaderData"], "film" | "texts">;

/** Heading, search box and film (RULES.md 11.5). @param props.film false with `Save-Data` */
export function Hero({ film, texts }: HeroProps) {
  const { t } = useTranslations();
  return (
    <section className="hero">
      <div className="wrap">
        <div className="copy">
          <h1>
            {texts.heroStart}
            <br />
            <em>{texts.heroEnd}</em>
          </h1>
          <p>{texts.lead}</p>
          <h2>{t("home.exploreTitle")}</h2>
          <SearchBox query="" />
          <a className="button" href="#explore">
            {t("home.cta")}
          </a>
        </div>
        {film && <Film label={texts.film} />}
      </div>
    </section>
  );
}

/** The still, with a film over it; width and height are for pages without styles. */
function Film({ label }: { label: string }) {
  return (
    <div className="film">
      <picture>
        <source srcSet="/hero-dark.webp" media="(prefers-color-scheme: dark)" />
        <img src="/hero.webp" alt="" width="320" height="200" loading="lazy" />
      </picture>
      <Player
        media="(min-width: 60em) and (prefers-reduced-motion: no-preference)"
        autoPlay
        label={label}
      />
      <Player media="(max-width: 59.99em)" label={label} />
    </div>
  );
}

/** @param props.media the screens that may load it: nothing else keeps a film that plays by itself from being loaded */
function Player({ media, autoPlay, label }: { media: string; autoPlay?: true; label: string }) {
  return (
    <video
      className={autoPlay ? "wide" : "narrow"}
      width="320"
      height="200"
      muted
      autoPlay={autoPlay}
      loop
      playsInline
      controls
      controlsList="nodownload noplaybackrate noremoteplayback"
      disablePictureInPicture
      preload="none"
      aria-label={label}
    >
      {films.map(([name, colours]) =>
        ["webm", "mp4"].map((kind) => (
          <source
            key={name + kind}
            src={`/${name}.${kind}`}
            type={`video/${kind}`}
            media={`${media} and (prefers-color-scheme: ${colours})`}
          />
        )),
      )}
    </video>
  );
}

const films = [
  ["hero", "light"],
  ["hero-dark", "dark"],
] as const;
