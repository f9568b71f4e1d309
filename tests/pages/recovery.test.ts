import Database from "better-sqlite3";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { expectRefused } from "../support/answers.ts";
import { addDupe, addPerfume } from "../support/database.ts";
import { openSite, type Page, type TestSite } from "../support/site.ts";
import { newMember, newVisitor } from "../support/members.ts";
import type { TestVisitor } from "../support/visitor.ts";
import { codes } from "../support/words.ts";

let site: TestSite;
let other: Database.Database;
let dupe: number;
let path: string;
let ana: TestVisitor & { id: string };
let people = 0;

beforeAll(async () => {
  site = await openSite();
  other = new Database(site.config.databaseUrl.slice("file:".length));
});

afterAll(() => site.close());

beforeEach(async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const id = await addPerfume(site.db, "Creed", `Aventus ${Math.random()}`);
  dupe = await addDupe(site.db, id, "Armaf", "Club de Nuit");
  path = (await site.get(`/es/perfume/${id}`)).headers.get("Location")!;
  ana = await newMember(site, `person_${++people}`);
});

afterEach(() => {
  vi.restoreAllMocks();
  if (other.inTransaction) other.exec("rollback");
});

const within = (code: string) => path.replace("/es/", `/${code}/`);
const value = ({ dom }: Page, name: string) =>
  dom.querySelector(`main input[name=${name}]`)?.getAttribute("value");
const text = ({ dom }: Page, name: string) =>
  dom.querySelector(`textarea[name=${name}]`)?.text.trim();

/** Every action that writes, by what it posts. */
const actions = (code: string) => ({
  vote: () => ana.post(within(code), { intent: "vote", dupe_id: String(dupe), voto: "1" }),
  review: (visitor: TestVisitor = ana) =>
    visitor.post(within(code), {
      intent: "publish-review",
      dupe_id: String(dupe),
      description: "Written.",
    }),
  suggestDupe: () =>
    newVisitor(site).post(within(code), {
      intent: "suggest-dupe",
      nombre_dupe: "Name",
      marca_dupe: "Brand",
    }),
  suggestPerfume: () =>
    newVisitor(site).post(`/${code}`, {
      intent: "suggest-perfume",
      nombre_perfume: "Name",
      marca_perfume: "Brand",
    }),
  contact: () =>
    newVisitor(site).post(`/${code}/contact`, {
      name: "Ana",
      email: "ana@example.org",
      message: "Written.",
      privacyAccepted: "on",
    }),
});

test.each(codes)(
  "while the database is busy every action says so and loses nothing, in %s",
  async (code) => {
    const { vote, review, suggestDupe, suggestPerfume, contact } = actions(code);
    other.exec("begin immediate");
    const answers = {
      vote: await vote(),
      review: await review(),
      draft: await review(newVisitor(site)),
      suggestDupe: await suggestDupe(),
      suggestPerfume: await suggestPerfume(),
      contact: await contact(),
    };
    for (const page of Object.values(answers)) {
      expectRefused(page, 503, code, "form.busy");
      expect(page.headers.get("Retry-After")).toBe("5");
    }
    expect(text(answers.review, "description")).toBe("Written.");
    expect(text(answers.draft, "description")).toBe("Written.");
    expect(value(answers.suggestDupe, "nombre_dupe")).toBe("Name");
    expect(value(answers.suggestPerfume, "marca_perfume")).toBe("Brand");
    expect([value(answers.contact, "name"), text(answers.contact, "message")]).toEqual([
      "Ana",
      "Written.",
    ]);
    other.exec("rollback");
    expect((await vote()).status).toBe(303);
    expect((await review()).status).toBe(303);
  },
);

test("pages are read while the database is busy, also by people long not seen", async () => {
  const seen_at = new Date(Date.now() - 2 * 60 * 60 * 1000).toISOString();
  await site.db.updateTable("sessions").set({ seen_at }).execute();
  other.exec("begin immediate");
  expect((await site.get(path)).status).toBe(200);
  expect((await ana.get(path)).status).toBe(200);
  expect((await ana.get(`${path}?reviews=${dupe}`)).status).toBe(200);
  const page = await actions("es").review();
  expectRefused(page, 503, "es", "form.busy");
  expect(text(page, "description")).toBe("Written.");
});

test("an action that fails halfway leaves nothing of itself", async () => {
  other.exec(
    `create trigger halfway before update of porcentaje on dupes begin select raise(abort, 'boom'); end`,
  );
  try {
    expectRefused(await actions("es").vote(), 500, "es", "perfume.errorVote");
  } finally {
    other.exec("drop trigger halfway");
  }
  expect(await site.db.selectFrom("user_votes").select("id").execute()).toEqual(
    expect.not.arrayContaining([expect.objectContaining({ dupe_id: dupe })]),
  );
  const { likes } = await site.db
    .selectFrom("dupes")
    .select("likes")
    .where("id", "=", dupe)
    .executeTakeFirstOrThrow();
  expect(likes).toBe(0);
  expect((await actions("es").vote()).status).toBe(303);
});

test("what failed can be sent again and is kept once", async () => {
  other.exec("delete from contact_messages; delete from outbox");
  other.exec("begin immediate");
  expect((await actions("es").contact()).status).toBe(503);
  other.exec("rollback");
  expect((await actions("es").contact()).status).toBe(303);
  expect((await actions("es").contact()).status).toBe(303);
  const kept = await site.db.selectFrom("contact_messages").selectAll().execute();
  expect([kept.length, (await site.db.selectFrom("outbox").selectAll().execute()).length]).toEqual([
    1, 1,
  ]);
});

test("nothing that was typed reaches the log", async () => {
  other.exec("delete from contact_messages");
  other.exec(
    `create trigger refuses before insert on contact_messages begin select raise(abort, 'boom'); end`,
  );
  try {
    expectRefused(await actions("es").contact(), 500, "es", "contact.errorMessage");
  } finally {
    other.exec("drop trigger refuses");
  }
  const logged = vi.mocked(console.error).mock.calls.map((call) => call.map(String).join(" "));
  expect(logged.join("\n")).toContain("boom");
  expect(logged.join("\n")).not.toMatch(/ana@example\.org|Written/u);
});
