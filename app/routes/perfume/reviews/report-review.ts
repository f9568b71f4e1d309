import { redirectDocument } from "react-router";
import { z } from "zod";
import { parseId } from "#app/domain/catalog/ids.ts";
import { Refused } from "#app/domain/refused-act.ts";
import { reportReasons } from "#app/domain/reviews/report-reasons.ts";
import { findReportable, maxReportNote, reportReview } from "#app/domain/reviews/reports.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { admitPerson } from "#app/http/forms/gate.ts";
import { hiddenField, optionalTextField } from "#app/http/forms/form-fields.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import {
  answersForm,
  currentUser,
  database,
  language,
  openReport,
  type RequestContext,
} from "#app/http/middleware/context.ts";
import { ballotOf } from "#app/http/middleware/client-hash.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { dropPagesOf } from "../drop-pages.ts";
import { reviewsPath } from "../page-address.ts";
import type { Place } from "../place.ts";

const reportForm = defineForm(
  "report-review",
  z.object({
    review_id: hiddenField(),
    reason: z.enum(reportReasons, "reports.errorReason"),
    note: optionalTextField(maxReportNote, "reports.errorNote"),
  }),
  {
    labels: { reason: "pages:report.reason", note: "pages:report.note" },
    constraints: { note: { required: false, maxLength: maxReportNote } },
  },
);

const reportPath = (path: string, reviewId: number) => `${path}?report=${reviewId}`;

/** Reports a wrong review to the operators (RULES.md 5.4). */
export async function report(context: RequestContext, form: FormData, place: Place) {
  const { perfumeId, path } = place;
  const reviewId = parseId(form.get("review_id"));
  context.set(openReport, reviewId);
  const sent = reportForm.parse(form, context.get(language));
  const back = reviewId === null ? path : reportPath(path, reviewId);
  const gate = {
    failure: "reports.errorSave",
    limit: "report",
    signIn: { message: "reports.mustLogin", back },
  } as const;
  return admitPerson(context, sent, gate, async ({ reason, note }, { userId }, forgive) => {
    if (reviewId === null) throw new Refused("no-such-review");
    const report = { reviewId, perfumeId, userId, reason, note: note || null };
    const db = context.get(database);
    const { outcome, dupeId } = await reportReview(db, report, new Date(), ballotOf(context));
    if (outcome === "reported-already") await forgive();
    if (outcome === "hidden") await dropPagesOf(context, dupeId);
    return redirectWithMessage(context, reviewsPath(place, dupeId), "reports.thanks");
  });
}

/**
 * Data for `?report=`: the form to report that review, on a page without scripts.
 * @returns null when the reader cannot report it: it is not on the bottle's page, is hidden, or is their own
 * @throws a redirect to the same address as a new document, when the client router asks for it
 */
export async function reportPage(
  request: Request,
  context: RequestContext,
  query: URLSearchParams,
  { id: perfumeId, ...page }: { id: number; path: string; isPair?: true },
) {
  const id = parseId(query.get("report")) ?? context.get(openReport);
  if (id === null) return null;
  const review = await findReportable(context.get(database), perfumeId, id);
  const user = context.get(currentUser);
  const answers = context.get(answersForm);
  if (!review || review.authorId === user?.userId) return null;
  if (review.state === "hidden" && !answers) return null;
  const code = context.get(language);
  const path = inLanguage(code, page.path);
  if (new URL(request.url).pathname.endsWith(".data") && !answers)
    throw redirectDocument(reportPath(path, id));
  return {
    scripts: false as const,
    review: {
      id,
      author: review.author,
      /** null when it has been hidden since */
      text: review.state === "hidden" ? null : review.description,
      ...(review.language !== null && review.language !== code && { language: review.language }),
    },
    texts: translatorIn(code).t("pages:report", { returnObjects: true }),
    constraints: reportForm.constraints,
    back: reviewsPath({ ...page, query: "" }, review.dupeId),
    /** where signed-out readers must go first */
    signIn: user || answers ? null : reportPath(path, id),
  };
}
