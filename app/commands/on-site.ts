import { existsSync } from "node:fs";
import { runOnExisting } from "./run.ts";
import { type Config, readConfig } from "#app/config.ts";

/** The part of a built site (app/site/site.ts) that commands use. */
export interface BuiltSite {
  writeWeeklyEmails(now: Date): Promise<number>;
  writeDeskDigest(now: Date): Promise<number | null>;
  close(): Promise<void>;
}

/** Runs a command that needs the email texts, which are in the build. `work` returns the line to print. */
export async function onSite(work: (site: BuiltSite, config: Config) => Promise<string>) {
  const built = new URL("../../build/server/index.js", import.meta.url);
  if (!existsSync(built)) stop("The email texts are in the build: run npm run build first");
  // Reports database problems in one line before the site is created.
  await runOnExisting(async () => {});
  if (process.exitCode) return;
  const build = await import(built.href);
  const config = configuration();
  const site: BuiltSite = build.entry.module.createSite(config, build);
  try {
    console.log(await work(site, config));
  } finally {
    await site.close();
  }
}

/** Reports invalid settings in one line, with exit code 1. */
export function configuration(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    return stop((error as Error).message);
  }
}

function stop(text: string): never {
  console.error(text);
  process.exit(1);
}
