import type { RouterContextProvider } from "react-router";
import type { LogEntry } from "#app/domain/desk/log/audit.ts";
import { refuse } from "#app/http/forms/refusal.ts";
import type { SentForm } from "#app/http/forms/sent-form.ts";
import { language } from "#app/http/middleware/context.ts";
import { deskText } from "#app/i18n/desk-text.server.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { missingPage } from "../../missing-page.ts";
import { type DeskAnswer, goOn } from "../answers.ts";
import { refuseStale } from "../describe-decision.ts";
import { noSuchAddress } from "../guard.ts";
import { bottlePath } from "./bottle-page.ts";

interface Outcome {
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
  "no-such-alias": [404, "catalogue.noSuchAlias"],
  "no-such-dupe": [404, "catalogue.noSuchDupe"],
  "dupe-of-itself": [422, "catalogue.dupeOfItself"],
  "no-such-source": [404, "catalogue.noSuchSource"],
  "source-there": [409, "catalogue.sourceThere", "url"],
  "too-many": [409, "catalogue.tooManySources"],
  "no-such-bottle": [422, "catalogue.noSuchBottle", "into"],
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
    text: deskText(lang, "catalogue").seen,
  };
  return refuse(context, sent, status, {
    message,
    values,
    links: id === undefined ? [] : [link],
    ...(field && { fields: { [field]: message } }),
  });
}
