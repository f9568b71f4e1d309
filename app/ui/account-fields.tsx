import type { Refusal } from "../forms/refusal.ts";
import { useTranslations } from "../i18n/translations.ts";
import { Field } from "./field.tsx";

interface OfForm {
  refusal: Refusal | undefined;
}

export function EmailField({ refusal }: OfForm) {
  const { t } = useTranslations();
  return (
    <Field
      name="email"
      type="email"
      label={t("auth.email")}
      maxLength={255}
      autoComplete="email"
      refusal={refusal}
    />
  );
}

export function FullNameField({ refusal, value }: OfForm & { value?: string }) {
  const { t } = useTranslations();
  return (
    <Field
      name="nombre_completo"
      label={t("auth.fullName")}
      defaultValue={value}
      maxLength={100}
      autoComplete="name"
      refusal={refusal}
    />
  );
}

/** @param lowercase turns what is typed into lower case at once (spec.md §2, set username) */
export function UsernameField({
  refusal,
  value,
  lowercase = false,
}: OfForm & { value?: string; lowercase?: boolean }) {
  const { t } = useTranslations();
  return (
    <Field
      name="nombre_usuario"
      label={t("auth.username")}
      hint={t("auth.usernameHint")}
      defaultValue={value}
      minLength={3}
      maxLength={30}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      onInput={({ currentTarget }) => {
        if (lowercase) currentTarget.value = currentTarget.value.toLowerCase();
      }}
      refusal={refusal}
    />
  );
}

/** spec.md §5 */
export function NewPasswordField({ refusal, label }: OfForm & { label: string }) {
  const { t } = useTranslations();
  return (
    <Field
      name="password"
      type="password"
      label={label}
      hint={t("auth.passwordHint")}
      minLength={8}
      maxLength={72}
      autoComplete="new-password"
      refusal={refusal}
    />
  );
}
