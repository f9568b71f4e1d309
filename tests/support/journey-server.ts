// The site as people run it, on a separate database with the starter catalogue and the sample community, plus a mail
// server and a stand-in for Google. With DATABASE_URL=postgres: it also starts a separate PostgreSQL.
import { spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { connect } from "#db/open/open.ts";
import { migrate } from "#db/migrate.ts";
import { addSample } from "#app/domain/desk/sample/sample-community.ts";
import { seed } from "#app/commands/load-starter.ts";
import { postgresAddress } from "../journeys/database.ts";
import { startMailServer } from "./mail-server.ts";
import { startPostgres } from "./postgres.ts";
import { startGoogle } from "./stand-in-google.ts";

const { EMAILS_DIR: emails, UPLOADS_DIR: uploads } = process.env;
if (!process.env.DATABASE_URL || !emails || !uploads)
  throw new Error("Journeys never run on real data: set DATABASE_URL, EMAILS_DIR, UPLOADS_DIR.");
const postgres = process.env.DATABASE_URL === "postgres" ? startPostgres() : null;
const url = postgres?.urlOf("postgres") ?? process.env.DATABASE_URL;
if (postgres) writeFileSync(postgresAddress, url);
else
  for (const end of ["", "-wal", "-shm"]) rmSync(url.slice("file:".length) + end, { force: true });
for (const folder of [emails, uploads]) rmSync(folder, { recursive: true, force: true });

const db = connect(url);
await migrate(db);
await seed(db);
await addSample(db);
await db.destroy();

const server = spawn("react-router-serve", ["app/start.ts"], {
  stdio: "inherit",
  env: {
    ...process.env,
    DATABASE_URL: url,
    NODE_OPTIONS: `--import ${new URL("quick-password-worker.ts", import.meta.url).href}`,
    SMTP_URL: await startMailServer(emails),
    ...(await startGoogle()),
  },
});
server.once("exit", (code) => {
  postgres?.stop();
  process.exit(code ?? 1);
});
for (const signal of ["SIGTERM", "SIGINT"] as const)
  process.once(signal, () => server.kill(signal));
