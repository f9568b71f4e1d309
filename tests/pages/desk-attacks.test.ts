// Attacks on the desk by people who are no operators, and by moderators (RULES.md 24, 25, 27, 28).
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { perfumePath } from "#app/catalog/slugs.ts";
import { publishReview } from "#app/community/reviews.ts";
import { suggestPerfume } from "#app/community/suggestions.ts";
import { suspend } from "#app/desk/people.ts";
import { setRole } from "#db/desk/operators.ts";
import type { TestBrowser } from "../support/browser.ts";
import { addDupe, addPerfume } from "../support/database.ts";
import { openSite, type TestSite } from "../support/site.ts";
import { signedIn } from "../support/sign-in.ts";

type Person = TestBrowser & { id: string };
let site: TestSite;
let owner: Person;
let moderator: Person;
let stranger: Person;
let perfumeId: number;
let dupeId: number;

beforeAll(async () => {
  site = await openSite();
  owner = await signedIn(site, "olga");
  moderator = await signedIn(site, "mia");
  stranger = await signedIn(site, "sam");
  await setRole(site.db, owner.id, "owner", new Date());
  await setRole(site.db, moderator.id, "moderator", new Date());
  perfumeId = await addPerfume(site.db, "Creed", "Aventus");
  dupeId = await addDupe(site.db, perfumeId, "Armaf", "Club de Nuit");
});

afterAll(() => site.close());

const bottle = () => `/es${perfumePath({ id: perfumeId, marca: "Creed", nombre: "Aventus" })}`;

test("the form to report a review does not show what a suspended person wrote", async () => {
  const { id } = await signedIn(site, "berta");
  const review = { dupeId, perfumeId, description: "words that are hidden", language: "es" };
  await publishReview(site.db, id, review, new Date());
  const found = await site.db
    .selectFrom("dupe_reviews")
    .select("id")
    .where("user_id", "=", id)
    .executeTakeFirstOrThrow();
  const form = `${bottle()}?report=${found.id}`;
  expect((await stranger.get(form)).html).toContain("words that are hidden");
  await suspend(site.db, id, { reason: "spam", days: null }, null, new Date());
  for (const path of [form, form.replace("?", ".data?")])
    for (const reader of [site, stranger])
      expect((await reader.get(path)).html).not.toContain("words that are hidden");
  const report = { intent: "report-review", review_id: String(found.id), reason: "nonsense" };
  expect((await stranger.post(bottle(), report)).html).not.toContain("words that are hidden");
});

describe("an address in a reason that an owner gave", () => {
  const secret = "victim@example.com";

  test("is not shown to moderators on a person's page", async () => {
    const { id } = await signedIn(site, "carla");
    await suspend(site.db, id, { reason: `wrote to ${secret}`, days: null }, owner.id, new Date());
    const path = `/es/desk/people/${id}`;
    expect((await owner.get(path)).html).toContain(secret);
    expect((await moderator.get(path)).html).not.toContain(secret);
  });

  test("is not shown to moderators in a bottle's history", async () => {
    await site.db
      .insertInto("audit_log")
      .values({
        at: new Date().toISOString(),
        via: "desk",
        actor_id: owner.id,
        action: "alias-add",
        subject: `perfume:${perfumeId}`,
        perfume_id: perfumeId,
        person_id: null,
        before: null,
        after: JSON.stringify({ alias: `from ${secret}` }),
        reason: `asked by ${secret}`,
      })
      .execute();
    const path = `/es/desk/perfumes/${perfumeId}`;
    expect((await owner.get(path)).html).toContain(secret);
    expect((await moderator.get(path)).html).not.toContain(secret);
  });

  test("is not told to the moderator who decides second", async () => {
    const asked = { marca: "Lattafa", nombre: "Asad", userId: null, language: "es" } as const;
    await suggestPerfume(site.db, asked, new Date());
    const { id, version } = await site.db
      .selectFrom("sugerencias_perfumes")
      .select(["id", "version"])
      .executeTakeFirstOrThrow();
    const fields = { item: `perfume:${id}`, version: String(version) };
    const reason = `as ${secret} asked`;
    const done = await owner.post("/es/desk/queue", { intent: "refuse", ...fields, reason });
    expect(done.status).toBe(303);
    const late = await moderator.post("/es/desk/queue", { intent: "accept", ...fields });
    expect(late.status).toBe(409);
    expect(late.html).not.toContain(secret);
  });
});
