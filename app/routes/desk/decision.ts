import type { data, RouterContextProvider } from "react-router";
import { type By, type LogEntry, reasonIn, Stale } from "#app/domain/desk/log/audit.ts";
import { asSeenBy } from "#app/domain/desk/roles.ts";
import { Refused } from "#app/domain/refused-act.ts";
import type { FormDefinition } from "#app/http/forms/define-form.ts";
import { admit } from "#app/http/forms/gate.ts";
import { type Reason, refuse } from "#app/http/forms/refusal.ts";
import type { Words } from "#app/http/forms/refusals.ts";
import type { SentForm } from "#app/http/forms/sent-form.ts";
import { readShown, writeShown } from "#app/http/forms/shown-fields.ts";
import { missingPage } from "#app/http/missing-page.ts";
import { language, services } from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { ago, formatIn } from "#app/i18n/format.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { type Confirmation, confirmed, type Question } from "./confirmation.tsx";
import { noSuchAddress, type Operator, operator } from "./guard.ts";
import { bottlePath, entryPath } from "./desk-paths.ts";
import { decisionInWords } from "./use-desk-translations.ts";

type Context = Readonly<RouterContextProvider>;

export interface Asked {
  request: Request;
  context: Context;
}

/** A redirect after success; otherwise the same page with a refusal or a question. */
export type DeskAnswer =
  | Response
  | ReturnType<typeof refuse>
  | ReturnType<typeof data<Confirmation>>;

/** Carries out one intent of a page. The domain checks the role again, in the decision's transaction. */
export type Intent<Answer = DeskAnswer> = (form: FormData, by: Operator) => Promise<Answer>;

interface Done {
  entry?: number;
  count?: number;
}

interface Way<Value> {
  to: string | ((value: Value) => string);
  done: MessageKey | ((value: Value) => MessageKey);
  words?: Words;
  /** the form as it would be shown now, when somebody was faster */
  now?: (value: Value) => Promise<Record<string, string>>;
}

interface Decision<Value> extends Way<Value> {
  form: Pick<FormDefinition<Value>, "parse">;
  /** of this very form, where the page has several */
  id?: (form: FormData) => string;
  ask?: (value: Value, by: Operator) => Promise<Question | null>;
  work: (value: Value, by: By, form: FormData) => Promise<Done | DeskAnswer>;
}

/** Reads the form, asks where something would be lost, decides, and says what was done (RULES.md 10.10, 10.15). */
export function decision<Value extends object>(
  { request, context }: Asked,
  { form: definition, id, ask, work, ...way }: Decision<Value>,
): Intent {
  return async (form, by) => {
    const sent = definition.parse(form, context.get(language), id?.(form));
    return settle(context, sent, way, async (value) => {
      const question = ask && (await ask(value, by));
      const asked = question && (await confirmed(request, context, form, question));
      const reason = "reason" in value ? reasonIn(String(value.reason)) : null;
      return asked || work(value, { actor: by.userId, now: new Date(), reason }, form);
    });
  };
}

export function settle<Value>(
  context: Context,
  sent: SentForm<Value>,
  { to, done, words = {}, now }: Way<Value>,
  work: (value: Value) => Promise<Done | DeskAnswer>,
) {
  const gate = { failure: "desk.error", words, more: explain } as const;
  return admit(context, sent, gate, async (value): Promise<DeskAnswer> => {
    const path = typeof to === "string" ? to : to(value);
    try {
      const outcome = await work(value);
      if (!isDone(outcome)) return outcome;
      const { count, entry } = outcome;
      const values = count !== undefined && {
        count: formatIn(context.get(language)).number(count),
      };
      const entries = entry !== undefined && { entries: [entry] };
      const told = typeof done === "string" ? done : done(value);
      return await goOn(context, path, told, { ...(values && { values }), ...entries });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.code === "unchanged" && !words.unchanged)
        return goOn(context, path, "catalogue.unchanged");
      if (!(now && error instanceof Stale) || error.version === null) throw error;
      const form = renewed(sent, await now(value), error.version);
      return refuse(context, form, 409, staleReason(context, error.did));
    }
  });

  async function explain(refused: Refused): Promise<Partial<Reason>> {
    if (refused instanceof Stale) return staleReason(context, refused.did);
    if (words[refused.code]) return {};
    if (refused.code === "not-allowed") throw noSuchAddress(context);
    if (refused.code === "no-such-perfume") throw await missingPage(context);
    const { namesake } = refused.details;
    if (!namesake) return {};
    const { id, alias } = namesake;
    const lang = context.get(language);
    const text = translatorIn(lang).t("desk:catalogue.seen");
    const links = [{ to: inLanguage(lang, bottlePath(id)), text }];
    return { values: { id: String(id), ...(alias && { alias }) }, links };
  }
}

const isDone = (outcome: unknown): outcome is Done =>
  typeof outcome === "object" && outcome !== null && ("entry" in outcome || "count" in outcome);

/**
 * Redirects with a message about what was done (RULES.md 10.10).
 * @param to path without language @param options.entries log entries that a button beside the message undoes
 */
export function goOn(
  context: Context,
  to: string,
  key: MessageKey,
  options: { values?: Record<string, string>; entries?: number[] } = {},
): Promise<Response> {
  // What was decided shows at once in this process, within seconds in others (RULES.md 1.10).
  context.get(services).pages.clear();
  return redirectWithMessage(context, inLanguage(context.get(language), to), key, options);
}

/** A form of few fields, read by hand. @param options.kept fields that a refusal shows again @param options.wrong what is said when `read` returns null */
export function plainForm<Value>(
  id: string,
  read: (form: FormData) => Value | null,
  { kept = [], wrong = "desk.unknown" }: { kept?: string[]; wrong?: MessageKey } = {},
): Decision<Value>["form"] {
  return {
    parse(form, lang, ownId = id) {
      const typed = kept.map((name) => [name, String(form.get(name) ?? "")]);
      const initialValue = Object.fromEntries(typed);
      const submission: SentForm["submission"] = {
        reply: (options = {}) => ({
          status: "error",
          initialValue,
          error:
            "formErrors" in options
              ? { "": options.formErrors ?? [], ...options.fieldErrors }
              : { "": [] },
        }),
      };
      return {
        id: ownId,
        submission,
        value: read(form),
        validated: submission,
        incomplete: translatorIn(lang).t(`messages:${wrong}`),
        describe: () => ({ labels: {}, hints: {} }),
      };
    },
  };
}

/**
 * An outdated form: its refusal shows what was typed, and in the untouched fields what is stored now. Sent again, it
 * overwrites only what the sender was told of (RULES.md 10.13).
 */
function renewed(sent: SentForm, now: Record<string, string>, version: number): SentForm {
  const { submission } = sent;
  if (!submission) return sent;
  const reply: typeof submission.reply = (options) => {
    const result = submission.reply(options);
    const typed: Record<string, unknown> = result.initialValue ?? {};
    const shown = readShown(typed.shown);
    const untouched = Object.entries(now).filter(
      ([name]) => shown[name] === String(typed[name] ?? ""),
    );
    const renewal = { shown: writeShown(now), version: String(version) };
    return { ...result, initialValue: { ...typed, ...Object.fromEntries(untouched), ...renewal } };
  };
  return { ...sent, submission: { reply } };
}

/** Describes a decision as far as this operator may know it, with a link to its log entry. */
export function describeDecision(context: Context, did: LogEntry) {
  const lang = context.get(language);
  const { t } = translatorIn(lang);
  return {
    ...decisionInWords(lang, did),
    when: ago(lang, did.at, new Date()),
    why: did.reason && asSeenBy(operator(context).role, did.reason),
    link: { to: entryPath(did.id), text: t("desk:log.entry", { id: did.id }) },
  };
}

/** Somebody else decided meanwhile. @param did null when only the data changed */
function staleReason(context: Context, did: LogEntry | null): Reason {
  if (!did) return { message: "desk.changed" };
  const { why, link, ...values } = describeDecision(context, did);
  return {
    message: why ? "desk.decidedWhy" : "desk.decided",
    values: { ...values, ...(why && { why }) },
    links: [{ ...link, to: inLanguage(context.get(language), link.to) }],
  };
}
