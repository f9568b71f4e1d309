import { formatIn } from "#app/i18n/format.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { language } from "#app/http/middleware/context.ts";
import { Head } from "#app/ui/head.tsx";
import { TextPage } from "#app/ui/prose.tsx";
import type { Route } from "./+types/blog";

const announced = "2026-11-21";
const readMinutes = 5;

export const handle = { scripts: false };

export function loader({ context }: Route.LoaderArgs) {
  const code = context.get(language);
  return {
    ...translatorIn(code).t("pages:blog", { returnObjects: true }),
    date: formatIn(code).date(announced),
    readTime: translatorIn(code).t("pages:blog.readTime", {
      minutes: formatIn(code).number(readMinutes),
    }),
  };
}

export default function Blog({ loaderData }: Route.ComponentProps) {
  const { title, description, lead, post, date, readTime } = loaderData;
  return (
    <TextPage title={title} lead={lead}>
      <Head title={title} description={description} />
      <section className="label post">
        <p className="brand">{loaderData.comingSoon}</p>
        <h2>{post.title}</h2>
        <p className="small soft">
          <time dateTime={announced}>{date}</time> · {readTime}
        </p>
        <p>{post.excerpt}</p>
        <details>
          <summary className="button">{loaderData.readMore}</summary>
          {post.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </details>
      </section>
    </TextPage>
  );
}
