import { z } from "zod";
import { newToken } from "#app/domain/accounts/secrets.ts";
import { services, type RequestContext } from "#app/http/middleware/context.ts";
import { withQuery } from "./page-address.ts";
import type { Place } from "./place.ts";

const kept = z.object({
  token: z.string(),
  perfumeId: z.number(),
  dupeId: z.number(),
  voto: z.literal([1, -1]),
});

/** A vote that waits for a sign-in (RULES.md 5.9). */
export type KeptVote = Omit<z.output<typeof kept>, "token">;

const parameter = "vote";

/**
 * A cookie keeps the vote, and a token in the way back names it: without the cookie a link does nothing, and without the
 * token nobody else who signs in here casts it.
 */
export async function keepVote(
  context: RequestContext,
  place: Place,
  { dupeId, voto }: Omit<KeptVote, "perfumeId">,
): Promise<{ back: string; cookies: string[] }> {
  const token = newToken();
  const { perfumeId } = place;
  const value: z.input<typeof kept> = { token, perfumeId, dupeId, voto };
  const open = place.open ? `${place.open}&` : "";
  return {
    back: withQuery(place, `${open}${parameter}=${token}`, `#dupe-${dupeId}`),
    cookies: [await context.get(services).cookies.vote.serialize(value)],
  };
}

/** @param path where a sign-in leads @returns the path without the token, and the vote that the token names in this browser */
export async function readKeptVote(
  request: Request,
  context: RequestContext,
  path: string,
): Promise<{ path: string; vote: KeptVote | null }> {
  const { pathname, searchParams, hash } = new URL(path, "http://site.invalid");
  const token = searchParams.get(parameter);
  if (token === null) return { path, vote: null };
  searchParams.delete(parameter);
  const query = searchParams.size > 0 ? `?${searchParams}` : "";
  const { vote: cookie } = context.get(services).cookies;
  const found = kept.safeParse(await cookie.parse(request.headers.get("Cookie"))).data;
  return { path: pathname + query + hash, vote: found?.token === token ? found : null };
}

/** @returns Set-Cookie value */
export const forgetVote = (context: RequestContext) =>
  context.get(services).cookies.vote.serialize("", { maxAge: 0 });
