import type { RouterContextProvider } from "react-router";

export interface Around {
  request: Request;
  url: URL;
  context: RouterContextProvider;
}

export type Handle = (around: Around) => Promise<Response>;

/** Has the shape of React Router's middleware: answers, or asks the next and may change its answer. */
export type Step = (
  around: Around,
  next: (request?: Request) => Promise<Response>,
) => Response | Promise<Response>;

export function inOrder(steps: Step[], last: Handle): Handle {
  return steps.reduceRight<Handle>(
    (rest, step) => async (around) =>
      step(around, (request) =>
        rest(request ? { ...around, request, url: new URL(request.url) } : around),
      ),
    last,
  );
}
