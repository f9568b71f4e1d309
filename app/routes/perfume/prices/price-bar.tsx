import { Form } from "react-router";
import type { Sort } from "#app/domain/prices/arrange.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { Link } from "#app/ui/link.tsx";

/** How the dupes are sorted and filtered, and what the filter hides (RULES.md 4.8). */
export interface PriceBarData {
  sort: Sort;
  currency: string;
  /** currencies to choose from; just the address's own if it names one */
  choices?: string[];
  /** as typed */
  max?: string;
  /** why it is not an amount */
  wrong?: string;
  dearer?: number;
  unknown?: number;
  /** true when the address asks for sorting or filtering */
  asked?: true;
  answers: PriceAnswer[];
}

/** What the first card says in that order. */
export interface PriceAnswer {
  of: "closest" | "cheapest" | "bestValue";
  sort: Sort;
  figure: string;
}

export function PriceBar({ bar, path }: { bar: PriceBarData; path: string }) {
  const { language, t } = useTranslations();
  const names: Record<Sort, string> = {
    similarity: t("price.similarity"),
    price: t("price.price"),
    value: t("price.value"),
  };
  const { sort, currency, choices, max, wrong, asked } = bar;
  return (
    <details className="tools" open={asked} key={String(asked)}>
      <summary>{t("price.sort")}</summary>
      <Form action={inLanguage(language, path)} key={`${sort} ${max} ${currency}`}>
        <label>
          {t("price.sortBy")}
          <select name="sort" defaultValue={sort}>
            {Object.entries(names).map(([one, name]) => (
              <option key={one} value={one}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          {choices ? t("price.max") : `${t("price.max")} (${currency})`}
          <input
            name="max"
            inputMode="decimal"
            defaultValue={max}
            {...(wrong !== undefined && { "aria-invalid": true, "aria-describedby": "max-error" })}
          />
        </label>
        {choices && (
          <label>
            {t("price.currency")}
            <select name="currency" defaultValue={currency}>
              {choices.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </label>
        )}
        {wrong !== undefined && (
          <b id="max-error" role="alert">
            {wrong}
          </b>
        )}
        <button className="button main">{t("price.apply")}</button>
        {asked && <Link to={path}>{t("price.reset")}</Link>}
      </Form>
      <Hidden {...bar} />
    </details>
  );
}

function Hidden({ dearer = 0, unknown = 0 }: PriceBarData) {
  const { t } = useTranslations();
  if (dearer + unknown === 0) return null;
  return (
    <p className="small soft" role="status">
      {dearer > 0 && t("price.dearer", { count: dearer, shown: String(dearer) })}{" "}
      {unknown > 0 && t("price.unknown", { count: unknown, shown: String(unknown) })}
    </p>
  );
}
