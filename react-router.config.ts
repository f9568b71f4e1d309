import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "@react-router/dev/config";
import { withoutDesk } from "./app/http/middleware/desk-routes.ts";

const assigned = "window.__reactRouterManifest=";

/** Removes the desk from the route table that browsers get, so that links to it load a document (RULES.md 10.3). */
function hideDesk(buildFolder: string): void {
  const files = globSync(join(buildFolder, "client/assets/manifest-*.js"));
  if (files.length === 0) throw new Error("The build has no route manifest");
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    if (!text.startsWith(assigned)) throw new Error(`${file} is not a route manifest`);
    const manifest = JSON.parse(text.slice(assigned.length).replace(/;$/u, ""));
    writeFileSync(file, `${assigned}${JSON.stringify(withoutDesk(manifest))};`);
  }
}

export default {
  // The whole route table comes with the first script, so that no navigation waits for a second request.
  routeDiscovery: { mode: "initial" },
  // Pages name their route modules: one module saves a hydrating page requests and bytes.
  splitRouteModules: false,
  buildEnd({ reactRouterConfig }) {
    hideDesk(reactRouterConfig.buildDirectory);
  },
} satisfies Config;
