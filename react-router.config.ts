import type { Config } from "@react-router/dev/config";

export default {
  // The whole route table travels with the first script, so that no navigation waits for a second one.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
