import { createElement as element } from "react";
import {
  createRequestHandler,
  type EntryContext,
  Scripts,
  ScrollRestoration,
  type ServerBuild,
} from "react-router";

const Root = () =>
  element(
    "html",
    null,
    element("head"),
    element("body", null, element(ScrollRestoration), element(Scripts)),
  );

/**
 * React Router as the site uses it, with one route that has an action.
 * @param render renders what the router passes on
 * @param options.loaded what its loader returns
 */
export function createSmallRouter(
  render: (context: EntryContext, url: string) => Promise<string> | string,
  {
    loaded = "loaded",
    allowedActionOrigins = [],
  }: { loaded?: unknown; allowedActionOrigins?: string[] } = {},
): (request: Request) => Promise<Response> {
  const route = { id: "root", path: "", hasLoader: true, hasAction: true, module: "/root.js" };
  const build = {
    entry: {
      module: {
        default: async (
          request: Request,
          status: number,
          headers: Headers,
          context: EntryContext,
        ) => new Response(await render(context, request.url), { status, headers }),
      },
    },
    routes: {
      root: {
        id: "root",
        path: "",
        module: { default: Root, loader: () => loaded, action: () => "done" },
      },
    },
    assets: {
      entry: { module: "/entry.js", imports: ["/imported.js"] },
      routes: { root: route },
      url: "/manifest.js",
      version: "1",
    },
    ssr: true,
    isSpaMode: false,
    prerender: [],
    future: {},
    basename: "/",
    publicPath: "/",
    assetsBuildDirectory: "none",
    routeDiscovery: { mode: "initial" },
    allowedActionOrigins,
  } as unknown as ServerBuild;
  return createRequestHandler(build, "production");
}
