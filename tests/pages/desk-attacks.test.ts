// Attacks on the desk by non-operators and by moderators (RULES.md 5, 10).
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { publishReview } from "#app/domain/reviews/reviews.ts";
import { castVote } from "#app/domain/reviews/votes.ts";
import { suggestPerfume } from "../support/suggestions.ts";
import { addAlias } from "#app/domain/desk/catalog/edit-perfume.ts";
import { suspend } from "#app/domain/desk/sanctions.ts";
import { setRole } from "#app/domain/desk/operators.ts";
import type { TestBrowser } from "../support/browser.ts";
import { receiveMessage } from "#app/domain/messages/contact-messages.ts";
import { queueEmail } from "#app/mail/outbox.ts";
import { addDupe, addPerfume } from "../support/database.ts";
import { deskAddresses, deskForms } from "../support/desk-forms.ts";
import { openSite, type Page, type TestSite } from "../support/site.ts";
import { signedIn, signedInAs } from "../support/sign-in.ts";
import { withoutEmail } from "../support/accounts.ts";
import { say } from "../support/verdicts.ts";

type Person = TestBrowser & { id: string };
let site: TestSite;
let owner: Person;
let moderator: Person;
let stranger: Person;
let perfumeId: number;
let dupeId: number;

beforeAll(async () => {
  site = await openSite();
  owner = await signedInAs("owner", site, "olga");
  moderator = await signedInAs("moderator", site, "mia");
  stranger = await signedIn(site, "sam");
  perfumeId = await addPerfume(site.db, "Creed", "Aventus");
  dupeId = await addDupe(site.db, perfumeId, "Armaf", "Club de Nuit", { sources: { for: 1 } });
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
  await suspend(site.db, id, { reason: "spam", days: null }, "olga", new Date());
  for (const path of [form, form.replace("?", ".data?")])
    for (const reader of [site, stranger])
      expect((await reader.get(path)).html).not.toContain("words that are hidden");
  const report = { intent: "report-review", review_id: String(found.id), reason: "nonsense" };
  expect((await stranger.post(bottle(), report)).html).not.toContain("words that are hidden");
});

describe("an address in an owner's reason", () => {
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

  test("is not revealed to the moderator who decides second", async () => {
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

/** A page's address with an intent, whatever bottle or person it is about. */
const formName = (path: string, intent: string) =>
  `${path.replace(/^\/es/u, "").replace(/(perfumes|people)\/[^/?]+/u, "$1/…")} ${intent}`;

/** The intents of a page's forms. */
function formsOf(path: string, { dom }: Page): string[] {
  return dom
    .querySelectorAll('main [name="intent"]')
    .map((one) => formName(path, one.getAttribute("value")!));
}

test("the tests below try every form of the operators' pages", async () => {
  const { db } = site;
  const now = new Date();
  const email = { to: "a@example.org", subject: "x", text: "", html: "" };
  const message = { name: "Ana", email: "a@example.org", userId: null };
  const like = { marca: "Armaf", nombre: "Club de Nuit Intense", language: "es" };
  await suggestPerfume(db, { ...like, userId: null }, now);
  const { id: nora } = await signedIn(site, "nora");
  await castVote(db, nora, { dupeId, perfumeId, voto: 1 }, now, withoutEmail);
  for (let n = 0; n < 4; n++)
    await castVote(
      db,
      (await signedIn(site, `new_${n}`)).id,
      { dupeId, perfumeId, voto: 1 },
      now,
      withoutEmail,
    );
  for (const who of [nora, "new_0", "new_1"])
    await say(db, who, dupeId, { lasting: "more" }, { now });
  const review = { dupeId, perfumeId, description: "Smoky", language: "es" };
  await publishReview(db, nora, review, now);
  for (const words of ["One", "Two"])
    await receiveMessage(db, { ...message, message: words }, email.to, now);
  await db.updateTable("contact_messages").set({ state: "answered" }).where("id", "=", 1).execute();
  await queueEmail(db, email, now);
  await db
    .updateTable("outbox")
    .set({ dead_at: now.toISOString(), next_attempt_at: null })
    .execute();
  await addAlias(db, perfumeId, "Adventure", "name", { actor: owner.id, now });
  await db.updateTable("perfumes").set({ foto: "https://a.example/a.webp" }).execute();
  await suspend(db, (await signedIn(site, "dora")).id, { reason: "x", days: 1 }, "olga", now);
  const bottlePage = `/es/desk/perfumes/${perfumeId}`;
  const people = ["nora", "mia", "dora"].map((id) => `/people/${id}`);
  const lists = ["/queue", "/votes", "/messages", "/emails", "/log", "/people", "/perfumes"];
  const pages = ["", ...lists, ...people];
  const found = new Set<string>();
  for (const path of [...pages.map((one) => `/es/desk${one}`), bottlePage]) {
    const page = await owner.get(path);
    expect([path, page.status]).toEqual([path, 200]);
    // Undo stands beside the message about a decision.
    for (const form of [...formsOf(path, page), formName(path, "undo")]) found.add(form);
  }
  const codes = "/es/profile/second-factor";
  for (const page of [await owner.get(codes), await owner.post(codes, { intent: "begin" })])
    for (const form of formsOf(codes, page)) found.add(form);
  await db.updateTable("second_factors").set({ confirmed_at: now.toISOString() }).execute();
  for (const form of formsOf(codes, await owner.get(codes))) found.add(form);
  await db.deleteFrom("second_factors").execute();
  const tried = deskForms.map(([path, { intent }]) => formName(path, intent!));
  expect([...found].toSorted()).toEqual(
    [...new Set(tried)].filter((form) => !form.endsWith("nonsense")).toSorted(),
  );
});

const logged = async () => (await site.db.selectFrom("audit_log").select("id").execute()).length;

describe("in the middle of their work", () => {
  test("a former operator gets no page or form of the desk", async () => {
    const mod = await signedInAs("owner", site, "rita");
    expect((await mod.get("/es/desk")).status).toBe(200);
    await site.db.deleteFrom("operators").where("user_id", "=", mod.id).execute();
    const before = await logged();
    const nowhere = await mod.post("/es/nope", {});
    for (const path of deskAddresses) {
      const { status } = await mod.get(`/es${path}`);
      expect([path, status]).toEqual([path, 404]);
    }
    for (const [path, fields] of deskForms) {
      const { status } = await mod.post(`/es${path}`, fields);
      expect([path, fields, status]).toEqual([path, fields, nowhere.status]);
    }
    expect(await logged()).toBe(before);
    await setRole(site.db, mod.id, "owner", new Date());
    expect((await mod.get("/es/desk")).status).toBe(200);
  });

  test("a suspended operator is signed out of every page and form", async () => {
    const mod = await signedInAs("owner", site, "tina");
    expect((await mod.get("/es/desk")).status).toBe(200);
    await suspend(site.db, mod.id, { reason: "x", days: 1 }, "olga", new Date());
    const before = await logged();
    const cookies = [...mod.cookies];
    for (const [path, fields] of [
      ...deskAddresses.map((one) => [one, null] as const),
      ...deskForms,
    ]) {
      for (const [name, value] of cookies) mod.cookies.set(name, value);
      const page = await (fields ? mod.post(`/es${path}`, fields) : mod.get(`/es${path}`));
      expect([path, fields, page.headers.get("Location")]).toEqual([
        path,
        fields,
        expect.stringMatching(/^\/es\/auth\?/u),
      ]);
    }
    expect(await logged()).toBe(before);
  });
});

test("a moderator can neither appoint operators nor decide on them, whatever they send", async () => {
  const before = await logged();
  for (const [path, fields] of deskForms) {
    if (!path.startsWith("/desk/people/") || fields.intent === "undo") continue;
    const naming = fields.intent === "grant" || fields.intent === "revoke";
    for (const target of naming ? ["sam", "olga", "mia"] : ["olga", "mia"]) {
      const page = await moderator.post(`/es${path.replace("sam", target)}`, fields);
      expect([target, fields, page.status]).toEqual([target, fields, 403]);
    }
  }
  expect(await logged()).toBe(before);
});
