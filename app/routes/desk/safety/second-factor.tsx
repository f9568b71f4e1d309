import { recoveryCodesLeft } from "#app/domain/accounts/recovery-codes.ts";
import { hasSecondFactor } from "#app/domain/accounts/second-factor-codes.ts";
import type { NewFactor } from "#app/domain/desk/operator-factor.ts";
import { database } from "#app/http/middleware/context.ts";
import { FormPage } from "#app/ui/form-page.tsx";
import { Link } from "#app/ui/link.tsx";
import { Submit } from "#app/ui/submit.tsx";
import { act } from "../act.ts";
import { DeskForm } from "../desk-form.tsx";
import { DeskPage, type StayingAnswer, useRefusal } from "../desk-page.tsx";
import { useDeskTranslations } from "../use-desk-translations.ts";
import { admitOperators, operator } from "../guard.ts";
import { PostForm } from "../post-form.tsx";
import type { Route } from "./+types/second-factor";
import { confirmForm, factorIntents, offForm, type Shown } from "./factor-intents.ts";

export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

/** For operators only (RULES.md 10.19). */
export const middleware = [admitOperators];

export const handle = { scripts: false };

export async function loader({ context }: Route.LoaderArgs) {
  const { userId } = operator(context);
  const db = context.get(database);
  const on = await hasSecondFactor(db, userId);
  return { on, left: on ? await recoveryCodesLeft(db, userId) : 0 };
}

export async function action({ request, context }: Route.ActionArgs) {
  return act(request, context, factorIntents(request, context));
}

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useDeskTranslations();
  const { on, left } = loaderData;
  const { title, description } = t("desk:secondFactor", { returnObjects: true });
  const refusal = useRefusal();
  const answer = actionData as Shown | StayingAnswer | undefined;
  if (answer && "asks" in answer) return <DeskPage title={title} />;
  const shown = answer && "shows" in answer ? answer : null;
  // After a wrong code the key is not shown again.
  const setting = shown?.setup ?? (refusal?.form === "confirm" ? "unseen" : null);
  const leadOff =
    setting === "unseen"
      ? ""
      : setting
        ? t("desk:secondFactor.setUpLead")
        : t("desk:secondFactor.offLead");
  const lead = shown?.codes
    ? t("desk:secondFactor.codesLead")
    : on
      ? t("desk:secondFactor.onLead", { count: left })
      : leadOff;
  return (
    <FormPage {...{ title, description, lead, refusal }}>
      {shown?.codes && <RecoveryCodes codes={shown.codes} />}
      {!on && !setting && (
        <PostForm className="form">
          <Submit intent="begin" sending={false}>
            {t("desk:secondFactor.begin")}
          </Submit>
        </PostForm>
      )}
      {!on && setting && <SetUp setting={setting} />}
      {on && !shown?.codes && (
        <DeskForm form={offForm} className="form label" submit={t("desk:secondFactor.off")} main />
      )}
      <p>
        <Link className="button" to="/profile">
          {t("desk:secondFactor.back")}
        </Link>
      </p>
    </FormPage>
  );
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <ul className="form label">
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
  );
}

function SetUp({ setting }: { setting: NewFactor | "unseen" }) {
  const { t } = useDeskTranslations();
  return (
    <>
      {setting !== "unseen" && (
        <div className="form label">
          <p>
            {t("desk:secondFactor.secret")}: <code>{setting.secret}</code>
          </p>
          <p>
            <a className="button" href={setting.uri}>
              {t("desk:secondFactor.open")}
            </a>
          </p>
        </div>
      )}
      <DeskForm
        form={confirmForm}
        className="form label"
        submit={t("desk:secondFactor.confirm")}
        main
      />
      {setting === "unseen" && (
        <p>
          <Link to="/profile/second-factor">{t("desk:code.again")}</Link>
        </p>
      )}
    </>
  );
}
