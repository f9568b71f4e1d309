import { randomUUID } from "node:crypto";
import { z } from "zod";
import { isKnownClient } from "#app/domain/accounts/sessions.ts";
import { database, services, type RequestContext } from "./context.ts";
import { clientHash } from "./client-hash.ts";
import type { Place } from "./guess-limits.ts";

const maxUsers = 5;

const device = z.object({ id: z.string(), users: z.array(z.string()) });

export async function rememberDevice(
  request: Request,
  context: RequestContext,
  userId: string,
): Promise<{ id: string; cookie: string }> {
  const { id, users } = (await deviceOf(request, context)) ?? { id: randomUUID(), users: [] };
  const all = [userId, ...users.filter((other) => other !== userId)].slice(0, maxUsers);
  const cookie = await context.get(services).cookies.knownDevice.serialize({ id, users: all });
  return { id, cookie };
}

export async function deviceIdOf(
  request: Request,
  context: RequestContext,
): Promise<string | null> {
  return (await deviceOf(request, context))?.id ?? null;
}

export async function placeOf(
  request: Request,
  context: RequestContext,
  userId: string,
): Promise<Place> {
  const known = await deviceOf(request, context);
  if (known?.users.includes(userId)) return { device: known.id };
  const isKnown = await isKnownClient(context.get(database), userId, clientHash(context));
  return isKnown ? "known-client" : "unknown";
}

async function deviceOf(request: Request, context: RequestContext) {
  const { knownDevice } = context.get(services).cookies;
  const found: unknown = await knownDevice.parse(request.headers.get("Cookie"));
  return device.safeParse(found).data ?? null;
}
