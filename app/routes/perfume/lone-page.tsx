import type { Refusal } from "#app/http/forms/refusal.ts";
import { FactsPage, type FactsPageData } from "./facts-page.tsx";
import { type ReportData, ReportPage } from "./reviews/report-page.tsx";

interface LonePageProps {
  page: ReportData | FactsPageData;
  refusal: Refusal | undefined;
}

export const LonePage = ({ page, refusal }: LonePageProps) =>
  "review" in page ? (
    <ReportPage report={page} refusal={refusal} />
  ) : (
    <FactsPage page={page} refusal={refusal} />
  );
