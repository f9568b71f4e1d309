import { Form } from "react-router";
import { useTranslations } from "#app/i18n/translations.ts";
import { Link } from "#app/ui/link.tsx";
import css from "#app/styles/empty.css?inline";
import { SignInWays } from "#app/ui/sign-in-ways.tsx";
import { Sheet } from "#app/ui/style-sheet.tsx";
import type { PageData } from "./load-page.ts";
import { Shop, Tell } from "./prices/price-line.tsx";

/** Says that there are none, and offers to suggest a dupe or to set an alert for the first one (RULES.md 7.7). */
export function NoDupes({ page }: { page: PageData }) {
  const { t } = useTranslations();
  const { perfume, path, alert, price } = page;
  return (
    <section className="label empty" aria-labelledby="dupes-title">
      <Sheet name="empty" css={css} />
      <h2 id="dupes-title">{t("perfume.none")}</h2>
      <p>{t("perfume.noneText")}</p>
      <Link className="button main" to={`${path}?suggest=dupe#suggest`} inPlace>
        {t("suggest.dupe")}
      </Link>
      <TellMe path={path} alert={alert} />
      {price && <Shop {...price} />}
      <p className="on">
        <Tell bottle={perfume} page={page} />
        <Link to={`${path}?suggest=facts`}>{t("suggest.facts")}</Link>
      </p>
    </section>
  );
}

function TellMe({ path, alert }: Pick<PageData, "path" | "alert">) {
  const { t } = useTranslations();
  if (!alert)
    return (
      <p>
        <SignInWays className="on" back={path} logIn={t("tellMe.signIn")} />
      </p>
    );
  const intent = alert === "on" ? "tell-me-not" : "tell-me";
  return (
    <Form method="post" preventScrollReset className="tell">
      {alert === "on" && <p className="small soft">{t("tellMe.on")}</p>}
      <input type="hidden" name="intent" value={intent} />
      <button className="button">{t(alert === "on" ? "tellMe.stop" : "tellMe.ask")}</button>
    </Form>
  );
}
