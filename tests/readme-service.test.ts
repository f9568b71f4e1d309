// Checks deploy/README.md's instructions for running the site as a service against this project.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "../app/config.ts";

const readme = readFileSync("deploy/README.md", "utf8");
const unit = /```ini\n(.*?)```/su.exec(readme)![1]!;
const deploy = /Deploy to a new folder, then switch.*?```sh\n(.*?)```/su.exec(readme)![1]!;

/** All values of a directive of the unit, in order. */
const all = (name: string) =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, "gmu"))].map(([, value]) => value!);
const one = (name: string) => all(name)[0];

const environment = Object.fromEntries(
  all("Environment").flatMap((line) =>
    line.split(" ").map((pair) => [pair.split("=", 1)[0]!, pair.replace(/^[^=]*=/u, "")]),
  ),
);

const scripts = (
  JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> }
).scripts;

test("the unit runs the server process directly, like npm start, and every path it names exists", () => {
  const folder = one("WorkingDirectory")!;
  const [node, ...command] = one("ExecStart")!.split(" ");
  expect(node).toBe(`${folder}/node_modules/.bin/node`);
  expect(scripts.start).toContain(`exec ${command.join(" ").replace("node_modules/.bin/", "")}`);
  for (const path of ["node_modules/.bin/node", ...command]) expect(existsSync(path)).toBe(true);
});

test("the unit's settings exist, and it listens on localhost only", () => {
  const environmentFile = readFileSync("app/environment.ts", "utf8");
  const known = [...environmentFile.matchAll(/^ {4}([A-Z_]+):/gmu)].map(([, name]) => name!);
  // Settings of Node, the C library and react-router-serve.
  const ofOthers = ["NODE_ENV", "HOST", "NODE_OPTIONS", "MALLOC_ARENA_MAX"];
  expect(known).toContain("DATABASE_URL");
  expect(
    Object.keys(environment).filter((name) => ![...known, ...ofOthers].includes(name)),
  ).toEqual([]);
  expect(environment.HOST).toBe("127.0.0.1");
  expect(scripts.start).toContain(
    `MALLOC_ARENA_MAX=\${MALLOC_ARENA_MAX:-${environment.MALLOC_ARENA_MAX}}`,
  );
  const { databaseUrl, uploadsFolder, mailFolder } = readConfig({
    ...environment,
    // In its EnvironmentFile; without it a local site writes one into the unit's folder.
    SESSION_SECRET: "0".repeat(32),
  });
  const writable = one("ReadWritePaths")!;
  for (const path of [databaseUrl.replace("file:", ""), uploadsFolder, mailFolder])
    expect(path.startsWith(`${writable}/`)).toBe(true);
});

test("the unit for several processes differs only in port and database", () => {
  const lines = (text: string) => text.split("\n").filter((line) => /^[A-Z]\w+=/u.test(line));
  const several = lines(readFileSync("deploy/sosia@.service", "utf8"));
  const differ = lines(unit).filter((line) => !several.includes(line));
  expect(differ).toEqual([
    "Description=Sosia",
    "Environment=NODE_ENV=production HOST=127.0.0.1 PORT=3000",
    "Environment=DATABASE_URL=file:/srv/sosia/data/perfumes.db UPLOADS_DIR=/srv/sosia/data/uploads DUMPS_DIR=/srv/sosia/data/dumps MAIL_DIR=/srv/sosia/data/outbox",
  ]);
  expect(several).toEqual(
    lines(
      unit
        .replace("Description=Sosia", "Description=Sosia on port %i")
        .replace("PORT=3000", "PORT=%i")
        .replace(/DATABASE_URL=\S+ /u, ""),
    ),
  );
});

test("the unit restarts the site and its stop timeout is long enough", () => {
  expect(one("Restart")).toBe("always");
  // RULES.md 14.4
  expect(Number(one("TimeoutStopSec"))).toBeGreaterThan(8);
});

test("a release is built in a new folder and linked to the unit's folder, and its scripts exist", () => {
  const [made, built, migrated, switched] = deploy.trim().split("\n");
  expect(made).toMatch(/^release=\/srv\/sosia\/releases\//u);
  expect(built).toContain("cd $release && npm ci && npm run build");
  expect(migrated).toContain(`DATABASE_URL=${environment.DATABASE_URL} npm run db:migrate`);
  expect(switched).toContain(
    `ln -sfn $release ${one("WorkingDirectory")} && sudo systemctl restart`,
  );
  for (const [, name] of deploy.matchAll(/npm run ([\w:-]+)/gu))
    expect(scripts).toHaveProperty([name!]);
});

test("systemd accepts the unit", (context) => {
  const file = join(mkdtempSync(join(tmpdir(), "sosia-unit-")), "sosia.service");
  // Its folder and user exist on the target machine only.
  const here = unit.replaceAll(one("WorkingDirectory")!, process.cwd()).replace(/^User=.*$/mu, "");
  writeFileSync(file, here);
  const { error, status, stderr } = spawnSync("systemd-analyze", ["verify", file], {
    encoding: "utf8",
  });
  if (error) context.skip(`systemd-analyze cannot be run here: ${error.message}`);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});
