// What an avatar takes through the site: from a folder, and from OpenStack Swift on the same machine (RULES.md 29.3).
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFileStore } from "#app/uploads/open-store.ts";
import { s3AddressOf } from "#app/uploads/s3-address.ts";
import { connect } from "#db/open/open.ts";
import { migrate } from "#db/migrate.ts";
import { freePort } from "../support/free-port.ts";
import { startSwift, whyNoSwift } from "../support/swift.ts";
import { percentile } from "./measure.ts";
import { serve } from "./server.ts";

const [people, rounds] = [50, 40];
const picture = Buffer.alloc(12_000, 7);

const without = whyNoSwift();
if (without) {
  console.log(`Not measured: ${without}`);
  process.exit();
}
const swift = await startSwift();
await swift.newBucket("pictures");
const swiftUrl = swift.urlOf("pictures");

async function siteOn(environment: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), "sosia-uploads-"));
  const settings = {
    DATABASE_URL: `file:${join(folder, "perfumes.db")}`,
    UPLOADS_DIR: join(folder, "uploads"),
    ...environment,
  };
  const db = connect(settings.DATABASE_URL);
  await migrate(db);
  await db.destroy();
  const server = await serve("app/start.ts", await freePort(), settings);
  // After the start, whose housekeeping removes pictures of nobody.
  const store = openFileStore(s3AddressOf(environment.UPLOADS_URL ?? "") ?? settings.UPLOADS_DIR);
  for (let n = 0; n < people; n++) await store.put(`person-${n}/avatar.webp`, picture);
  return server;
}

const sites = { folder: await siteOn({}), Swift: await siteOn({ UPLOADS_URL: swiftUrl }) };
const times: Record<string, number[]> = { folder: [], Swift: [] };
for (let round = 0; round < rounds; round++)
  for (const [name, { origin }] of Object.entries(sites))
    for (let n = 0; n < people; n++) {
      const began = performance.now();
      const answer = await fetch(`${origin}/avatars/person-${n}/avatar.webp`);
      if (!answer.ok || (await answer.arrayBuffer()).byteLength !== picture.length)
        throw new Error(`${name} answers ${answer.status}`);
      // The first round warms up.
      if (round > 0) times[name]!.push(performance.now() - began);
    }

console.log("ms per avatar of 12 kB, one after the other    median     p95     p99");
for (const [name, all] of Object.entries(times)) {
  const figures = [50, 95, 99].map((part) => percentile(all, part).toFixed(1).padStart(8));
  console.log(name.padEnd(45), ...figures);
}
await Promise.all([...Object.values(sites).map(({ stop }) => stop()), swift.stop()]);
