import { z } from "zod";
import { findSecondStep, makeSecondStep } from "#app/domain/accounts/second-step.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { readForm } from "#app/http/forms/read-form.ts";
import { refuse, refuseTooMany } from "#app/http/forms/refusal.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { config, database, language, services } from "#app/http/middleware/context.ts";
import { deviceIdOf } from "#app/http/middleware/known-device.ts";
import { DeskForm, deskForm } from "../desk-form.tsx";
import { useDeskTranslations } from "../use-desk-translations.ts";
import { Link } from "#app/ui/link.tsx";
import { FormPage } from "#app/ui/form-page.tsx";
import { arrive } from "../../auth/arrive.ts";
import { beginSession } from "../../auth/begin-session.ts";
import { checkCode, codeField, maxCode, wrongCode } from "./proof.ts";
import type { Route } from "./+types/code";

export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

export const handle = { scripts: false };

const codeForm = deskForm("code", "code", z.object({ code: codeField() }), {
  constraints: { code: { maxLength: maxCode } },
});

/** The second step of a sign-in, only in the browser of the first step (RULES.md 10.19). */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const token = url.searchParams.get("token") ?? "";
  const device = await deviceIdOf(request, context);
  const step = device && (await findSecondStep(context.get(database), token, device, new Date()));
  return { over: step ? null : translatorIn(context.get(language)).t("messages:people.stepOver") };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const sent = codeForm.parse(await readForm(request), context.get(language));
  return attempt(context, sent, "auth.failed", async ({ code }) => {
    const db = context.get(database);
    const { metrics } = context.get(services);
    const token = url.searchParams.get("token") ?? "";
    const device = await deviceIdOf(request, context);
    const step = device && (await findSecondStep(db, token, device, new Date()));
    if (!device || !step) return refuse(context, sent, 410, { message: "people.stepOver" });
    const { sessionSecrets } = context.get(config);
    const check = await checkCode(context, step.userId, code, () =>
      makeSecondStep(db, { token, device, code }, sessionSecrets, new Date()),
    );
    if (check.outcome === "too-many") {
      metrics?.signInRefused("too-many");
      return refuseTooMany(context, sent, check.retryAfter);
    }
    if (check.outcome === "wrong") {
      metrics?.signInRefused("wrong-code");
      return refuse(context, sent, 401, wrongCode);
    }
    return arrive(request, context, step.path, "auth.welcomeBack", {
      cookies: await beginSession(request, context, step.userId, step.stays),
    });
  });
}

export default function Code({ loaderData, actionData: refusal }: Route.ComponentProps) {
  const { t } = useDeskTranslations();
  const { over } = loaderData;
  const { title, description, lead } = t("desk:code", { returnObjects: true });
  return (
    <FormPage {...{ title, description, refusal }} lead={refusal && over ? "" : (over ?? lead)}>
      {over === null && (
        <DeskForm form={codeForm} className="form label" submit={t("desk:code.submit")} main />
      )}
      <p>
        <Link to="/auth">{t("desk:code.again")}</Link>
      </p>
    </FormPage>
  );
}
