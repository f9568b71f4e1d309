import type { Refusal } from "#app/http/forms/refusal.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { Refused } from "#app/ui/refused.tsx";
import { Owned } from "./keep-button.tsx";
import type { PageData } from "./load-page.ts";
import { PriceForm, Sightings, SuggestForm } from "./opened-panels.tsx";
import { openPanel, withQuery } from "./page-address.ts";

/** Above the lists: the reader's bottles, opened panels, a refused form. */
export function OpenedParts({ page, refusal }: { page: PageData; refusal: Refusal | undefined }) {
  const { t } = useTranslations();
  const { perfume, prices, pricing } = page;
  return (
    <>
      {page.owned && <Owned {...page.owned} />}
      {prices?.bottle.id === perfume.id && (
        <div className="label">
          <Sightings key={perfume.id} open={prices} page={page} />
        </div>
      )}
      {pricing?.bottle.id === perfume.id && (
        <div className="label">
          <PriceForm pricing={pricing} closeTo={withQuery(page, "")} refusal={refusal} />
        </div>
      )}
      {(page.suggesting || refusal?.form === "suggest-dupe") && (
        <SuggestForm
          intent="suggest-dupe"
          title={t("suggest.dupe")}
          text={t("suggest.dupeText", { nombre: perfume.nombre })}
          name={{ field: "nombre_dupe", label: t("suggest.dupeName") }}
          brand={{ field: "marca_dupe", label: t("suggest.dupeBrand") }}
          source={{ field: "fuente", label: t("suggest.dupeSource") }}
          closeTo={page.path}
          constraints={page.suggestConstraints ?? {}}
          refusal={refusal}
        />
      )}
    </>
  );
}

/** The parameter that opens what is open in a card or above the lists; "" for nothing. */
export function openedIn({ prices, reviews }: PageData) {
  const ids = {
    prices: prices?.bottle.id,
    reviews: reviews?.dupe.id,
  };
  return openPanel((panel) => ids[panel]);
}

export const RefusedAbove = (shown: { page: PageData; refusal: Refusal | undefined }) =>
  isToldInCard(shown.page, shown.refusal) ? null : <Refused refusal={shown.refusal} />;

/** A refused price or review is told beside its form. */
const isToldInCard = ({ pricing, reviews }: PageData, refusal: Refusal | undefined) =>
  (refusal?.form === "add-price" && pricing !== undefined) ||
  (refusal?.form === "publish-review" && reviews !== undefined);
