import { pageText } from "#app/i18n/page-text.server.ts";
import { config, language } from "#app/http/middleware/context.ts";
import { Head } from "#app/ui/head.tsx";
import { Sections, TextPage } from "#app/ui/prose.tsx";
import type { Route } from "./+types/about";

export const handle = { scripts: false };

export function loader({ context }: Route.LoaderArgs) {
  return pageText(context.get(config), context.get(language), "about");
}

export default function About({ loaderData: text }: Route.ComponentProps) {
  return (
    <TextPage {...text}>
      <Head {...text} />
      <Sections {...text} />
    </TextPage>
  );
}
