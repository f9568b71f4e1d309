import type { Answered } from "#app/metrics/metrics.ts";
import { errorLine } from "./log-lines.ts";
import { requestId, routePattern } from "./middleware/context.ts";
import type { Step } from "./step.ts";

export const requestIds: Step = async ({ context }, next) => {
  const response = await next();
  response.headers.set("X-Request-Id", context.get(requestId));
  return response;
};

export const timing =
  (onAnswer: (answered: Answered) => void = () => {}): Step =>
  async ({ request: { method }, context }, next) => {
    const began = performance.now();
    const response = await next();
    const time = performance.now() - began;
    onAnswer({ route: context.get(routePattern), method, status: response.status, time });
    return response;
  };

export const failures: Step = async ({ request, context }, next) => {
  try {
    return await next();
  } catch (error) {
    if (request.signal.aborted) throw error;
    console.error(errorLine("requestFailed", error, context.get(requestId)));
    return new Response(null, { status: 500 });
  }
};
