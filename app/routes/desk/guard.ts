import {
  data,
  type MiddlewareFunction,
  redirectDocument,
  type RouterContextProvider,
} from "react-router";
import type { Role } from "#app/domain/desk/operators.ts";
import { inLanguage, withRedirectTo } from "#app/i18n/paths.ts";
import { currentUser, isHidden, language, operatorRole } from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";

type Context = Readonly<RouterContextProvider>;

/** Who works at the desk. */
export interface Operator {
  userId: string;
  role: Role;
}

/**
 * Lets operators in. Who is signed out goes to sign in and comes back; for everybody else there is no such address, whatever
 * the method and the form (RULES.md 25.1). It is the middleware of the desk's first route, so no page can forget it.
 */
export const admitOperators: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (!context.get(currentUser)) throw await toSignIn(request, context);
  operator(context);
  // The router's client, which has no scripts of these pages.
  const url = new URL(request.url);
  if (url.pathname.endsWith(".data")) throw redirectDocument(pathOf(url));
  const response = await next();
  response.headers.set("Cache-Control", "private, no-store");
  response.headers.set("X-Robots-Tag", "noindex");
  return response;
};

/** @returns who works at the desk @throws the answer of an address that there is not */
export function operator(context: Context): Operator {
  const userId = context.get(currentUser)?.userId;
  const role = context.get(operatorRole);
  if (userId === undefined || role === null) throw noSuchAddress(context);
  return { userId, role };
}

/** What to throw where somebody may not know that there is anything, as when their role was taken meanwhile. */
export function noSuchAddress(context: Context) {
  context.set(isHidden, true);
  return data(null, 404);
}

function toSignIn(request: Request, context: Context) {
  const lang = context.get(language);
  const back = inLanguage(lang, pathOf(new URL(request.url)));
  const signIn = withRedirectTo(inLanguage(lang, "/auth"), back);
  return redirectWithMessage(context, signIn, "auth.mustLogin", { kind: "alert" });
}

/** The page's own address, also where its data was asked for. */
const pathOf = ({ pathname, search }: URL) => pathname.replace(/\.data$/u, "") + search;
