// npm run shelf -- digest: writes the weekly emails that are due (RULES.md 20.5), as the running site does by itself.
import { existsSync } from "node:fs";
import { runOnExisting } from "#db/cli/run.ts";
import { readConfig } from "../config.ts";

const [verb, ...rest] = process.argv.slice(2);
if (verb !== "digest" || rest.length > 0)
  stop(2, "Usage: npm run shelf -- digest    (queues the weekly emails that are due)");
const built = new URL("../../build/server/index.js", import.meta.url);
if (!existsSync(built)) stop(1, "The texts of emails are in the build: npm run build");

// What is wrong with the database is said in one line before a site is made of it.
await runOnExisting(async () => {});
if (!process.exitCode) await digest();

async function digest() {
  const build = await import(built.href);
  const site = build.entry.module.createSite(configuration(), build);
  try {
    const queued: number = await site.writeDigest(new Date());
    console.log(queued === 1 ? "1 email is queued." : `${queued} emails are queued.`);
  } finally {
    await site.close();
  }
}

function configuration() {
  try {
    return readConfig(process.env);
  } catch (error) {
    return stop(1, (error as Error).message);
  }
}

function stop(code: number, text: string): never {
  console.error(text);
  process.exit(code);
}
