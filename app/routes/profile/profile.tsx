import { data } from "react-router";
import { findProfile } from "#app/domain/accounts/profiles.ts";
import { type CurrentUser, endSessionsOf } from "#app/domain/accounts/sessions.ts";
import { readForm } from "#app/http/forms/read-form.ts";
import { refuseUnknown } from "#app/http/forms/refusal.ts";
import { inLanguage, withRedirectTo } from "#app/i18n/paths.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import {
  currentUser,
  database,
  language,
  operatorRole,
  type RequestContext,
} from "#app/http/middleware/context.ts";
import { logFailure } from "#app/http/middleware/log-failure.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { FormPage } from "#app/ui/form-page.tsx";
import { AvatarForm } from "./avatar-form.tsx";
import { NamesForm } from "./names-form.tsx";
import { Security } from "./security.tsx";
import type { Route } from "./+types/profile";
import { changeAvatar } from "./change-avatar.ts";
import { changeNames, namesForm } from "./change-names.ts";
import { confirmDeletion, deleteAccountForm } from "./delete-account.ts";
import { z } from "zod";
import { attempt } from "#app/http/forms/attempt.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { logSignIn } from "#app/http/middleware/sign-in-log.ts";
import { toHomeSignedOut } from "#app/http/middleware/signed-out.ts";

export { deliver as clientAction } from "#app/http/forms/deliver.ts";
export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const user = context.get(currentUser);
  const profile = user && (await profileOf(context, user.userId));
  if (!profile) throw await toSignIn(context);
  return {
    profile,
    whatGoes: translatorIn(context.get(language)).t("messages:profile.deleteText"),
    // Only operators have second factors (RULES.md 10.19).
    codes:
      context.get(operatorRole) && translatorIn(context.get(language)).t("desk:secondFactor.title"),
    constraints: { names: namesForm.constraints, deletion: deleteAccountForm.constraints },
  };
}

async function profileOf(context: RequestContext, userId: string) {
  try {
    return await findProfile(context.get(database), userId);
  } catch (error) {
    logFailure(context, error);
    throw data(
      { message: translatorIn(context.get(language)).t("messages:profile.errorLoad") },
      500,
    );
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const user = context.get(currentUser);
  if (!user) throw await toSignIn(context);
  if (request.headers.get("Content-Type")?.startsWith("multipart/form-data"))
    return changeAvatar(request, context, user);
  const form = await readForm(request);
  return runIntent(context, user, form);
}

function runIntent(context: RequestContext, user: CurrentUser, form: FormData) {
  switch (form.get("intent")) {
    case "save":
      return changeNames(context, user, form);
    case "sign-out-everywhere":
      return signOutEverywhere(context, user, form);
    case "delete-account":
      return confirmDeletion(context, user, form);
    default:
      return refuseUnknown(context);
  }
}

function toSignIn(context: RequestContext) {
  const lang = context.get(language);
  const signIn = withRedirectTo(inLanguage(lang, "/auth"), inLanguage(lang, "/profile"));
  return redirectWithMessage(context, signIn, "auth.mustLogin", { kind: "alert" });
}

export default function Profile({ loaderData, actionData: refusal }: Route.ComponentProps) {
  const { t } = useTranslations();
  const { profile, constraints, codes, whatGoes } = loaderData;
  return (
    <FormPage title={t("profile.title")} description={t("profile.security")} refusal={refusal}>
      <AvatarForm profile={profile} key={profile.avatarUrl} />
      <NamesForm profile={profile} constraints={constraints.names} refusal={refusal} />
      <Security {...{ profile, codes, whatGoes, refusal }} constraints={constraints.deletion} />
    </FormPage>
  );
}

const signOutForm = defineForm("sign-out-everywhere", z.object({}));

/** Ends all sessions of the user (RULES.md 9.5). */
async function signOutEverywhere(context: RequestContext, user: CurrentUser, form: FormData) {
  const sent = signOutForm.parse(form, context.get(language));
  return attempt(context, sent, "auth.failed", async () => {
    await endSessionsOf(context.get(database), user.userId);
    logSignIn(context, "sessionsEnded", "ok", user);
    return toHomeSignedOut(context, "auth.signedOutEverywhere");
  });
}
