import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "@react-router/dev/config";
import { withoutDesk } from "./app/http/middleware/desk-routes.ts";

const assigned = "window.__reactRouterManifest=";

interface Manifest {
  routes: Record<string, { hasDefaultExport: boolean; hasAction: boolean }>;
}

/** Leaves pages and forms in the route table that browsers get, without the desk: links to the rest load a document (RULES.md 10.3). */
function shortenManifest(buildFolder: string): void {
  const files = globSync(join(buildFolder, "client/assets/manifest-*.js"));
  if (files.length === 0) throw new Error("The build has no route manifest");
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    if (!text.startsWith(assigned)) throw new Error(`${file} is not a route manifest`);
    const manifest: Manifest = withoutDesk(
      JSON.parse(text.slice(assigned.length).replace(/;$/u, "")),
    );
    const routes = Object.entries(manifest.routes).filter(
      ([, { hasDefaultExport, hasAction }]) => hasDefaultExport || hasAction,
    );
    writeFileSync(
      file,
      `${assigned}${JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) })};`,
    );
  }
}

export default {
  // The whole route table comes with the first script, so that no navigation waits for a second request.
  routeDiscovery: { mode: "initial" },
  // Pages name their route modules: one module saves a hydrating page requests and bytes.
  splitRouteModules: false,
  buildEnd({ reactRouterConfig }) {
    shortenManifest(reactRouterConfig.buildDirectory);
  },
} satisfies Config;
