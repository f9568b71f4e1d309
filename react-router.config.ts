import type { Config } from "@react-router/dev/config";

export default {
  // The whole route table travels with the first script, so that no navigation waits for a second one.
  routeDiscovery: { mode: "initial" },
  // Pages name their route's modules: one costs a hydrating page fewer requests and bytes than two.
  splitRouteModules: false,
} satisfies Config;
