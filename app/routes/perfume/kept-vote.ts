import { z } from "zod";
import { newToken } from "#app/domain/accounts/secrets.ts";
import {
  type Answers,
  questions,
  verdictQuestions,
} from "#app/domain/reviews/verdict-questions.ts";
import { services, type RequestContext } from "#app/http/middleware/context.ts";
import { withQuery } from "./page-address.ts";
import type { Place } from "./place.ts";

const answers = Object.fromEntries(
  questions.map((question) => [question, z.literal([...verdictQuestions[question]]).nullable()]),
);

const kept = z.object({
  token: z.string(),
  perfumeId: z.number(),
  dupeId: z.number(),
  said: z.literal([1, -1]).or(z.object({ ...answers, worn: z.boolean() })),
});

/** As typed: perhaps without an answer, or without the tick. */
export type TypedVerdict = Answers & { worn: boolean };

/** A vote or verdict that waits for a sign-in (RULES.md 5.9). */
export interface KeptVote {
  perfumeId: number;
  dupeId: number;
  said: 1 | -1 | TypedVerdict;
}

const parameter = "vote";

/**
 * A cookie keeps what was said, and a token in the way back names it: without the cookie a link does nothing, and without
 * the token nobody else who signs in here says it.
 */
export async function keepVote(
  context: RequestContext,
  place: Place,
  { dupeId, said }: Omit<KeptVote, "perfumeId">,
): Promise<{ back: string; cookies: string[] }> {
  const token = newToken();
  const { perfumeId } = place;
  const value = { token, perfumeId, dupeId, said };
  const open = place.open ? `${place.open}&` : "";
  const anchor = typeof said === "object" ? "#verdict" : `#dupe-${dupeId}`;
  return {
    back: withQuery(place, `${open}${parameter}=${token}`, anchor),
    cookies: [await context.get(services).cookies.vote.serialize(value)],
  };
}

/** @param path where a sign-in leads @returns the path without the token, and what the token names in this browser */
export async function readKeptVote(
  request: Request,
  context: RequestContext,
  path: string,
): Promise<{ path: string; vote: KeptVote | null }> {
  const { pathname, searchParams, hash } = new URL(path, "http://site.invalid");
  if (!searchParams.has(parameter)) return { path, vote: null };
  const vote = await readKept(request, context, searchParams);
  searchParams.delete(parameter);
  const query = searchParams.size > 0 ? `?${searchParams}` : "";
  return { path: pathname + query + hash, vote };
}

export async function readKept(
  request: Request,
  context: RequestContext,
  query: URLSearchParams,
): Promise<KeptVote | null> {
  const token = query.get(parameter);
  if (token === null) return null;
  const { vote: cookie } = context.get(services).cookies;
  const found = kept.safeParse(await cookie.parse(request.headers.get("Cookie"))).data;
  return found?.token === token ? (found as KeptVote) : null;
}

/** @returns Set-Cookie value */
export const forgetVote = (context: RequestContext) =>
  context.get(services).cookies.vote.serialize("", { maxAge: 0 });
