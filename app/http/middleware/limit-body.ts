import { data, type MiddlewareFunction } from "react-router";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { withoutLanguage } from "#app/i18n/paths.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { isHidden, language } from "./context.ts";

/** bytes (RULES.md 12.2) */
const maxForm = 64 * 1024;

/** Checked before reading: 413, or 411 without `Content-Length` (RFC 9110 §15.5.12, §15.5.14). Uploads are limited while they are read. */
export const refuseLargeBody: MiddlewareFunction<Response> = ({ request, url, context }) => {
  const hidden = context.get(isHidden);
  if (!(hidden ? hadBody(request) : request.body)) return;
  if (!hidden && takesUploads(request, url.pathname)) return;
  const length = request.headers.get("Content-Length");
  if (length === null) throw data(null, 411);
  if (Number(length) <= maxForm) return;
  const say = (key: MessageKey) => translatorIn(context.get(language)).t(`messages:${key}`);
  throw data({ title: say("form.tooLargeTitle"), message: say("form.tooLarge") }, 413);
};

/** A hidden desk does not read forms, but still refuses bodies that are too large (RULES.md 10.2). */
const hadBody = ({ headers }: Request) =>
  headers.has("Content-Length") || headers.has("Transfer-Encoding");

function takesUploads(request: Request, path: string): boolean {
  return (
    /^\/(profile|desk\/perfumes\/\d+)$/u.test(withoutLanguage(path)) &&
    Boolean(request.headers.get("Content-Type")?.startsWith("multipart/form-data"))
  );
}
