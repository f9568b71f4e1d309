// Starts a site for each of these environments, one after the other in one process, and prints what each start said.
import { join } from "node:path";
import { readConfig } from "#app/config.ts";

const build = await import(join(process.cwd(), "build/server/index.js"));
const said: string[] = [];
for (const environment of JSON.parse(process.argv[2]!) as NodeJS.ProcessEnv[])
  try {
    await build.entry.module.createSite(readConfig(environment), build).start();
    said.push("started");
  } catch (error) {
    said.push((error as Error).message);
  }
process.stdout.write(JSON.stringify(said), () => process.exit());
