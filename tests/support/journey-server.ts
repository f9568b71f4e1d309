// The product as people run it, on a database of its own with the starter catalogue and the sample community.
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { connect, defaultDatabaseUrl } from "#db/connect.ts";
import { migrate } from "#db/migrate.ts";
import { addSample } from "#db/sample/sample.ts";
import { seed } from "#db/starter/seed.ts";

const url = process.env.DATABASE_URL ?? defaultDatabaseUrl;
if (url === defaultDatabaseUrl)
  throw new Error("Journeys never run on the real database: set DATABASE_URL.");
for (const end of ["", "-wal", "-shm"]) rmSync(url.slice("file:".length) + end, { force: true });

const db = connect(url);
await migrate(db);
await seed(db);
await addSample(db);
await db.destroy();

const server = spawn("react-router-serve", ["app/start.ts"], { stdio: "inherit" });
server.once("exit", (code) => process.exit(code ?? 1));
for (const signal of ["SIGTERM", "SIGINT"] as const)
  process.once(signal, () => server.kill(signal));
