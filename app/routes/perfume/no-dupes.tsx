import { Form } from "react-router";
import { useTranslations } from "#app/i18n/translations.ts";
import { Bottle } from "#app/ui/bottle/bottle.tsx";
import { Link } from "#app/ui/link.tsx";
import { PerfumePicture } from "#app/ui/perfume-picture.tsx";
import css from "#app/styles/empty.css?inline";
import { SignInWays } from "#app/ui/sign-in-ways.tsx";
import { Sheet } from "#app/ui/style-sheet.tsx";

interface NoDupesProps {
  perfume: { marca: string; nombre: string; foto?: string | null };
  path: string;
  /** whether the reader wants an email about the first dupe; undefined when signed out */
  alert: "on" | "off" | undefined;
  /** label and value of each fact */
  facts?: string[][];
}

/** Says that there are none, and offers to suggest a dupe or to set an alert for the first one (RULES.md 7.7). */
export function NoDupes({ perfume, path, alert, facts }: NoDupesProps) {
  const { t } = useTranslations();
  return (
    <section className="label empty" aria-labelledby="dupes-title">
      <Sheet name="empty" css={css} />
      <div className="pair">
        <PerfumePicture {...perfume} />
        <div className="tile ghost">
          <Bottle {...perfume} />
        </div>
      </div>
      {facts && (
        <dl className="small">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt className="soft">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <h2 id="dupes-title">{t("perfume.none")}</h2>
      <p>{t("perfume.noneText")}</p>
      <Link className="button main" to={`${path}?suggest=dupe#suggest`} inPlace>
        {t("suggest.dupe")}
      </Link>
      <Link className="on" to={`${path}?suggest=facts`}>
        {t("suggest.facts")}
      </Link>
      <TellMe path={path} alert={alert} />
    </section>
  );
}

function TellMe({ path, alert }: Pick<NoDupesProps, "path" | "alert">) {
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
