// People at the desk (RULES.md 10).
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { castVote } from "#app/domain/reviews/votes.ts";
import { publishReview } from "#app/domain/reviews/reviews.ts";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { suggestPerfume } from "../support/suggestions.ts";
import { accept } from "#app/domain/desk/queue/decide.ts";
import { emailOf, password, withoutEmail } from "../support/accounts.ts";
import type { TestBrowser } from "../support/browser.ts";
import { addDupe, addPerfume } from "../support/database.ts";
import { openSite, type Page, type TestSite } from "../support/site.ts";
import { signedIn, signedInAs } from "../support/sign-in.ts";
import { smell } from "../support/blind.ts";
import { said, say } from "../support/verdicts.ts";
import { translationsOf, twoLanguages } from "../support/translations.ts";

type Person = TestBrowser & { id: string };
let site: TestSite;
let owner: Person;
let moderator: Person;
let n = 0;
let ana: Person;
let perfumeId: number;
let dupeId: number;

beforeAll(async () => {
  site = await openSite();
  owner = await signedInAs("owner", site, "olga");
  moderator = await signedInAs("moderator", site, "mia");
  perfumeId = await addPerfume(site.db, "Creed", "Aventus");
  dupeId = await addDupe(site.db, perfumeId, "Armaf", "Club de Nuit");
});

afterAll(() => site.close());

beforeEach(async () => {
  ana = await signedIn(site, `ana${n++}`);
  await castVote(site.db, ana.id, { dupeId, perfumeId, voto: 1 }, new Date(), withoutEmail);
  await say(site.db, ana.id, dupeId, { lasting: "less" });
  await smell(site.db, ana.id, dupeId, true);
  const review = { dupeId, perfumeId, description: `words of ${ana.id}`, language: "es" };
  await publishReview(site.db, ana.id, review, new Date());
});

const at = (id: string, language = "es") => `/${language}/desk/people/${id}`;
const confirmed = { confirmed: "yes" };
const suspension = { intent: "suspend", reason: "spam & more", days: "" };
const bottle = () =>
  site.get(
    `/es${perfumePath({ id: perfumeId, marca: "Creed", nombre: "Aventus" })}?reviews=${dupeId}`,
  );
const proveLongAgo = (
  person: Person,
  proved_at: string | null = new Date(Date.now() - 31 * 60_000).toISOString(),
) => site.db.updateTable("sessions").set({ proved_at }).where("user_id", "=", person.id).execute();
const isSuspended = async (id: string) =>
  (await site.db.selectFrom("suspensions").select("until").where("user_id", "=", id).execute())
    .length === 1;
/** The fields that a page would send again. */
const hidden = (page: Page) =>
  Object.fromEntries(
    page.dom
      .querySelectorAll("main form input[type=hidden]")
      .map((input) => [input.getAttribute("name")!, input.getAttribute("value") ?? ""]),
  );

test("undoing is mentioned only where something can be removed", async () => {
  const { reversible } = translationsOf("es").desk.person;
  expect((await moderator.get(at(ana.id))).html).toContain(reversible);
  const newcomer = await signedIn(site, `new${n++}`);
  expect((await moderator.get(at(newcomer.id))).html).not.toContain(reversible);
});

test("forms on a person's page post to the page without a fragment, so that browsers focus a refusal", async () => {
  const forms = (await moderator.get(at(ana.id))).dom.querySelectorAll(".desk form");
  expect(new Set(forms.map((form) => form.getAttribute("action")))).toEqual(new Set([at(ana.id)]));
});

test.each(twoLanguages)("a person's page shows their activity in %s", async (code) => {
  const page = await moderator.get(at(ana.id, code));
  expect(page.status).toBe(200);
  const { person } = translationsOf(code).desk;
  const headings = page.dom.querySelectorAll("h2").map(({ text }) => text.trim());
  expect(headings).toEqual([
    person.suspendTitle,
    `${person.reviews} (1)`,
    `${person.votes} (1)`,
    `${person.verdicts} (1)`,
    `${person.tests} (1)`,
    `${person.suggestions} (0)`,
    `${person.prices} (0)`,
    person.decisions,
  ]);
  expect(page.html).toContain(`words of ${ana.id}`);
  const ways = page.dom.querySelectorAll(".desk-rows a").map((one) => one.getAttribute("href"));
  expect(ways).toContain(`/${code}/desk/perfumes/${perfumeId}`);
  expect(page.dom.querySelectorAll("script[src]")).toEqual([]);
});

test("a person's suggestions link to where they are decided, or to what they became", async () => {
  const { id } = ana;
  const suggest = async (nombre: string) => {
    const one = { marca: "Nishane", nombre, userId: id, language: "es" };
    await suggestPerfume(site.db, one, new Date());
    return site.db
      .selectFrom("sugerencias_perfumes")
      .select("id")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
  };
  const done = await suggest(`Ani ${id}`);
  const accepted = { kind: "perfume", id: done.id, version: null } as const;
  const made = await accept(site.db, accepted, {}, moderator.id, new Date());
  const waiting = await suggest(`Ege ${id}`);
  const ways = (await moderator.get(at(id))).dom
    .querySelectorAll(".desk-rows a")
    .map((one) => [one.text, one.getAttribute("href")]);
  expect(ways).toContainEqual([`Nishane · Ege ${id}`, `/es/desk/queue?item=perfume:${waiting.id}`]);
  const bottleId = "perfumeId" in made ? made.perfumeId : null;
  expect(ways).toContainEqual([`Nishane · Ani ${id}`, `/es/desk/perfumes/${bottleId}`]);
});

test.each(twoLanguages)(
  "an operator who may not decide on somebody is told why in %s",
  async (code) => {
    const { person } = translationsOf(code).desk;
    const page = await moderator.get(at(owner.id, code));
    expect(page.dom.querySelector("main")?.text).toContain(person.notYours);
    expect(page.dom.querySelectorAll("main form[method=post]")).toEqual([]);
    const own = await owner.get(at(owner.id, code));
    expect(own.dom.querySelector("main")?.text).toContain(person.ownAccount);
  },
);

test("owners see addresses and can find people by them; moderators can do neither", async () => {
  const search = `/es/desk/people?q=${encodeURIComponent(emailOf(ana.id).toUpperCase())}`;
  expect((await owner.get(search)).html).toContain(`/es/desk/people/${ana.id}"`);
  expect((await moderator.get(search)).html).not.toContain(`/es/desk/people/${ana.id}"`);
  expect((await owner.get(at(ana.id))).html).toContain(emailOf(ana.id));
  expect((await moderator.get(at(ana.id))).html).not.toContain(emailOf(ana.id));
  const byName = await moderator.get(`/es/desk/people?q=${ana.id.toUpperCase().slice(0, 4)}`);
  expect(byName.html).toContain(`/es/desk/people/${ana.id}"`);
  expect(byName.html).not.toContain("@example.org");
});

test("suspending asks first, naming what would be removed, and hides the person's texts immediately", async () => {
  expect((await bottle()).html).toContain(`words of ${ana.id}`);
  const asked = await moderator.post(at(ana.id), suspension);
  expect(asked.status).toBe(200);
  expect(hidden(asked)).toMatchObject(suspension);
  expect(asked.dom.querySelectorAll("main li").map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/reseñas.*1/iu),
      expect.stringMatching(/sesiones.*1/iu),
    ]),
  );
  expect(await isSuspended(ana.id)).toBe(false);

  const done = await moderator.post(at(ana.id), { ...hidden(asked), ...confirmed });
  expect([done.status, done.headers.get("Location")]).toEqual([303, at(ana.id)]);
  expect(await isSuspended(ana.id)).toBe(true);
  await expect.poll(async () => (await bottle()).html).not.toContain(`words of ${ana.id}`);
  const page = await moderator.follow(done);
  expect(page.html).toContain("spam &amp; more");
  expect((await moderator.get("/es/desk/people")).html).toContain(`/es/desk/people/${ana.id}"`);
  expect((await moderator.post(at(ana.id), { ...suspension, ...confirmed })).status).toBe(409);

  expect((await moderator.post(at(ana.id), { intent: "restore" })).status).toBe(303);
  await expect.poll(async () => (await bottle()).html).toContain(`words of ${ana.id}`);
});

test.each(twoLanguages)(
  "a moderator cannot lift an owner's suspension, and is told so in %s (RULES.md 10.17)",
  async (code) => {
    const { person, messages } = { ...translationsOf(code).desk, ...translationsOf(code) };
    await owner.post(at(ana.id), { ...suspension, ...confirmed });
    const page = await moderator.get(at(ana.id, code));
    expect(page.html).toContain(messages.people.ownersSuspension);
    expect(page.html).not.toContain(person.restore);
    const refused = await moderator.post(at(ana.id, code), { intent: "restore" });
    expect(refused.status).toBe(403);
    expect(refused.html).toContain(messages.people.ownersSuspension);
    expect(await isSuspended(ana.id)).toBe(true);
    expect((await owner.get(at(ana.id, code))).html).toContain(person.restore);
    expect((await owner.post(at(ana.id, code), { intent: "restore" })).status).toBe(303);
  },
);

test.each([
  [{ reason: "", days: "" }, "people.noReason"],
  [{ reason: "spam", days: "0" }, "people.days"],
  [{ reason: "spam", days: "-1" }, "people.days"],
  [{ reason: "spam", days: "1.5" }, "people.days"],
  [{ reason: "spam", days: "3651" }, "people.days"],
  [{ reason: "x".repeat(501), days: "" }, "people.noReason"],
])("%o is refused, with everything kept", async (fields, key) => {
  const page = await moderator.post(at(ana.id), { ...suspension, ...fields, ...confirmed });
  expect(page.status).toBe(422);
  const [, name] = key.split(".") as [string, "noReason" | "days"];
  expect(page.html).toContain(translationsOf("es").messages.people[name]);
  expect(page.dom.querySelector("textarea[name=reason]")?.text).toBe(fields.reason);
  expect(await isSuspended(ana.id)).toBe(false);
});

test.each(twoLanguages)(
  "the question before votes are removed names verdicts and blind tests, too, in %s",
  async (code) => {
    const { person } = translationsOf(code).desk;
    const asked = await moderator.post(at(ana.id, code), { intent: "remove-votes" });
    const lines = asked.dom.querySelectorAll("main li").map(({ text }) => text.trim());
    expect(lines).toEqual(
      [person.lossVotes, person.lossVerdicts, person.lossTests].map((text) =>
        text.replace("{{count}}", "1"),
      ),
    );
  },
);

test("votes, verdicts and reviews are removed after a confirmation, and the figures follow", async () => {
  const before = await said(site.db, dupeId);
  const votes = () =>
    site.db
      .selectFrom("user_votes")
      .select("id")
      .where("user_id", "=", ana.id)
      .where("state", "=", "counted")
      .execute();
  expect((await moderator.post(at(ana.id), { intent: "remove-votes" })).status).toBe(200);
  expect(await votes()).toHaveLength(1);
  for (const intent of ["remove-votes", "remove-reviews"]) {
    const done = await moderator.post(at(ana.id), { intent, ...confirmed });
    expect(done.status).toBe(303);
    expect((await moderator.post(at(ana.id), { intent, ...confirmed })).status).toBe(409);
  }
  expect(await votes()).toEqual([]);
  expect(await said(site.db, dupeId)).not.toBe(before);
  await expect.poll(async () => (await bottle()).html).not.toContain(`words of ${ana.id}`);
});

test.each(["nobody", "%00x", "a%2Fb", "x".repeat(300)])(
  "a missing person has no page: %s",
  async (id) => {
    expect((await owner.get(at(id))).status).toBe(404);
    expect((await owner.post(at(id), { intent: "restore" })).status).toBeGreaterThanOrEqual(404);
  },
);

test("a page that asks for confirmation never holds a password or code (RULES.md 12.6)", async () => {
  const proof = { again_password: password, again_code: "918273" };
  const asked = await moderator.post(at(ana.id), { ...suspension, ...proof });
  expect(hidden(asked)).toEqual(suspension);
  for (const one of Object.values(proof)) expect(asked.html).not.toContain(one);
});

test("a person who signed in long ago types the password below the question, and the same post acts", async () => {
  await proveLongAgo(moderator);
  const acts = { ...suspension, ...confirmed };
  for (const fields of [suspension, acts]) {
    const page = await moderator.post(at(ana.id), fields);
    expect([page.status, hidden(page)]).toEqual([200, suspension]);
    expect(page.dom.querySelector("main form [name=again_password]")).not.toBeNull();
    expect(page.dom.querySelector("main form [name=again_code]")).toBeNull();
    expect(page.headers.get("Cache-Control")).toContain("no-store");
  }
  // Without "confirmed", the password is not even looked at.
  const unconfirmed = await moderator.post(at(ana.id), { ...suspension, again_password: password });
  expect(unconfirmed.status).toBe(200);
  for (const [again_password, status] of [
    ["", 422],
    ["wrong1234", 401],
  ] as const) {
    const wrong = await moderator.post(at(ana.id), { ...acts, again_password });
    expect([wrong.status, hidden(wrong)]).toEqual([status, suspension]);
    expect(wrong.html).not.toContain("wrong1234");
    expect(wrong.dom.querySelector("main [aria-invalid=true]")?.getAttribute("name")).toBe(
      "again_password",
    );
  }
  const right = { ...acts, again_password: password };
  expect((await moderator.post(at(ana.id), right, { Origin: "https://evil.example" })).status).toBe(
    403,
  );
  expect(await isSuspended(ana.id)).toBe(false);

  const done = await moderator.post(at(ana.id), right);
  expect([done.status, done.headers.get("Location")]).toEqual([303, at(ana.id)]);
  expect(await isSuspended(ana.id)).toBe(true);
  expect((await moderator.post(at(ana.id), { intent: "remove-votes", ...confirmed })).status).toBe(
    303,
  );
});

test("the question carries all that was typed, however much, and nothing is stored", async () => {
  await proveLongAgo(moderator, null);
  const typed = { ...suspension, reason: 'A "ñ" <b>\nand more', extra: "x".repeat(25_000) };
  const page = await moderator.post(at(ana.id), { ...typed, ...confirmed });
  expect(hidden(page)).toEqual(typed);
  expect(await site.db.selectFrom("kept_forms").select("path").execute()).toEqual([]);
  await proveLongAgo(moderator, new Date().toISOString());
});

test("restoring needs no confirmation, and password guesses are limited", async () => {
  await proveLongAgo(moderator, null);
  await site.db
    .insertInto("suspensions")
    .values({ user_id: ana.id, since: new Date().toISOString(), until: null, entry: 1 })
    .execute();
  const restored = await moderator.post(at(ana.id), { intent: "restore" });
  expect(restored.headers.get("Location")).toBe(at(ana.id));
  const guess = { intent: "remove-votes", ...confirmed, again_password: "wrong1234" };
  const statuses: number[] = [];
  for (let i = 0; i < 12; i++) {
    const page = await moderator.post(at(ana.id), guess);
    statuses.push(page.status);
    expect(hidden(page)).toEqual({ intent: "remove-votes" });
  }
  expect(statuses.slice(-1)).toEqual([429]);
  const right = { ...guess, again_password: password };
  expect((await moderator.post(at(ana.id), right)).status).toBe(429);
  await proveLongAgo(moderator, new Date().toISOString());
});
