import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { clientAddress } from "./context.ts";

/**
 * The whole site as one function from Request to Response: what the server serves and what the page tests call.
 * @param client the connection's other end, when there is one
 */
export function createFetch(build: ServerBuild) {
  const handle = createRequestHandler(build, process.env.NODE_ENV);
  return async function fetch(request: Request, client?: { address: string }): Promise<Response> {
    const context = new RouterContextProvider();
    context.set(clientAddress, client?.address ?? "");
    return handle(request, context);
  };
}
