import { Form } from "react-router";
import type { Sort } from "#app/domain/prices/arrange.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { Link } from "#app/ui/link.tsx";
import { isFiltered, type PageAddress, sortedBy } from "../page-address.ts";

/** How the dupes are sorted and filtered, and what the filter hides (RULES.md 4.8). */
export interface PriceBarData {
  sort: Sort;
  currency: string;
  /** currencies to choose from; just the address's own if it names one */
  choices?: string[];
  max?: string;
  wrong?: string;
  dearer?: number;
  unknown?: number;
  answers: PriceAnswer[];
}

export interface PriceAnswer {
  of: "closest" | "cheapest" | "bestValue" | "lastsLongest";
  sort: Sort;
  /** absent where the first card has none */
  figure?: string;
}

export function Answers({
  bar: { sort, answers },
  page,
}: {
  bar: PriceBarData;
  page: PageAddress;
}) {
  const { t } = useTranslations();
  const names = {
    closest: t("price.closest"),
    cheapest: t("price.cheapest"),
    bestValue: t("price.bestValue"),
    lastsLongest: t("price.lastsLongest"),
  };
  return (
    <nav className="answers" aria-label={t("price.sortBy")}>
      {answers.map(({ of, sort: by, figure }) => (
        <Link key={of} to={sortedBy(page, by)} aria-current={by === sort ? "true" : undefined}>
          {`${names[of]} `}
          <b>{figure}</b>
        </Link>
      ))}
    </nav>
  );
}

export function PriceBar({ bar, page }: { bar: PriceBarData; page: PageAddress }) {
  const { language, t } = useTranslations();
  const { sort, currency, choices, max, wrong } = bar;
  const { path } = page;
  const filtered = isFiltered(page);
  return (
    <details className="tools" open={filtered} key={String(filtered)}>
      <summary>{t("price.maximum")}</summary>
      <Form action={inLanguage(language, path)} discover="none" key={`${max} ${currency}`}>
        {sort !== "similarity" && <input type="hidden" name="sort" value={sort} />}
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
        {filtered && <Link to={path}>{t("price.reset")}</Link>}
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
