import { data, type RouterContextProvider } from "react-router";
import { message, type MessageKey } from "../i18n/messages.server.ts";
import { language } from "../middleware/context.ts";

/** An action that was refused, as its page shows it: the message, what is wrong field by field, and everything typed. */
export interface Refusal {
  intent: string;
  /** null when no answer came, which the page knows how to say itself */
  message: string | null;
  errors: Record<string, string>;
  typed: Record<string, string>;
  /** where the person may want to go now; an address of this site */
  link?: { to: string; text: string };
}

interface Reason {
  message: MessageKey;
  values?: Record<string, string>;
  /** what is wrong with which field */
  fields?: Record<string, MessageKey>;
  /** seconds, for 429 and 503 */
  retryAfter?: number;
  link?: Refusal["link"];
}

/** Never sent back: browsers may keep a page. */
const secret = new Set(["password", "avatar"]);

/** The answer to an action that failed (design §4): the same page with everything typed still there, and a true status. */
export function refuse(
  context: Readonly<RouterContextProvider>,
  form: FormData,
  status: number,
  { message: key, values, fields = {}, retryAfter, link }: Reason,
) {
  const say = (one: MessageKey) => message(context.get(language), one, values);
  const refusal: Refusal = {
    intent: textOf(form, "intent"),
    message: say(key),
    errors: Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, say(one)])),
    typed: Object.fromEntries(
      [...form].filter((field): field is [string, string] => {
        const [name, value] = field;
        return typeof value === "string" && !secret.has(name) && name !== "intent";
      }),
    ),
    ...(link && { link }),
  };
  const headers = new Headers();
  if (retryAfter !== undefined) headers.set("Retry-After", String(retryAfter));
  return data(refusal, { status, headers });
}

/** Too many actions of a kind: 429, in words and in a header. @param retryAfter seconds */
export function refuseTooMany(
  context: Readonly<RouterContextProvider>,
  form: FormData,
  retryAfter: number,
) {
  const values = { minutes: String(Math.ceil(retryAfter / 60)) };
  return refuse(context, form, 429, { message: "form.tooMany", values, retryAfter });
}

/** For a route's `headers` export: what a refusal adds reaches the page's own answer. */
export function refusalHeaders({ actionHeaders }: { actionHeaders: Headers }) {
  return actionHeaders;
}

/** @returns the text of a field, "" when it is missing or a file */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
