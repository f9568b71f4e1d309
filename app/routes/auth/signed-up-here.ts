import { z } from "zod";
import { services, type RequestContext } from "#app/http/middleware/context.ts";

const signedUp = z.object({ signedUp: z.string() });

/** For the browser in which somebody signed up, who thus chose the password (RULES.md 9.4). @returns Set-Cookie value */
export function rememberSignUp(context: RequestContext, userId: string): Promise<string> {
  const value: z.input<typeof signedUp> = { signedUp: userId };
  return context.get(services).cookies.signedUp.serialize(value);
}

export async function hasSignedUpHere(
  request: Request,
  context: RequestContext,
  userId: string,
): Promise<boolean> {
  const { signedUp: cookie } = context.get(services).cookies;
  const found = signedUp.safeParse(await cookie.parse(request.headers.get("Cookie")));
  return found.data?.signedUp === userId;
}

/** @returns Set-Cookie value */
export const forgetSignUp = (context: RequestContext) =>
  context.get(services).cookies.signedUp.serialize("", { maxAge: 0 });
