import type { TFunction } from "i18next";
import type { Refusal } from "#app/http/forms/refusal.ts";
import type { Constraints } from "#app/http/forms/sent-form.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { SuggestFields, SuggestForm } from "#app/ui/suggest-form.tsx";

interface SuggestProps {
  query: string;
  typed: { marca: string; nombre: string } | null;
  constraints: Constraints;
  refusal: Refusal | undefined;
}

const textsOf = (t: TFunction) =>
  ({
    intent: "suggest-perfume",
    title: t("suggest.perfume"),
    text: t("suggest.perfumeText"),
    name: { field: "nombre_perfume", label: t("suggest.perfumeName") },
    brand: { field: "marca_perfume", label: t("suggest.perfumeBrand") },
  }) as const;

export function SuggestDialog({ query, typed, ...form }: SuggestProps) {
  const { t } = useTranslations();
  return (
    <div className="wrap">
      <SuggestForm
        {...textsOf(t)}
        {...form}
        closeTo={query ? `/?${new URLSearchParams({ q: query })}#explore` : "/#explore"}
        typed={typed ?? undefined}
      />
    </div>
  );
}

export function SuggestMissing({ typed, ...form }: Omit<SuggestProps, "query">) {
  const { t } = useTranslations();
  const { title, text, ...fields } = textsOf(t);
  return (
    <section className="label missing" id="suggest" aria-labelledby="suggest-title">
      <h2 id="suggest-title">{title}</h2>
      <p className="soft">{text}</p>
      <SuggestFields {...fields} {...form} title={title} typed={typed ?? undefined} />
    </section>
  );
}
