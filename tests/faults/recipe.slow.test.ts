// deploy/README.md, "Several processes, several machines", started from its files, and its promises (RULES.md 14.14).
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { createBrowser } from "../support/browser.ts";
import { askPostgres } from "../support/postgres.ts";
import { type Recipe, startRecipe, whatIsMissing } from "../support/recipe.ts";
import type { Page } from "../support/site.ts";
import { eventually } from "../support/eventually.ts";

const missing = whatIsMissing();
if (missing) console.warn(`The recipe is not tested: ${missing}.`);

describe.skipIf(missing)("the recipe", () => {
  let recipe: Recipe;
  /** paths of perfumes' pages in Spanish, each with a dupe's id */
  let perfumes: { id: number; dupe: number; path: string }[];
  const sql = async (text: string) => (await askPostgres(recipe.directUrl, text)).rows;

  beforeAll(async () => {
    recipe = await startRecipe();
    const rows =
      await sql(`select p.id, marca, nombre, (select min(d.id) from dupes d where d.perfume_id = p.id) as dupe
      from perfumes p where exists (select from dupes d where d.perfume_id = p.id) order by p.id`);
    perfumes = rows.map((row) => ({
      id: Number(row.id),
      dupe: Number(row.dupe),
      path: `/es${perfumePath({ ...row, id: Number(row.id) })}`,
    }));
  });
  afterAll(() => recipe?.stop());

  /** A path that nothing else in this file requests. */
  const freshPerfume = () => perfumes.pop()!;

  /** A browser whose requests go to both processes in turn. */
  function wanderer(address: string) {
    let turn = 0;
    const { processes } = recipe;
    return createBrowser("https://sosia.example", (path, init) =>
      processes[turn++ % 2]!.ask(path, init, address),
    );
  }

  const signUp = (name: string) => ({
    intent: "signup",
    nombre_completo: `Full ${name}`,
    nombre_usuario: name,
    email: `${name}@example.org`,
    password: "vetiver123",
  });

  test("roles have their limits, and the replica receives writes", async () => {
    const limit = async (name: string) => (await sql(`show ${name}`))[0][name];
    expect(await limit("statement_timeout")).toBe("5s");
    expect(await limit("idle_in_transaction_session_timeout")).toBe("10s");
    const count = "select count(*) from perfumes";
    const there = await sql(count);
    await eventually(async () =>
      expect((await askPostgres(recipe.replicaUrl, count)).rows).toEqual(there),
    );
    await expect(askPostgres(recipe.replicaUrl, "delete from perfumes")).rejects.toThrow(
      "read-only",
    );
  });

  test("nginx changes no page, and names each request itself", async () => {
    const { path } = freshPerfume();
    const headers = { "X-Request-Id": "of-the-client" };
    const [through, own] = [
      await recipe.ask(path, { headers }),
      await recipe.processes[0].ask(path),
    ];
    const kept = ({ status, html, headers }: Page) => ({
      status,
      html,
      control: headers.get("Cache-Control"),
      vary: headers.get("Vary"),
      policy: headers.get("Content-Security-Policy"),
    });
    expect(kept(through)).toEqual(kept(own));
    expect(through.headers.get("X-Request-Id")).toMatch(/^[0-9a-f]{32}$/u);
  });

  test("a person can continue on another process", async () => {
    const { path, dupe, id } = freshPerfume();
    const bea = wanderer("192.0.2.2");
    // A shelf and a draft from before the account exists.
    const kept = { intent: "shelf-add", perfume_id: String(id), list: "have", path };
    await bea.post("/es/shelf", kept);
    expect((await bea.get("/es/shelf")).html).toContain(path);
    const review = { intent: "publish-review", dupe_id: String(dupe), description: "Very alike." };
    const sent = await bea.post(path, review);
    const back = new URL(sent.headers.get("Location")!, "https://x").searchParams.get(
      "redirectTo",
    )!;

    const signedUp = await bea.post("/es/auth", { ...signUp("bea"), redirectTo: back });
    expect(signedUp.status).toBe(303);
    const draft = await bea.follow(signedUp);
    expect(draft.html).toContain("Very alike.");
    expect(draft.dom.querySelector("main [role=status]")?.text).toBeTruthy();
    expect((await bea.get("/es/shelf")).html).toContain(path);
    expect((await bea.get(path)).dom.querySelector("main [role=status]")).toBeNull();

    const vote = { intent: "vote", dupe_id: String(dupe), voto: "1" };
    expect((await bea.post(path, vote)).status).toBe(303);
    expect((await bea.post(path, vote)).status).toBe(409);
    expect((await bea.post(path, vote)).status).toBe(409);
    await bea.post("/es/consent".replace("/es", ""), { choice: "refuse", path });
    expect((await bea.get(path)).html).not.toContain("googletagmanager");

    expect((await bea.post("/es/profile", { intent: "sign-out-everywhere" })).status).toBe(303);
    expect(await bea.isSignedIn()).toBe(false);
    expect(await bea.isSignedIn()).toBe(false);
  });

  test("limits are shared by both processes", async () => {
    const guessing = wanderer("192.0.2.3");
    const guess = { intent: "login", email: "nobody@example.org", password: "wrong1234" };
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++) statuses.push((await guessing.post("/es/auth", guess)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });

  test("a client's views are counted by one process, once", async () => {
    const { path, id } = freshPerfume();
    const clients = Array.from({ length: 5 }, (_, n) => `127.0.3.${n + 1}`);
    for (const address of [...clients, ...clients]) await recipe.ask(path, { address });
    const counted = `select sum(views) as n from perfume_month_views where perfume_id = ${id}`;
    const views = async () => Number((await sql(counted))[0].n);
    await eventually(async () => expect(await views()).toBeGreaterThanOrEqual(clients.length));
    // Until what the other process might have counted, too, is written.
    await pause(5000);
    expect(await views()).toBe(clients.length);
  });

  test("while one process stops, or is killed, the other answers", async () => {
    const [one] = recipe.processes;
    const { path } = freshPerfume();
    const lost: Record<string, string[]> = { SIGTERM: [], SIGKILL: [] };
    let asked = 0;
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      const over = new AbortController();
      // Uncached pages from many networks, so that both processes have work.
      const loads = Array.from({ length: 8 }, async (_, n) => {
        for (let turn = 0; !over.signal.aborted; turn++) {
          const at = { address: `127.0.${40 + n}.1` };
          const status = await recipe.ask(`${path}?utm=${signal}-${n}-${turn}`, at).then(
            (answer) => answer.status,
            (error: Error) => error.message,
          );
          asked++;
          if (status !== 200) lost[signal]!.push(String(status));
        }
      });
      const enough = async (more: number) => {
        const before = asked;
        await eventually(() => expect(asked).toBeGreaterThan(before + more));
      };
      await enough(200);
      await one.stop(signal);
      await enough(200);
      await one.start();
      await enough(200);
      over.abort();
      await Promise.all(loads);
    }
    console.log(
      `One of two processes stopped and killed: of ${asked} pages failed ${JSON.stringify(lost)}`,
    );
    expect(lost).toEqual({ SIGTERM: [], SIGKILL: [] });
  });

  test("during a release both versions answer, and scripts of both are served", async () => {
    const { path } = freshPerfume();
    const [one, other] = recipe.processes;
    const [before, ...never] = scriptsIn(await one.ask(path));
    expect((await recipe.ask(before!)).status).toBe(200);
    const release = nextRelease(before!);
    onTestFinished(() => rmSync(release.folder, { recursive: true }));
    await other.stop("SIGTERM");
    await other.start(release.folder);
    expect((await other.ask(before!)).status).toBe(404);
    expect((await one.ask(release.script)).status).toBe(404);

    const addresses = Array.from({ length: 12 }, (_, n) => `127.0.${50 + n}.1`);
    const found = new Set<string>();
    for (const [n, address] of addresses.entries()) {
      // Each from its process, not from the cache.
      const page = await recipe.ask(`${path}?utm=release-${n}`, { address });
      expect(page.status).toBe(200);
      for (const script of scriptsIn(page)) {
        found.add(script);
        const got = await recipe.ask(script, { address });
        expect([script, got.status]).toEqual([script, 200]);
      }
    }
    expect([...found]).toEqual(expect.arrayContaining([before, release.script, ...never]));

    await other.stop("SIGTERM");
    await other.start();
  });

  test("a vote shows immediately in both processes and through nginx", async () => {
    const { path, dupe } = freshPerfume();
    const [one, other] = recipe.processes;
    const figure = ({ dom }: Page) => dom.querySelector(`#dupe-${dupe}`)?.text;
    const old = figure(await recipe.ask(path));
    expect(old).toBeTruthy();
    expect([figure(await one.ask(path)), figure(await other.ask(path))]).toEqual([old, old]);

    const eva = createBrowser("https://sosia.example", (at, init) =>
      one.ask(at, init, "192.0.2.9"),
    );
    await eva.post("/es/auth", signUp("eva_votes"));
    const voted = await eva.post(path, { intent: "vote", dupe_id: String(dupe), voto: "1" });
    expect(voted.status).toBe(303);
    const fresh = figure(await one.ask(path));
    expect(fresh).not.toBe(old);
    for (const { ask } of [other, recipe])
      await eventually(async () => expect(figure(await ask(path))).toBe(fresh));
  });
});

/** The scripts that a page references. */
const scriptsIn = ({ html }: Page): string[] => [
  ...new Set([...html.matchAll(/\/assets\/[\w.-]+\.js/gu)].map(([name]) => name)),
];

/** This release with one of its scripts renamed. @returns its folder, and the new name */
function nextRelease(script: string): { folder: string; script: string } {
  const folder = mkdtempSync(join(tmpdir(), "sosia-release-"));
  for (const name of ["app", "build", "db", "migrations", "public", "package.json"])
    cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
  const name = script.replace("/assets/", "");
  const renamed = name.replace(/-[\w-]{8}\.js$/u, "-NextOne0.js");
  const build = join(folder, "build");
  renameSync(join(build, "client/assets", name), join(build, "client/assets", renamed));
  for (const file of readdirSync(build, { recursive: true, encoding: "utf8" }))
    if (/\.(?:js|html|json)$/u.test(file)) {
      const text = readFileSync(join(build, file), "utf8");
      if (text.includes(name)) writeFileSync(join(build, file), text.replaceAll(name, renamed));
    }
  return { folder, script: `/assets/${renamed}` };
}
