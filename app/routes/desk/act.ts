import { data, type RouterContextProvider } from "react-router";
import type { LogEntry } from "#app/domain/desk/log/audit.ts";
import { asSeenBy } from "#app/domain/desk/without-addresses.ts";
import { readForm } from "#app/http/forms/read-form.ts";
import { refuse } from "#app/http/forms/refusal.ts";
import { type SentForm, unknownForm } from "#app/http/forms/sent-form.ts";
import { ago } from "#app/i18n/ago.ts";
import { deskText, deskTranslations } from "#app/i18n/desk-text.server.ts";
import { type MessageKey } from "#app/i18n/messages.server.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { language } from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import type { Confirmation } from "./confirmation.tsx";
import { entryPath } from "./log-entry.tsx";
import { said } from "./log-value.tsx";
import { type Operator, operator } from "./guard.ts";

type Context = Readonly<RouterContextProvider>;

type Refused = ReturnType<typeof refuse>;
type Asked = ReturnType<typeof data<Confirmation>>;
/** A redirect after what was done, or the same page with what is wrong or what is asked. */
export type DeskAnswer = Response | Refused | Asked;

/** Carries out one intent of a page. The domain asks for the role again, in the transaction of the decision. */
export type Intent = (form: FormData, by: Operator) => Promise<DeskAnswer>;

/** A page's action: reads the form and calls what its `intent` names; 422 for an unknown one. */
export async function act(
  request: Request,
  context: Context,
  intents: Record<string, Intent>,
): Promise<DeskAnswer> {
  const by = operator(context);
  const form = await readForm(request);
  const name = String(form.get("intent"));
  if (!Object.hasOwn(intents, name))
    return refuse(context, unknownForm(), 422, { message: "desk.unknown" });
  return intents[name]!(form, by);
}

/**
 * Says what was done, and goes on to what comes next with its focus set (RULES.md 25.5).
 * @param to a path without language @param next names what gets the focus there (`?next=`); null leaves that to the page
 */
export function goOn(
  context: Context,
  to: string,
  key: MessageKey,
  { values, next = null }: { values?: Record<string, string>; next?: string | null } = {},
): Promise<Response> {
  const path = inLanguage(context.get(language), to);
  const query =
    next === null ? "" : `${path.includes("?") ? "&" : "?"}next=${encodeURIComponent(next)}`;
  return redirectWithMessage(context, path + query, key, { ...(values && { values }) });
}

/** @returns what somebody decided, in words of the page's language, as the operator may see it, and the way to its entry of the log */
export function decisionTold(context: Context, did: LogEntry) {
  const lang = context.get(language);
  const { actions, command, somebody } = deskText(lang, "log");
  const [kind] = did.subject.split(":");
  return {
    who: did.via === "command" ? command : (did.actorName ?? somebody),
    what: said(actions, `${did.action}-${kind}`, said(actions, did.action)),
    when: ago(lang, did.at, new Date()),
    why: did.reason && asSeenBy(operator(context).role, did.reason),
    link: { to: entryPath(did.id), text: deskTranslations(lang, "log")("entry", { id: did.id }) },
  };
}

/** Somebody else decided meanwhile: 409, the same page as it is now, with what they did. @param did null where nobody did */
export function refuseStale(context: Context, sent: SentForm, did: LogEntry | null): Refused {
  if (!did) return refuse(context, sent, 409, { message: "desk.changed" });
  const { why, link, ...values } = decisionTold(context, did);
  const to = inLanguage(context.get(language), link.to);
  const known = { link: { ...link, to } };
  return why
    ? refuse(context, sent, 409, {
        message: "desk.decidedWhy",
        values: { ...values, why },
        ...known,
      })
    : refuse(context, sent, 409, { message: "desk.decided", values, ...known });
}

/**
 * Asks before something is destroyed (RULES.md 25.4): the page shows what would go and sends the same form again, confirmed.
 * @returns null when it was confirmed
 */
export function askFirst(
  form: FormData,
  question: Pick<Confirmation, "title" | "losses" | "notes" | "submit" | "back">,
): Asked | null {
  if (form.get("confirmed") === "yes") return null;
  const fields = [...form].flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  return data({ asks: true, fields, ...question });
}
