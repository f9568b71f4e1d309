import type { Profile } from "#app/domain/accounts/profiles.ts";
import type { Refusal } from "#app/http/forms/refusal.ts";
import type { Constraints } from "#app/http/forms/sent-form.ts";
import { inLanguage, withRedirectTo } from "#app/i18n/paths.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { SiteForm, useSiteForm } from "#app/ui/site-form.tsx";
import { PasswordField } from "#app/ui/account-fields.tsx";
import { Link } from "#app/ui/link.tsx";

interface SecurityProps {
  profile: Profile;
  /** the text of the link to the second factor; only for operators */
  codes: string | null;
  whatGoes: string;
  constraints: Constraints;
  refusal: Refusal | undefined;
}

export function Security(props: SecurityProps) {
  const { t, language } = useTranslations();
  return (
    <section className="form label" aria-labelledby="security">
      <h2 id="security">{t("profile.security")}</h2>
      <ul className="elsewhere">
        <li>
          <Link to="/auth/forgot">{t("auth.forgotTitle")}</Link>
        </li>
        <li>
          {/* A file, not a page. */}
          <a href="/profile/data" download rel="nofollow">
            {t("profile.download")}
          </a>
        </li>
        {props.codes && (
          <li>
            {/* Not a router link, because the router does not know the address. */}
            <a href={inLanguage(language, "/profile/second-factor")}>{props.codes}</a>
          </li>
        )}
      </ul>
      <form method="post">
        <input type="hidden" name="intent" value="sign-out-everywhere" />
        <button className="button">{t("profile.everywhere")}</button>
      </form>
      <DeleteAccount {...props} />
    </section>
  );
}

function DeleteAccount({ profile, whatGoes, constraints, refusal }: SecurityProps) {
  const { t, language } = useTranslations();
  const form = useSiteForm<"password">("delete-account", { constraints, refusal });
  const signIn = withRedirectTo("/auth/google", inLanguage(language, "/profile"));
  return (
    <details className="leave" open={refusal?.form === "delete-account"}>
      <summary>{t("profile.delete")}</summary>
      <p className="small soft">{whatGoes}</p>
      <SiteForm
        of={form}
        className={undefined}
        name={t("profile.delete")}
        submit={t("profile.deleteConfirm")}
      >
        {profile.hasPassword ? (
          <PasswordField field={form.fields.password} label={t("profile.deletePassword")} />
        ) : (
          <p>
            <a rel="nofollow" href={inLanguage(language, signIn)}>
              {t("profile.deleteFresh")}
            </a>
          </p>
        )}
      </SiteForm>
    </details>
  );
}
