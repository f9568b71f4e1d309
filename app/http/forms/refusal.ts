import type { SubmissionResult } from "@conform-to/react";
import { data } from "react-router";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { language, type RequestContext } from "../middleware/context.ts";
import { type Hints, type SentForm, unknownForm } from "./sent-form.ts";

/** The answer to any refused form: conform's result, with errors of the whole form under "", and what else the page needs. */
export interface Refusal extends SubmissionResult<string[]> {
  form: string;
  labels?: Record<string, string>;
  hints?: Hints;
  links?: { to: string; text: string }[];
  offline?: true;
}

export interface Reason {
  message: MessageKey;
  values?: Record<string, string>;
  fields?: Record<string, MessageKey>;
  /** seconds, for 429 and 503 */
  retryAfter?: number;
  links?: Refusal["links"];
  /** Set-Cookie values */
  cookies?: string[];
}

/** Never sent back, because browsers may store pages. */
export const secret = ["password", "again_password", "code", "again_code"];

export function refuseInvalid(sent: SentForm) {
  const formErrors = sent.incomplete === null ? [] : [sent.incomplete];
  return answer(sent, 422, sent.validated!.reply({ formErrors, hideFields: secret }));
}

export function refuse(
  context: RequestContext,
  sent: SentForm,
  status: number,
  { message: key, values, fields = {}, retryAfter, links = [], cookies = [] }: Reason,
) {
  const say = (one: MessageKey) => translatorIn(context.get(language)).t(`messages:${one}`, values);
  const ofField = Object.values(fields).includes(key);
  const errors = {
    formErrors: ofField ? [] : [say(key)],
    fieldErrors: Object.fromEntries(
      Object.entries(fields).map(([name, one]) => [name, [say(one)]]),
    ),
  };
  const result = sent.submission?.reply({ ...errors, hideFields: secret }) ?? {
    status: "error",
    error: { "": errors.formErrors, ...errors.fieldErrors },
  };
  return answer(sent, status, result, { retryAfter, links, cookies });
}

/** For a form of a page that the page does not have. */
export const refuseUnknown = (context: RequestContext) =>
  refuse(context, unknownForm(), 422, { message: "auth.failed" });

function answer(
  sent: SentForm,
  status: number,
  result: SubmissionResult<string[]>,
  { retryAfter, links = [], cookies = [] }: Pick<Reason, "retryAfter" | "links" | "cookies"> = {},
) {
  const more = links.length > 0 && { links };
  const refusal: Refusal = { ...result, form: sent.id, ...sent.describe(), ...more };
  const headers = new Headers(cookies.map((cookie) => ["Set-Cookie", cookie]));
  if (retryAfter !== undefined) headers.set("Retry-After", String(retryAfter));
  return data(refusal, { status, headers });
}

const longWait = 2 * 60 * 60;

export function tooMany(retryAfter: number): Reason {
  const inUnits = (unit: number) => String(Math.ceil(retryAfter / unit));
  const values = { minutes: inUnits(60), hours: inUnits(3600) };
  const message = retryAfter > longWait ? "form.tooManyToday" : "form.tooMany";
  return { message, values, retryAfter };
}

export const refuseTooMany = (context: RequestContext, sent: SentForm, retryAfter: number) =>
  refuse(context, sent, 429, tooMany(retryAfter));

/** For a route's `headers` export: passes a refusal's headers on to the page's response. */
export function refusalHeaders({ actionHeaders }: { actionHeaders: Headers }) {
  return actionHeaders;
}
