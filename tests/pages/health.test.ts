import { expect, onTestFinished, test, vi } from "vitest";
import { openSite } from "../support/site.ts";
import { eventually } from "../support/eventually.ts";

async function open() {
  const site = await openSite();
  onTestFinished(() => site.close());
  const answers = async () => [
    (await site.get("/healthz")).status,
    (await site.get("/readyz")).status,
  ];
  return { site, answers };
}

test("a site with its database is healthy and ready, and neither answer is cached", async () => {
  const { site, answers } = await open();
  expect(await answers()).toEqual([200, 200]);
  for (const path of ["/healthz", "/readyz"]) {
    const answer = await site.get(path);
    expect([answer.html, answer.headers.get("Cache-Control")]).toEqual(["ok\n", "no-store"]);
  }
});

test("a schema changed by another version makes a site not ready; only the log says why", async () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  const { site, answers } = await open();
  const migration = { name: "2999-01-01-news", timestamp: "2999" };
  await site.db
    .insertInto("kysely_migration" as never)
    .values(migration as never)
    .execute();
  expect(await answers()).toEqual([200, 503]);
  expect((await site.get("/readyz")).html).toBe("unavailable\n");
  expect(log.mock.calls.flat().join()).toContain("2999-01-01-news");
  await site.db
    .deleteFrom("kysely_migration" as never)
    .where("name" as never, "=", migration.name as never)
    .execute();
  // Answers are cached for a second.
  await eventually(async () => expect(await answers()).toEqual([200, 200]));
});

test("a site without one of its tables is not ready; only the log says which (RULES.md 14.3)", async () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  const { site, answers } = await open();
  await site.db.schema.alterTable("search_misses").renameTo("gone").execute();
  expect(await answers()).toEqual([200, 503]);
  expect((await site.get("/readyz")).html).toBe("unavailable\n");
  expect(log.mock.calls.flat().join()).toContain("search_misses");
  await site.db.schema.alterTable("gone").renameTo("search_misses").execute();
  // Answers are cached for a second.
  await eventually(async () => expect(await answers()).toEqual([200, 200]));
});
