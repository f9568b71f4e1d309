import type { RouterContextProvider } from "react-router";
import type { LogEntry } from "#app/domain/desk/log/audit.ts";
import { asSeenBy } from "#app/domain/desk/without-addresses.ts";
import { type Reason, refuse } from "#app/http/forms/refusal.ts";
import type { SentForm } from "#app/http/forms/sent-form.ts";
import { language } from "#app/http/middleware/context.ts";
import { ago } from "#app/i18n/format.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { operator } from "./guard.ts";
import { wordIn } from "./use-desk-translations.ts";
import { entryPath } from "./log-entry.tsx";

/** Describes a decision as far as this operator may know it, with a link to its log entry. */
export function describeDecision(context: Readonly<RouterContextProvider>, did: LogEntry) {
  const lang = context.get(language);
  const { t } = translatorIn(lang);
  const actions = t("desk:log.actions", { returnObjects: true });
  const [kind] = did.subject.split(":");
  return {
    who: did.via === "command" ? t("desk:log.command") : (did.actorName ?? t("desk:log.somebody")),
    what: wordIn(actions, `${did.action}-${kind}`, wordIn(actions, did.action)),
    when: ago(lang, did.at, new Date()),
    why: did.reason && asSeenBy(operator(context).role, did.reason),
    link: { to: entryPath(did.id), text: t("desk:log.entry", { id: did.id }) },
  };
}

/** 409: somebody else decided meanwhile. @param did null when only the data changed */
export function refuseStale(
  context: Readonly<RouterContextProvider>,
  sent: SentForm,
  did: LogEntry | null,
) {
  return refuse(context, sent, 409, staleReason(context, did));
}

export function staleReason(
  context: Readonly<RouterContextProvider>,
  did: LogEntry | null,
): Reason {
  if (!did) return { message: "desk.changed" };
  const { why, link, ...values } = describeDecision(context, did);
  return {
    message: why ? "desk.decidedWhy" : "desk.decided",
    values: { ...values, ...(why && { why }) },
    links: [{ ...link, to: inLanguage(context.get(language), link.to) }],
  };
}
