import type { RouterContextProvider } from "react-router";
import type { By, Done } from "#app/domain/desk/catalog/change.ts";
import { Stale } from "#app/domain/desk/log/audit.ts";
import { Refused } from "#app/domain/refused-act.ts";
import type { FormDefinition } from "#app/http/forms/define-form.ts";
import { admit } from "#app/http/forms/gate.ts";
import { type Reason, refuse } from "#app/http/forms/refusal.ts";
import type { SentForm } from "#app/http/forms/sent-form.ts";
import { missingPage } from "#app/http/missing-page.ts";
import { language } from "#app/http/middleware/context.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { type DeskAnswer, goOn, type Intent } from "../answers.ts";
import { staleReason } from "../describe-decision.ts";
import { noSuchAddress } from "../guard.ts";
import { rawForm } from "../raw-form.ts";
import { type Question, requireConfirmation } from "../require-confirmation.ts";
import { type BottlePage, bottlePath, byOf } from "./bottle-page.ts";

interface Way<Value> {
  to: string | ((value: Value) => string);
  done: MessageKey;
}

export function settle<Value, Answer = never>(
  { context, id }: Pick<BottlePage, "context" | "id">,
  sent: SentForm<Value>,
  { to, done }: Way<Value>,
  work: (value: Value) => Promise<Done | Answer>,
) {
  const gate = {
    failure: "desk.error",
    words: { "no-such-dupe": "catalogue.noSuchDupe" },
    more: (refused: Refused) => explain(context, refused),
  } as const;
  return admit(context, sent, gate, async (value): Promise<Answer | Response> => {
    const place = typeof to === "string" ? to : to(value);
    const path = place.startsWith("/") ? place : bottlePath(id) + place;
    try {
      const outcome = await work(value);
      if (!isDone(outcome)) return outcome;
      return await goOn(context, path, done, { entries: [outcome.entry] });
    } catch (error) {
      if (!(error instanceof Refused && error.code === "unchanged")) throw error;
      return goOn(context, path, "catalogue.unchanged");
    }
  });
}

const isDone = (outcome: unknown): outcome is Done =>
  typeof outcome === "object" && outcome !== null && "entry" in outcome;

async function explain(
  context: Readonly<RouterContextProvider>,
  refused: Refused,
): Promise<Partial<Reason>> {
  if (refused.code === "not-allowed") throw noSuchAddress(context);
  if (refused.code === "no-such-perfume") throw await missingPage(context);
  if (refused instanceof Stale) return staleReason(context, refused.did);
  const { namesake } = refused.details;
  if (!namesake) return {};
  const { id, alias } = namesake;
  const lang = context.get(language);
  const link = {
    to: inLanguage(lang, bottlePath(id)),
    text: translatorIn(lang).t("desk:catalogue.seen"),
  };
  return { values: { id: String(id), ...(alias && { alias }) }, links: [link] };
}

interface Change<Value> extends Way<Value> {
  form: FormDefinition<Value>;
  /** of this very form, where the page has several */
  id?: (form: FormData) => string;
  ask?: (value: Value) => Promise<Question | null>;
  work: (value: Value, by: By) => Promise<Done>;
}

export function change<Value extends object>(
  page: BottlePage,
  { form: definition, id: idIn, ask, work, ...way }: Change<Value>,
): Intent {
  const { request, context } = page;
  return async (form, by) => {
    const sent = definition.parse(form, context.get(language), idIn?.(form));
    return settle<Value, DeskAnswer>(page, sent, way, async (value) => {
      const question = ask && (await ask(value));
      const asked = question && (await requireConfirmation(request, context, form, question));
      return asked || work(value, byOf(by, "reason" in value ? String(value.reason) : ""));
    });
  };
}

export function take<Value>(
  page: BottlePage,
  intent: string,
  read: (form: FormData) => Value | null,
  { work, ...way }: Way<FormData> & { work: (value: Value, by: By) => Promise<Done> },
): Intent {
  return async (form, by) => {
    const sent = rawForm(form, intent);
    const value = read(form);
    if (value === null) return refuse(page.context, sent, 422, { message: "desk.unknown" });
    return settle<FormData, never>(page, sent, way, () => work(value, byOf(by)));
  };
}
