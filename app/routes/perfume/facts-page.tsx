import { concentrations, type FactColumn, genders } from "#app/domain/catalog/facts.ts";
import type { Refusal } from "#app/http/forms/refusal.ts";
import { writeShown } from "#app/http/forms/shown-fields.ts";
import { DataLicence } from "#app/ui/data-licence.tsx";
import { Field, SelectField } from "#app/ui/fields.tsx";
import { FormPage } from "#app/ui/form-page.tsx";
import { Honeypot } from "#app/ui/honeypot-field.tsx";
import { Link } from "#app/ui/link.tsx";
import { SignInWays } from "#app/ui/sign-in-ways.tsx";
import { SiteForm, useSiteForm } from "#app/ui/site-form.tsx";
import type { factsPage } from "./suggest-facts.ts";

type FactsPageData = NonNullable<Awaited<ReturnType<typeof factsPage>>>;

export function FactsPage({
  page: { bottle, known, texts, constraints, back, signIn },
  refusal,
}: {
  page: FactsPageData;
  refusal: Refusal | undefined;
}) {
  const { title, description, lead } = texts;
  return (
    <FormPage {...{ title, description, refusal }}>
      <p>
        <b>{bottle.nombre}</b> {bottle.marca}
      </p>
      <p className="lead soft">{lead}</p>
      {signIn === null ? (
        <FactsForm {...{ known, texts, constraints, refusal }} />
      ) : (
        <p>
          {texts.signIn} <SignInWays back={signIn} />
        </p>
      )}
      <p>
        <Link className="button" to={back}>
          {texts.back}
        </Link>
      </p>
    </FormPage>
  );
}

function FactsForm({
  known,
  texts,
  constraints,
  refusal,
}: Pick<FactsPageData, "known" | "texts" | "constraints"> & { refusal: Refusal | undefined }) {
  const form = useSiteForm<FactColumn | "shown">("suggest-facts", {
    constraints,
    refusal,
    defaultValue: { ...known, shown: writeShown(known) },
  });
  const { fields } = form;
  const choices = <Word extends string>(words: readonly Word[], names: Record<Word, string>) => [
    ["", texts.unknown] as [string, string],
    ...words.map((word): [string, string] => [word, names[word]]),
  ];
  return (
    <SiteForm of={form} plain name={texts.title} submit={texts.submit} below={<DataLicence />}>
      <Honeypot />
      <input type="hidden" name="shown" value={fields.shown.initialValue} />
      <SelectField
        field={fields.concentracion}
        label={texts.concentracion}
        options={choices(concentrations, texts.concentrations)}
      />
      <Field field={fields.anio} label={texts.anio} inputMode="numeric" autoComplete="off" />
      <SelectField
        field={fields.genero}
        label={texts.genero}
        options={choices(genders, texts.genders)}
      />
      <Field
        field={fields.familia}
        label={texts.familia}
        hint={texts.familyHint}
        autoComplete="off"
      />
      <Field
        field={fields.notas}
        label={texts.notas}
        hint={texts.notesHint}
        autoComplete="off"
        autoCapitalize="off"
      />
    </SiteForm>
  );
}
