import { pageText } from "../i18n/page-text.server.ts";
import { config, language } from "../middleware/context.ts";
import { Head } from "../seo/head.tsx";
import { Sections, TextPage } from "../ui/prose.tsx";
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
