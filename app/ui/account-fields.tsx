import { useTranslations } from "#app/i18n/translations.ts";
import { Field } from "./fields.tsx";
import type { TextFieldMetadata } from "./site-form.tsx";

interface OfField {
  field: TextFieldMetadata;
}

export function EmailField({ field }: OfField) {
  const { t } = useTranslations();
  return <Field field={field} type="email" label={t("auth.email")} autoComplete="email" />;
}

export function FullNameField({ field }: OfField) {
  const { t } = useTranslations();
  return <Field field={field} label={t("auth.fullName")} autoComplete="name" />;
}

/** @param lowercase converts typed text to lower case immediately (RULES.md 12.2) */
export function UsernameField({ field, lowercase = false }: OfField & { lowercase?: boolean }) {
  const { t } = useTranslations();
  return (
    <Field
      field={field}
      label={t("auth.username")}
      hint={t("auth.usernameHint")}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      onInput={({ currentTarget }) => {
        if (lowercase) currentTarget.value = currentTarget.value.toLowerCase();
      }}
    />
  );
}

export function PasswordField({ field, label }: OfField & { label?: string }) {
  const { t } = useTranslations();
  return (
    <Field
      field={field}
      type="password"
      label={label ?? t("auth.password")}
      autoComplete="current-password"
    />
  );
}

export function NewPasswordField({ field, label }: OfField & { label: string }) {
  const { t } = useTranslations();
  // For programs that make passwords (https://developer.apple.com/password-rules/).
  const rules = `minlength: ${field.minLength}; maxlength: ${field.maxLength}; required: lower, upper; required: digit; allowed: [@$!%*?&];`;
  return (
    <Field
      field={field}
      type="password"
      label={label}
      hint={t("auth.passwordHint")}
      autoComplete="new-password"
      {...{ passwordrules: rules }}
    />
  );
}
