import { redirect } from "react-router";
import { z } from "zod";
import { codePattern, stripsOf } from "#app/domain/reviews/blind-tests.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { admit } from "#app/http/forms/gate.ts";
import { readForm } from "#app/http/forms/read-form.ts";
import { currentUser, database, language } from "#app/http/middleware/context.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import blindCss from "#app/styles/blind.css?inline";
import fieldsCss from "#app/styles/fields.css?inline";
import css from "#app/styles/forms.css?inline";
import { Field } from "#app/ui/fields.tsx";
import { Head } from "#app/ui/head.tsx";
import { Refused } from "#app/ui/refused.tsx";
import { useSiteForm } from "#app/ui/site-form.tsx";
import { Sheet } from "#app/ui/style-sheet.tsx";
import { blindAddress } from "../perfume/blind/blind-words.ts";
import type { Route } from "./+types/blind-code";

export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

export const handle = { scripts: false };

const codeForm = defineForm(
  "blind",
  z.object({
    code: z
      .string("blind.errorCode")
      .transform((text) => text.replace(/\s/gu, "").toLowerCase())
      .pipe(z.string().regex(codePattern, "blind.errorCode")),
  }),
  { labels: { code: "pages:blind.code" } },
);

/** For the friend who prepares a blind test, with or without an account (RULES.md 5.11). */
export function loader({ context }: Route.LoaderArgs) {
  const text = translatorIn(context.get(language)).t("pages:blind", {
    returnObjects: true,
    address: blindAddress(context),
  });
  return { constraints: codeForm.constraints, text };
}

export async function action({ request, context }: Route.ActionArgs) {
  const lang = context.get(language);
  const sent = codeForm.parse(await readForm(request), lang);
  const gate = { failure: "blind.errorSave", limit: "blind-code" } as const;
  return admit(context, sent, gate, async ({ code }) => {
    const reader = context.get(currentUser)?.userId ?? null;
    await stripsOf(context.get(database), code, reader, new Date());
    return redirect(inLanguage(lang, `/blind/${code}`), 303);
  });
}

export default function BlindCode({ loaderData, actionData: refusal }: Route.ComponentProps) {
  const { text, constraints } = loaderData;
  const { formProps, fields } = useSiteForm<"code">("blind", { constraints, refusal });
  return (
    <div className="wrap form-page blind">
      <Sheet name="fields" css={fieldsCss} />
      <Sheet name="forms" css={css} />
      <Sheet name="blind" css={blindCss} />
      <Head
        title={text.prepare}
        description={text.lead}
        index={false}
        failed={refusal !== undefined}
      />
      <Refused refusal={refusal} />
      <h1>{text.prepare}</h1>
      <p className="lead soft">{text.lead}</p>
      <form method="post" className="form label" {...formProps}>
        <Field field={fields.code} label={text.code} autoComplete="off" autoCapitalize="none" />
        <button className="button main">{text.show}</button>
      </form>
      <h2>{text.how}</h2>
      <Strips />
      <ol>
        {text.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  );
}

const Strips = () => (
  <svg viewBox="0 0 120 60" aria-hidden="true">
    {[1, 2, 3].map((strip) => (
      <g key={strip} transform={`translate(${strip * 36 - 12}) rotate(${strip * 8 - 16} 0 60)`}>
        <path d="M-7 4h14v52h-14zM-7 14h14" />
        <text y="44">{strip}</text>
      </g>
    ))}
  </svg>
);
