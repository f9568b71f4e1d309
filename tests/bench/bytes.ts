// Page sizes in brotli, with their limits (RULES.md 11.8).
import {
  allScriptsLimit,
  heaviest,
  openFullSite,
  pageLimits,
  scriptBytes,
  scriptedPaths,
  scriptLimit,
  styleBytes,
  styleLimit,
} from "../support/bytes.ts";

const site = await openFullSite();
const table: Record<string, { bytes: number; limit: number }> = {};
for (const [what, pathOf, limit, status] of pageLimits)
  table[what] = { bytes: await heaviest(site, pathOf(site), status), limit };
table["of which styles, on a perfume's page"] = {
  bytes: await styleBytes(site, `/es${site.perfume}`),
  limit: styleLimit,
};
console.log("\nEach page's single response, in its largest language");
console.table(table);

const scripts: typeof table = {};
for (const [what, path] of [
  ["home", "/de"],
  ["a perfume", `/de${site.perfume}`],
  ["contact", "/de/contact"],
] as const)
  scripts[what] = { bytes: await scriptBytes(site, path), limit: scriptLimit };
scripts["every kind of page, each script once"] = {
  bytes: await scriptBytes(site, ...scriptedPaths(site)),
  limit: allScriptsLimit,
};
console.log(
  "\nScripts: none before the person acts; then everything that the page needs, with its texts",
);
console.table(scripts);
await site.close();
