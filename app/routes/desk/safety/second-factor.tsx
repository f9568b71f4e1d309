import { data, type RouterContextProvider } from "react-router";
import { z } from "zod";
import { findProfile } from "#app/domain/accounts/profiles.ts";
import {
  beginFactor,
  confirmFactor,
  type NewFactor,
  takeFactorOff,
} from "#app/domain/desk/operator-factor.ts";
import { recoveryCodesLeft } from "#app/domain/accounts/recovery-codes.ts";
import { hasSecondFactor } from "#app/domain/accounts/second-factor-codes.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { filledLine } from "#app/http/forms/form-fields.ts";
import { type Refusal, refuse, refuseTooMany } from "#app/http/forms/refusal.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { config, database, language } from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { limitCode } from "#app/http/middleware/guess-limits.ts";
import { siteName } from "#app/i18n/site-name.ts";
import { PostForm } from "../post-form.tsx";
import { useDeskText } from "../desk-text.ts";
import { Field } from "#app/ui/fields.tsx";
import { useSiteForm } from "#app/ui/site-form.ts";
import { Link } from "#app/ui/link.tsx";
import { Controls, Submit } from "#app/ui/submit.tsx";
import { AuthPage } from "#app/ui/account-page.tsx";
import { act, type DeskAnswer } from "../act.ts";
import { admitOperators, operator } from "../guard.ts";
import { sentAt } from "../sent-at.ts";
import type { Route } from "./+types/second-factor";
import { askRecentSignIn } from "../ask-recent-sign-in.ts";

export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

/** For operators alone (RULES.md 27.7). */
export const middleware = [admitOperators];

export const handle = { scripts: false };

type Context = Readonly<RouterContextProvider>;

const maxCode = 40;

const formOf = (id: "confirm" | "off") =>
  defineForm(id, z.object({ code: filledLine("auth.fillIn", maxCode, "people.wrongCode") }), {
    labels: { code: "desk:secondFactor.code" },
    constraints: { code: { maxLength: maxCode } },
  });

const wrongCode = { message: "people.wrongCode", fields: { code: "people.wrongCode" } } as const;

export async function loader({ context }: Route.LoaderArgs) {
  const { userId } = operator(context);
  const db = context.get(database);
  const on = await hasSecondFactor(db, userId);
  return {
    on,
    left: on ? await recoveryCodesLeft(db, userId) : 0,
    constraints: formOf("off").constraints,
  };
}

/** What the page shows once: the key to set up, or the recovery codes. Never in an address, and never again. */
interface Shown {
  shows: true;
  setup: NewFactor | null;
  codes: string[] | null;
}

const show = (shown: Partial<Shown>) =>
  data<Shown>({ shows: true, setup: null, codes: null, ...shown });

type Answer = DeskAnswer | ReturnType<typeof show>;

export async function action({ request, context }: Route.ActionArgs): Promise<Answer> {
  return act(request, context, {
    begin: (form, { userId }) =>
      attempt(
        context,
        sentAt(form, "begin"),
        "auth.failed",
        async () =>
          (await askRecentSignIn(request, context, form)) ?? (await begin(context, userId)),
      ) as Promise<DeskAnswer>,
    confirm: (form, { userId }) => confirm(context, form, userId),
    off: (form, { userId }) =>
      attempt(
        context,
        sentAt(form, "off"),
        "auth.failed",
        async () =>
          (await askRecentSignIn(request, context, form)) ?? takeOff(context, form, userId),
      ),
  });
}

async function begin(context: Context, userId: string) {
  const setup = await setUp(context, userId);
  return setup
    ? show({ setup })
    : redirectWithMessage(context, pagePath(context), "people.unchanged");
}

async function setUp(context: Context, userId: string): Promise<NewFactor | null> {
  const db = context.get(database);
  const { sessionSecrets: secrets } = context.get(config);
  const label = (await findProfile(db, userId))?.email ?? userId;
  return beginFactor(db, userId, { issuer: siteName, label, secrets }, new Date());
}

function confirm(context: Context, form: FormData, userId: string) {
  const sent = formOf("confirm").parse(form, context.get(language));
  return attempt(context, sent, "auth.failed", async ({ code }) => {
    const guess = await limitCode(context, userId);
    if (guess.wait !== null) return refuseTooMany(context, sent, guess.wait);
    const { sessionSecrets } = context.get(config);
    const codes = await confirmFactor(
      context.get(database),
      userId,
      code,
      sessionSecrets,
      new Date(),
    );
    if (!codes) return refuse(context, sent, 401, wrongCode);
    await guess.forgive();
    return show({ codes });
  }) as Promise<DeskAnswer>;
}

function takeOff(context: Context, form: FormData, userId: string) {
  const sent = formOf("off").parse(form, context.get(language));
  return attempt(context, sent, "auth.failed", async ({ code }) => {
    const guess = await limitCode(context, userId);
    if (guess.wait !== null) return refuseTooMany(context, sent, guess.wait);
    const { sessionSecrets } = context.get(config);
    const db = context.get(database);
    if (!(await takeFactorOff(db, userId, code, sessionSecrets, new Date())))
      return refuse(context, sent, 401, wrongCode);
    await guess.forgive();
    return redirectWithMessage(context, pagePath(context), "people.factorOff");
  });
}

const pagePath = (context: Context) => inLanguage(context.get(language), "/profile/second-factor");

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, t } = useDeskText("secondFactor");
  const { again } = useDeskText("code").texts;
  const { on, left, constraints } = loaderData;
  const answer = actionData as Shown | Refusal | undefined;
  const shown = answer && "shows" in answer ? answer : null;
  const refusal = answer && !("shows" in answer) ? answer : undefined;
  const setting = shown?.setup ?? (refusal?.form === "confirm" ? "unseen" : null);
  const lead = shown?.codes
    ? texts.codesLead
    : on
      ? t("onLead", { count: left })
      : setting
        ? setting === "unseen"
          ? ""
          : texts.setUpLead
        : texts.offLead;
  const { title, description } = texts;
  return (
    <AuthPage {...{ title, description, lead, refusal }}>
      {shown?.codes && (
        <ul className="form label">
          {shown.codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      )}
      {!on && !setting && (
        <PostForm className="form">
          <Submit intent="begin" sending={false}>
            {texts.begin}
          </Submit>
        </PostForm>
      )}
      {!on && setting && (
        <>
          {setting !== "unseen" && (
            <div className="form label">
              <p>
                {texts.secret}: <code>{setting.secret}</code>
              </p>
              <p>
                <a className="button" href={setting.uri}>
                  {texts.open}
                </a>
              </p>
            </div>
          )}
          <CodeForm intent="confirm" submit={texts.confirm} {...{ constraints, refusal }} />
          {setting === "unseen" && (
            <p>
              <Link to="/profile/second-factor">{again}</Link>
            </p>
          )}
        </>
      )}
      {on && !shown?.codes && (
        <CodeForm intent="off" submit={texts.off} {...{ constraints, refusal }} />
      )}
      <p>
        <Link className="button" to="/profile">
          {texts.back}
        </Link>
      </p>
    </AuthPage>
  );
}

function CodeForm({
  intent,
  submit,
  constraints,
  refusal,
}: {
  intent: "confirm" | "off";
  submit: string;
  constraints: Route.ComponentProps["loaderData"]["constraints"];
  refusal: Refusal | undefined;
}) {
  const { texts } = useDeskText("secondFactor");
  const { formProps, fields } = useSiteForm<"code">(intent, { constraints, refusal });
  return (
    <PostForm className="form label" {...formProps}>
      <Controls name={submit} sending={false}>
        <Field
          field={fields.code}
          label={texts.code}
          autoComplete="one-time-code"
          spellCheck={false}
        />
        <Submit intent={intent} sending={false}>
          {submit}
        </Submit>
      </Controls>
    </PostForm>
  );
}
