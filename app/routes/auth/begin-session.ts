import { redirectDocument } from "react-router";
import { noteNetwork } from "#app/domain/desk/operator-emails.ts";
import { hasSecondFactor } from "#app/domain/accounts/second-factor-codes.ts";
import { beginSecondStep } from "#app/domain/accounts/second-step.ts";
import { joinShelf } from "#app/domain/shelf/adopt-visitor-shelf.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import {
  config,
  database,
  language,
  services,
  type RequestContext,
} from "#app/http/middleware/context.ts";
import { operatorNetworkHash } from "#app/http/middleware/client-hash.ts";
import { logSignIn } from "#app/http/middleware/sign-in-log.ts";
import { signedInCookie } from "#app/http/middleware/session-cookie.ts";
import { rememberDevice } from "#app/http/middleware/known-device.ts";
import { visitorShelfCookie, visitorShelfOf } from "../shelf/visitor-cookie.ts";

/** Moves the browser's shelf into the account (RULES.md 7.2); warns operators of a new network (10.20). @param checked see `startSession` @returns Set-Cookie values @throws SignInOutdated */
export async function beginSession(
  request: Request,
  context: RequestContext,
  userId: string,
  stays = false,
  checked?: string | null,
): Promise<string[]> {
  const cookies = [
    ...(await moveShelf(request, context, userId)),
    await signedInCookie(request, context, userId, stays, checked),
    (await rememberDevice(request, context, userId)).cookie,
  ];
  await tellOfNetwork(context, userId);
  logSignIn(context, "signIn", "ok", { userId });
  return cookies;
}

/** @param path where to go afterwards @returns null for people without a second factor (RULES.md 10.19) */
export async function askSecondStep(
  request: Request,
  context: RequestContext,
  userId: string,
  path: string,
  stays = false,
): Promise<Response | null> {
  const db = context.get(database);
  if (!(await hasSecondFactor(db, userId))) return null;
  const { id, cookie } = await rememberDevice(request, context, userId);
  const token = await beginSecondStep(db, { userId, path, stays }, id, new Date());
  logSignIn(context, "signIn", "code-asked", { userId });
  const to = `${inLanguage(context.get(language), "/auth/code")}?token=${token}`;
  // A new document, because the client router does not know this page.
  return redirectDocument(to, { status: 303, headers: { "Set-Cookie": cookie } });
}

async function moveShelf(
  request: Request,
  context: RequestContext,
  userId: string,
): Promise<string[]> {
  const db = context.get(database);
  const shelf = await visitorShelfOf(request, context);
  if (shelf.length === 0) return [];
  const left = await joinShelf(db, userId, shelf, new Date());
  return [await visitorShelfCookie(context, left)];
}

async function tellOfNetwork(context: RequestContext, userId: string): Promise<void> {
  const signIn = {
    networkHash: operatorNetworkHash(context),
    language: context.get(language),
    origin: context.get(config).origin,
  };
  if (await noteNetwork(context.get(database), userId, signIn, new Date()))
    context.get(services).mailWorker.runSoon();
}
