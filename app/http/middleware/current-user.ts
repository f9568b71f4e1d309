import { data, type MiddlewareFunction } from "react-router";
import { type CurrentUser, findCurrentUser } from "#app/domain/accounts/sessions.ts";
import { roleOf } from "#app/domain/desk/operators.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { voiceSettings } from "./client-hash.ts";
import { isShared } from "../shared-response.ts";
import {
  currentUser,
  database,
  language,
  operatorRole,
  type RequestContext,
  services,
  sessionLost,
} from "./context.ts";
import { logFailure } from "./log-failure.ts";
import { sessionToken, signedOutCookie, stayingCookie } from "./session-cookie.ts";

export const withCurrentUser: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { name } = context.get(services).cookies.session;
  const hasCookie = request.headers.get("Cookie")?.includes(`${name}=`) ?? false;
  const token = hasCookie ? await sessionToken(context, request) : null;
  const user = token && (await userOf(context, token));
  if (user) context.set(currentUser, user);
  else context.set(sessionLost, hasCookie);
  const response = await next();
  if (!hasCookie || isShared(response)) return response;
  response.headers.set("Cache-Control", "private, no-store");
  const setsCookie = response.headers.getSetCookie().some((set) => set.startsWith(`${name}=`));
  if (setsCookie) return response;
  if (!user) response.headers.append("Set-Cookie", await signedOutCookie(context));
  else if (user.renews) response.headers.append("Set-Cookie", await stayingCookie(context, token!));
  return response;
};

async function userOf(context: RequestContext, token: string): Promise<CurrentUser | null> {
  try {
    const { emailsAreConfirmed } = voiceSettings(context);
    const db = context.get(database);
    const user = await findCurrentUser(db, token, new Date(), emailsAreConfirmed);
    if (user) context.set(operatorRole, await roleOf(db, user.userId));
    return user;
  } catch (error) {
    logFailure(context, error);
    throw data(
      { message: translatorIn(context.get(language)).t("messages:username.errorStatus") },
      500,
    );
  }
}
