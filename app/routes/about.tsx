import { language } from "#app/http/middleware/context.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { Head } from "#app/ui/head.tsx";
import { Sections, TextPage } from "#app/ui/prose.tsx";
import type { Route } from "./+types/about";

export const handle = { scripts: false };

export function loader({ context }: Route.LoaderArgs) {
  return translatorIn(context.get(language)).t("pages:about", { returnObjects: true });
}

export default function About({ loaderData: text }: Route.ComponentProps) {
  return (
    <TextPage {...text}>
      <Head {...text} />
      <Sections {...text} />
    </TextPage>
  );
}
