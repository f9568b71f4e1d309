import type { RouterContextProvider } from "react-router";
import type { By } from "#app/domain/desk/catalog/change.ts";
import type { LogEntry } from "#app/domain/desk/log/audit.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import type { FormDefinition } from "#app/http/forms/define-form.ts";
import { refuse } from "#app/http/forms/refusal.ts";
import type { SentForm } from "#app/http/forms/sent-form.ts";
import { language } from "#app/http/middleware/context.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { missingPage } from "#app/http/missing-page.ts";
import { type DeskAnswer, goOn, type Intent } from "../answers.ts";
import { refuseStale } from "../describe-decision.ts";
import { noSuchAddress } from "../guard.ts";
import { rawForm } from "../raw-form.ts";
import { type Question, requireConfirmation } from "../require-confirmation.ts";
import { type BottlePage, bottlePath, byOf } from "./bottle-page.ts";

export interface Outcome {
  outcome: string;
  /** of the log's entry */
  entry?: number;
  id?: number;
  alias?: string;
  did?: LogEntry | null;
}

const refusals: Record<string, [status: number, message: MessageKey, field?: string]> = {
  taken: [409, "catalogue.taken", "nombre"],
  "alias-taken": [409, "catalogue.aliasTaken", "nombre"],
  "there-already": [409, "catalogue.dupeThere", "nombre"],
  "other-name-taken": [409, "catalogue.aliasTaken", "alias"],
  "no-such-alias": [404, "catalogue.noSuchAlias"],
  "no-such-dupe": [404, "catalogue.noSuchDupe"],
  "dupe-of-itself": [422, "catalogue.dupeOfItself"],
  "no-such-source": [404, "catalogue.noSuchSource"],
  "source-there": [409, "catalogue.sourceThere", "url"],
  "too-many": [409, "catalogue.tooManySources"],
  "no-such-bottle": [422, "catalogue.noSuchBottle", "into"],
  "dupe-of-the-other": [422, "catalogue.mergeDupe", "into"],
  "same-bottle": [422, "catalogue.sameBottle", "into"],
};

/** The response to a change of the catalogue. @param to where to go after success @param done the success message */
export async function settle(
  context: Readonly<RouterContextProvider>,
  sent: SentForm,
  outcome: Outcome,
  to: string,
  done: MessageKey,
): Promise<DeskAnswer> {
  const { outcome: name, entry, id, alias, did } = outcome;
  if (name === "done") return goOn(context, to, done, { entries: entry ? [entry] : undefined });
  if (name === "unchanged") return goOn(context, to, "catalogue.unchanged");
  if (name === "not-allowed") throw noSuchAddress(context);
  if (name === "stale") return refuseStale(context, sent, did ?? null);
  if (name === "no-such-perfume") throw await missingPage(context);
  const [status, message, field] = refusals[name]!;
  const values = { ...(id !== undefined && { id: String(id) }), ...(alias && { alias }) };
  const lang = context.get(language);
  const link = {
    to: inLanguage(lang, bottlePath(id ?? 0)),
    text: translatorIn(lang).t("desk:catalogue.seen"),
  };
  return refuse(context, sent, status, {
    message,
    values,
    links: id === undefined ? [] : [link],
    ...(field && { fields: { [field]: message } }),
  });
}

interface Change<Value> {
  form: FormDefinition<Value>;
  /** of this very form, where the page has several */
  id?: (form: FormData) => string;
  /** what to ask first, or why there is no point in it */
  ask?: (value: Value) => Promise<Question | Outcome | null>;
  work: (value: Value, by: By) => Promise<Outcome>;
  /** where to go after success: a path, or a place on the bottle's page */
  to?: string | ((value: Value) => string);
  done: MessageKey;
}

export function change<Value extends object>(
  { request, context, id }: BottlePage,
  { form: definition, id: idIn, ask, work, to = "", done }: Change<Value>,
): Intent {
  return async (form, by) => {
    const sent = definition.parse(form, context.get(language), idIn?.(form));
    return attempt(context, sent, "desk.error", async (value): Promise<DeskAnswer> => {
      const first = (await ask?.(value)) ?? null;
      if (first && "outcome" in first) return settle(context, sent, first, "", done);
      const asked = first && (await requireConfirmation(request, context, form, first));
      if (asked) return asked;
      const outcome = await work(value, byOf(by, "reason" in value ? String(value.reason) : ""));
      const place = typeof to === "string" ? to : to(value);
      const path = place.startsWith("/") ? place : bottlePath(id) + place;
      return settle(context, sent, outcome, path, done);
    });
  };
}

export function take<Value>(
  { context, id }: BottlePage,
  intent: string,
  read: (form: FormData) => Value | null,
  {
    work,
    to,
    done,
  }: { work: (value: Value, by: By) => Promise<Outcome> } & Pick<Change<Value>, "done"> & {
      to: string;
    },
): Intent {
  return async (form, by) => {
    const sent = rawForm(form, intent);
    const value = read(form);
    if (value === null) return refuse(context, sent, 422, { message: "desk.unknown" });
    return attempt(context, sent, "desk.error", async () =>
      settle(context, sent, await work(value, byOf(by)), bottlePath(id) + to, done),
    );
  };
}
