import { Field } from "#app/ui/fields.tsx";
import { Link } from "#app/ui/link.tsx";
import { useSiteForm } from "#app/ui/site-form.tsx";
import { PostForm } from "./post-form.tsx";
import {
  askedOf,
  codeName,
  fieldsFor,
  isProofIn,
  passwordName,
  type Proof,
  refuseProof,
} from "./safety/proof.ts";
import { useDeskTranslations } from "./use-desk-translations.ts";
import { data, type RouterContextProvider } from "react-router";
import { isRecent } from "#app/domain/accounts/session-lifetime.ts";
import { currentUser, language } from "#app/http/middleware/context.ts";
import { inLanguage, withRedirectTo } from "#app/i18n/paths.ts";
import { noSuchAddress } from "./guard.ts";

export interface Confirmation {
  asks: true;
  title: string;
  losses: string[];
  notes?: string[];
  submit: string;
  back: string;
  fields: [name: string, value: string][];
  /** null after a recent sign-in */
  proof: Proof | null;
}

/** Asks before a destructive action, then sends the same form again (RULES.md 10.15). */
export function Confirm({ title, losses, notes = [], submit, back, fields, proof }: Confirmation) {
  const { t } = useDeskTranslations();
  return (
    <PostForm className="form label desk-confirm">
      {fields.map(([name, value], at) => (
        <input key={at} type="hidden" name={name} value={value} />
      ))}
      <h1>{title}</h1>
      {losses.length > 0 && (
        <>
          <p>{t("desk:frame.goes")}</p>
          <ul>
            {losses.map((loss) => (
              <li key={loss}>{loss}</li>
            ))}
          </ul>
        </>
      )}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {proof && <ProofFields {...proof} />}
      <p className="desk-buttons">
        <button className="button main" name="confirmed" value="yes">
          {submit}
        </button>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the safe choice gets the focus */}
        <Link className="button" to={back} autoFocus={!proof?.refusal}>
          {t("desk:frame.back")}
        </Link>
      </p>
    </PostForm>
  );
}

function ProofFields({ password, code, google, constraints, refusal }: Proof) {
  const { t } = useDeskTranslations();
  const { fields } = useSiteForm<typeof passwordName | typeof codeName>("again", {
    constraints,
    refusal,
  });
  if (!password && !code)
    return (
      <>
        <p>{t("desk:again.googleLead")}</p>
        <p>
          {/* In another tab, because this one has the form. */}
          <a className="button" rel="nofollow" target="_blank" href={google}>
            {t("desk:again.google")}
          </a>
        </p>
      </>
    );
  return (
    <>
      <p>
        {!code
          ? t("desk:again.lead")
          : password
            ? t("desk:again.bothLead")
            : t("desk:again.codeLead")}
      </p>
      {password && (
        <Field
          field={fields[passwordName]}
          type="password"
          label={t("desk:again.password")}
          autoComplete="current-password"
        />
      )}
      {code && (
        <Field
          field={fields[codeName]}
          label={t("desk:code.code")}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
        />
      )}
    </>
  );
}

export interface Question extends Pick<Confirmation, "title" | "notes" | "submit" | "back"> {
  /** without, nothing is asked but a recent sign-in */
  losses?: string[];
}

/** Needs a recent sign-in, too: after 30 minutes the password, a code or Google (RULES.md 9.16). @returns the page to show until then */
export async function confirmed(
  request: Request,
  context: Readonly<RouterContextProvider>,
  form: FormData,
  question: Question,
) {
  const isConfirmed = !question.losses || form.get("confirmed") === "yes";
  const user = context.get(currentUser);
  if (!user) throw noSuchAddress(context);
  const page = (proof: Proof | null): Confirmation => ({
    asks: true,
    fields: carriedFields(form),
    proof,
    losses: [],
    ...question,
  });
  if (isRecent(user, new Date())) return isConfirmed ? null : data(page(null));
  const asked = await askedOf(context, user.userId);
  const lang = context.get(language);
  const google = withRedirectTo(inLanguage(lang, "/auth/google"), inLanguage(lang, question.back));
  const proof = fieldsFor(asked, google);
  if (!isConfirmed || !isProofIn(form, asked)) return data(page(proof));
  const refused = await refuseProof(request, context, user.userId, asked, form);
  return refused && data(page({ ...proof, refusal: refused.data }), refused.init ?? {});
}

/** Without what the page that asks has itself; a code is typed anew, because browsers may store pages. */
const carriedFields = (form: FormData) =>
  [...form].filter(
    (field): field is [string, string] =>
      typeof field[1] === "string" && !/^(?:confirmed$|code$|again_)/u.test(field[0]),
  );
