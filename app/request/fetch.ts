import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { config } from "../config.ts";
import { answerPage } from "./answer-page.ts";
import { createAssets } from "./assets.ts";
import { clientAddressOf } from "./client-address.ts";
import { clientAddress, viewedPerfume } from "./context.ts";
import { recordView } from "./views.ts";

/**
 * The whole site as one function from Request to Response: what the server serves and what the page tests call.
 * @param client the connection's other end, when there is one
 */
export function createFetch(build: ServerBuild) {
  const handle = createRequestHandler(build, process.env.NODE_ENV);
  const answerAsset = createAssets(build.assetsBuildDirectory);

  return async function fetch(request: Request, client?: { address: string }): Promise<Response> {
    const url = new URL(request.url);
    const asset = await answerAsset(request, url.pathname);
    if (asset) return asset;

    const forwarded = request.headers.get("X-Forwarded-For");
    const address = clientAddressOf(client?.address, forwarded, config.trustedProxyHops);
    const { response, perfumeId } = await answerPage(request, url, async () => {
      const context = new RouterContextProvider();
      context.set(clientAddress, address);
      const response = await handle(request, context);
      return { response, perfumeId: context.get(viewedPerfume) };
    });
    if (perfumeId !== null) recordView(perfumeId, request, address);
    return response;
  };
}
