import type { Step } from "./step.ts";

const maxRest = 256 * 1024 * 1024;
const maxTime = 30_000;

/** Browsers send the whole body before they read the response, which a closed connection would lose. */
export const wholeBodies: Step = async ({ request }, next) => {
  const response = await next();
  // Nobody waits for the rest of a form that came too slowly.
  const ended = response.status !== 408 && (await discardRest(request.body));
  if (!ended) response.headers.set("Connection", "close");
  return response;
};

export async function discardRest(body: Request["body"]): Promise<boolean> {
  // Whoever holds the lock reads to the end.
  if (!body || body.locked) return true;
  const reader = body.getReader();
  let cut = false;
  const late = setTimeout(() => {
    cut = true;
    reader.cancel().catch(() => {});
  }, maxTime);
  try {
    for (let rest = 0; ;) {
      const { done, value } = await reader.read();
      if (done) return !cut;
      rest += value.length;
      if (rest > maxRest) return false;
    }
  } catch {
    return false;
  } finally {
    clearTimeout(late);
    await reader.cancel().catch(() => {});
  }
}
