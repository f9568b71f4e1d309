import type { Refusal } from "#app/http/forms/refusal.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import css from "#app/styles/sightings.css?inline";
import fieldsCss from "#app/styles/fields.css?inline";
import { DataLicence } from "#app/ui/data-licence.tsx";
import { Field, SelectField } from "#app/ui/fields.tsx";
import { SiteForm, useSiteForm } from "#app/ui/site-form.tsx";
import { Honeypot } from "#app/ui/honeypot-field.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { Link } from "#app/ui/link.tsx";
import { Refused } from "#app/ui/refused.tsx";
import { Sheet } from "#app/ui/style-sheet.tsx";
import { useKindNames } from "./kind-names.ts";
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useAddedLater } from "#app/ui/hydrated.ts";
import type { pricing } from "./price-form-fields.ts";

type PricingData = NonNullable<Awaited<ReturnType<typeof pricing>>>;

const usualCurrencies =
  "EUR USD GBP CHF BRL MXN ARS COP CLP PEN CAD AUD JPY SEK NOK DKK PLN CZK HUF RON TRY AED SAR MAD INR".split(
    " ",
  );

type Name = "amount" | "currency" | "size_ml" | "shop" | "kind" | "seen_on";

export function PriceForm({
  pricing,
  closeTo,
  refusal,
}: {
  pricing: PricingData;
  closeTo: string;
  refusal: Refusal | undefined;
}) {
  const { t } = useTranslations();
  const section = usePanelFocus();
  const own = refusal?.form === "add-price" ? refusal : undefined;
  const { bottle, currency, size = "", today, lastDay, constraints } = pricing;
  const form = useSiteForm<Name>("add-price", {
    constraints,
    refusal,
    defaultValue: { currency, size_ml: size, kind: "bottle", seen_on: today },
  });
  const typed = String(own?.initialValue?.currency ?? "");
  const choices = [...new Set([currency, typed, ...usualCurrencies])].filter(Boolean);
  return (
    <section
      className="sightings"
      id="price"
      aria-label={t("price.tell")}
      tabIndex={-1}
      ref={section}
    >
      <Sheet name="fields" css={fieldsCss} />
      <Sheet name="sightings" css={css} />
      <div className="row">
        <p>
          <b>{t("price.tell")}</b>
          <br />
          {t("price.text", bottle)}
        </p>
        <Link className="close" to={closeTo} inPlace>
          <Icon name="close" />
          <span className="unseen">{t("form.close")}</span>
        </Link>
      </div>
      <Refused refusal={own} />
      <SiteForm
        of={form}
        className="form"
        preventScrollReset
        name={t("price.tell")}
        submit={t("price.submit")}
        below={<DataLicence />}
      >
        <Honeypot />
        <input type="hidden" name="perfume_id" value={bottle.id} />
        <Fields fields={form.fields} currencies={choices} lastDay={lastDay} />
      </SiteForm>
    </section>
  );
}

function Fields({
  fields,
  currencies,
  lastDay,
}: {
  fields: ReturnType<typeof useSiteForm<Name>>["fields"];
  currencies: string[];
  lastDay: string;
}) {
  const { t } = useTranslations();
  const kinds = Object.entries(useKindNames());
  return (
    <>
      <Field
        field={fields.amount}
        label={t("price.amount")}
        inputMode="decimal"
        autoComplete="off"
      />
      <SelectField
        field={fields.currency}
        label={t("price.currency")}
        options={currencies.map((code) => [code, code])}
      />
      <Field
        field={fields.size_ml}
        label={t("price.size")}
        inputMode="decimal"
        autoComplete="off"
      />
      <Field
        field={fields.shop}
        label={t("price.shop")}
        hint={t("price.shopHint")}
        autoComplete="off"
        autoCapitalize="off"
      />
      <SelectField field={fields.kind} label={t("price.kind")} options={kinds} />
      <Field field={fields.seen_on} label={t("price.seenOn")} type="date" max={lastDay} />
    </>
  );
}

/** Links that open the form, one of which gets the focus back. */
const opener = ".amount, .asks a";

function usePanelFocus(): RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null);
  const isOpenedHere = useAddedLater();
  useEffect(() => {
    // After a page load the browser jumps to the card itself.
    if (isOpenedHere) section.current?.focus({ preventScroll: true });
  }, [isOpenedHere]);
  // A layout effect runs before the panel is removed, which would lose the focus.
  useLayoutEffect(() => {
    const [own, card] = [section.current, section.current?.closest("li, .perfume")];
    return () => {
      if (own?.contains(document.activeElement))
        card?.querySelector<HTMLElement>(opener)?.focus({ preventScroll: true });
    };
  }, []);
  return section;
}
