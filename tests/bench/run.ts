// npm run bench [-- NAME …]: runs all benchmarks, or the named ones, in sequence.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const benches: Record<string, string[]> = {
  search: ["search.ts", "--million"],
  bytes: ["bytes.ts"],
  http: ["http.ts"],
  render: ["render.ts"],
  lighthouse: ["lighthouse.ts"],
  abuse: ["abuse.ts"],
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(
    `No benchmark ${unknown.join(", ")}; there are ${Object.keys(benches).join(", ")}.`,
  );
  process.exit(2);
}
for (const [name, [file, ...options]] of Object.entries(benches)) {
  if (named.length > 0 && !named.includes(name)) continue;
  console.log(`\n== ${name}`);
  const path = fileURLToPath(new URL(file!, import.meta.url));
  const { status } = spawnSync(process.execPath, ["--expose-gc", path, ...options], {
    stdio: "inherit",
    // React reads it when imported.
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (status !== 0) process.exit(status ?? 1);
}
