import { readFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { createRequestListener } from "@remix-run/node-fetch-server";
import type { ServerBuild } from "react-router";
import { isRunnableDevEnvironment, minify, type Plugin, type RunnableDevEnvironment } from "vite";
import { readConfig } from "./app/config.ts";
import type { Site } from "./app/site/site.ts";

export function minifiedInlineScripts(): Plugin {
  return {
    name: "minified-inline-scripts",
    enforce: "pre",
    load: {
      filter: { id: /\/app\/http\/browser\/[^/]+\.js\?raw$/ },
      async handler(id) {
        const file = id.replace("?raw", "");
        this.addWatchFile(file);
        const { code, errors } = await minify(file, await readFile(file, "utf8"), {
          module: false,
        });
        if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
        return `export default ${JSON.stringify(code)}`;
      },
    },
  };
}

/** Removes Vite's preload helper: it is for chunks with styles, of which there are none, and costs every page 700 B of brotli. */
export function plainImports(): Plugin {
  return {
    name: "plain-imports",
    enforce: "pre",
    load: (id) =>
      id === "\0vite/preload-helper.js"
        ? "export const __vitePreload = (load) => load();"
        : undefined,
  };
}

/** Replaces the desk's pages, which have no scripts, with an empty module in browsers (RULES.md 10.3). */
export function deskOnServersOnly(): Plugin {
  return {
    name: "desk-on-servers-only",
    enforce: "post",
    applyToEnvironment: ({ name }) => name === "client",
    transform: {
      order: "post",
      filter: { id: /\/app\/routes\/desk\/[^?]+\?__react-router-build-client-route$/ },
      handler: () => "export {};",
    },
  };
}

/** For `npm run dev`: a site built from the sources and rebuilt when they change. */
export function siteInDevelopment(): Plugin {
  let build: ServerBuild | undefined;
  let site: Site | undefined;
  let listener: RequestListener | undefined;

  async function renew({ runner }: RunnableDevEnvironment) {
    const current = await runner.import("virtual:react-router/server-build");
    if (current === build) return;
    build = current;
    await site?.close();
    site = current.entry.module.createSite(readConfig(process.env), current) as Site;
    listener = createRequestListener(site.fetch);
  }

  return {
    name: "site-in-development",
    apply: "serve",
    configureServer(server) {
      return () => {
        server.middlewares.use((request, response, next) => {
          const { ssr } = server.environments;
          if (!ssr || !isRunnableDevEnvironment(ssr)) return next();
          request.url = request.originalUrl!;
          renew(ssr).then(() => listener!(request, response), next);
        });
      };
    },
  };
}
