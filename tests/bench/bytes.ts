// What pages weigh beside what they may weigh at most, in bytes of brotli.
import {
  heaviest,
  openFullSite,
  pageLimits,
  scriptBytes,
  scriptLimit,
  styleBytes,
  styleLimit,
} from "../support/bytes.ts";

const site = await openFullSite();
const table: Record<string, { bytes: number; limit: number }> = {};
for (const [what, pathOf, limit] of pageLimits)
  table[what] = { bytes: await heaviest(site, pathOf(site)), limit };
table["of which styles, on a perfume's page"] = {
  bytes: await styleBytes(site, `/es${site.perfume}`),
  limit: styleLimit,
};
console.log("\nIn the language in which each weighs most, its one response");
console.table(table);

const scripts: typeof table = {};
for (const [what, path] of [
  ["home", "/de"],
  ["a perfume", `/de${site.perfume}`],
  ["contact", "/de/contact"],
] as const)
  scripts[what] = { bytes: await scriptBytes(site, path), limit: scriptLimit };
console.log("\nScripts: none before the person acts; then all that the page needs, with its words");
console.table(scripts);
process.exit(0);
