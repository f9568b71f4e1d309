import {
  data,
  type MiddlewareFunction,
  redirectDocument,
  type RouterContextProvider,
} from "react-router";
import { hasSecondFactor } from "#app/domain/accounts/second-factor-codes.ts";
import type { Role } from "#app/domain/desk/operators.ts";
import { inLanguage, withRedirectTo } from "#app/i18n/paths.ts";
import {
  config,
  currentUser,
  database,
  isHidden,
  language,
  operatorRole,
} from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";

export interface Operator {
  userId: string;
  role: Role;
}

/**
 * Redirects visitors to sign in and answers 404 to everybody else except operators (RULES.md 10.2). Runs on
 * the desk's parent route, so that no page can forget it.
 */
export const admitOperators: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (!context.get(currentUser)) throw await toSignIn(request, context);
  operator(context);
  // A document, because these pages have no scripts for the client router.
  const url = new URL(request.url);
  if (url.pathname.endsWith(".data")) throw redirectDocument(pathOf(url));
  const response = await next();
  response.headers.set("Cache-Control", "private, no-store");
  response.headers.set("X-Robots-Tag", "noindex");
  return response;
};

/** With DESK_SECOND_FACTOR=required, an operator without one can only set it up (RULES.md 10.19). */
export const demandSecondFactor: MiddlewareFunction<Response> = async ({ context }) => {
  if (!context.get(config).deskSecondFactor) return;
  if (await hasSecondFactor(context.get(database), operator(context).userId)) return;
  const setUp = inLanguage(context.get(language), "/profile/second-factor");
  throw await redirectWithMessage(context, setUp, "people.factorRequired", { kind: "alert" });
};

/** @throws 404, as for an unknown address */
export function operator(context: Readonly<RouterContextProvider>): Operator {
  const userId = context.get(currentUser)?.userId;
  const role = context.get(operatorRole);
  if (userId === undefined || role === null) throw noSuchAddress(context);
  return { userId, role };
}

/** Throw this when somebody must not learn that the address exists, e.g. after losing the role. */
export function noSuchAddress(context: Readonly<RouterContextProvider>) {
  context.set(isHidden, true);
  return data(null, 404);
}

function toSignIn(request: Request, context: Readonly<RouterContextProvider>) {
  const lang = context.get(language);
  const back = inLanguage(lang, pathOf(new URL(request.url)));
  const signIn = withRedirectTo(inLanguage(lang, "/auth"), back);
  return redirectWithMessage(context, signIn, "auth.mustLogin", { kind: "alert" });
}

const pathOf = ({ pathname, search }: URL) => pathname.replace(/\.data$/u, "") + search;
