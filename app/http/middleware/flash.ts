import { type MiddlewareFunction, redirect } from "react-router";
import { isMessage, type MessageKey } from "#app/i18n/messages.server.ts";
import { isPrefetch } from "../page-view.ts";
import { flash, type Flash, services, type RequestContext } from "./context.ts";

/** @param options.by `redirectDocument` loads a new document, which opens at its top (RULES.md 12.5) */
export async function redirectWithMessage(
  context: RequestContext,
  to: string,
  key: MessageKey,
  {
    kind = "status",
    values,
    entries,
    status = 303,
    cookies = [],
    by = redirect,
  }: Partial<Omit<Flash, "key">> & {
    status?: 302 | 303;
    cookies?: string[];
    by?: typeof redirect;
  } = {},
): Promise<Response> {
  const message = {
    kind,
    key,
    ...(values && { values }),
    ...(entries && { entries }),
  } satisfies Flash;
  const cookie = await context.get(services).cookies.flash.serialize(message);
  const headers = [...cookies, cookie].map((value): [string, string] => ["Set-Cookie", value]);
  return by(to, { status, headers });
}

export const withFlash: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const cookie = context.get(services).cookies.flash;
  const hasCookie = request.headers.get("Cookie")?.includes(`${cookie.name}=`) ?? false;
  if (!hasCookie || request.method !== "GET" || isPrefetch(request.headers)) return next();
  const found: unknown = await cookie.parse(request.headers.get("Cookie"));
  if (isFlash(found)) context.set(flash, found);
  const response = await next();
  if (!isPage(response)) return response;
  response.headers.set("Cache-Control", "private, no-store");
  // The router's client gets redirects as 202.
  const shown = response.status !== 202 && (response.status < 300 || response.status >= 400);
  const setAgain = response.headers.getSetCookie().some((set) => set.startsWith(`${cookie.name}=`));
  if (shown && !setAgain)
    response.headers.append("Set-Cookie", await cookie.serialize("", { maxAge: 0 }));
  return response;
};

const isPage = (response: Response) =>
  /^text\/(html|x-script)/u.test(response.headers.get("Content-Type") ?? "");

function isFlash(found: unknown): found is Flash {
  if (typeof found !== "object" || found === null) return false;
  const { kind, key } = found as Partial<Flash>;
  return (kind === "status" || kind === "alert") && isMessage(key);
}
