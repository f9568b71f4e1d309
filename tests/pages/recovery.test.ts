import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { addPerfumeWithDupe } from "../support/database.ts";
import { openSite } from "../support/site.ts";
import { type Language, languageCodes } from "#app/i18n/languages.ts";
import { type TestBrowser } from "../support/browser.ts";
import { breakWrites } from "../support/broken-writes.ts";
import { lockDatabase } from "../support/busy-database.ts";
import { onPostgres } from "../support/postgres-databases.ts";
import { fieldValue } from "../support/form-page.ts";
import { signedIn } from "../support/sign-in.ts";
import "../support/matchers.ts";

const site = await openSite();
afterAll(() => site.close());

let release = async () => {};
let dupe: number;
let path: string;
let ana: TestBrowser & { id: string };
let people = 0;

beforeEach(async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const added = await addPerfumeWithDupe(site.db);
  dupe = added.dupe;
  path = `/es${added.path}`;
  ana = await signedIn(site, `person_${++people}`);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await endLock();
});

async function beginLock() {
  release = await lockDatabase(site);
}

async function endLock() {
  await release();
  release = async () => {};
}

const within = (code: Language) => path.replace("/es/", `/${code}/`);

/** Every action that writes, with the form it expects. */
const actions = (code: Language) => ({
  vote: () => ana.post(within(code), { intent: "vote", dupe_id: String(dupe), voto: "1" }),
  review: (visitor: TestBrowser = ana) =>
    visitor.post(within(code), {
      intent: "publish-review",
      dupe_id: String(dupe),
      description: "Written.",
    }),
  suggestDupe: () =>
    site.newBrowser().post(within(code), {
      intent: "suggest-dupe",
      nombre_dupe: "Name",
      marca_dupe: "Brand",
    }),
  suggestPerfume: () =>
    site.newBrowser().post(`/${code}`, {
      intent: "suggest-perfume",
      nombre_perfume: "Name",
      marca_perfume: "Brand",
    }),
  contact: () =>
    site.newBrowser().post(`/${code}/contact`, {
      name: "Ana",
      email: "ana@example.org",
      message: "Written.",
      privacyAccepted: "on",
    }),
});

async function expectBusy(code: Language) {
  const { vote, review, suggestDupe, suggestPerfume, contact } = actions(code);
  const [voted, reviewed, draft, dupeSuggested, perfumeSuggested, contacted] = await Promise.all([
    vote(),
    review(),
    review(site.newBrowser()),
    suggestDupe(),
    suggestPerfume(),
    contact(),
  ]);
  for (const page of [voted, reviewed, draft, dupeSuggested, perfumeSuggested, contacted]) {
    expect(page).toBeRefused(503, code, "form.busy");
    expect(page.headers.get("Retry-After")).toBe("5");
  }
  expect(fieldValue(reviewed, "description")).toBe("Written.");
  expect(fieldValue(draft, "description")).toBe("Written.");
  expect(fieldValue(dupeSuggested, "nombre_dupe")).toBe("Name");
  expect(fieldValue(perfumeSuggested, "marca_perfume")).toBe("Brand");
  expect([fieldValue(contacted, "name"), fieldValue(contacted, "message")]).toEqual([
    "Ana",
    "Written.",
  ]);
}

test("while the database is busy every action says so in every language, and loses nothing", async () => {
  await beginLock();
  // Concurrently, because each waits for seconds; on PostgreSQL each holds a connection meanwhile.
  await Promise.all((onPostgres ? (["es"] as const) : languageCodes).map(expectBusy));
  await endLock();
  expect((await actions("es").vote()).status).toBe(303);
  expect((await actions("es").review()).status).toBe(303);
});

test("pages work while the database is busy, also for people whose last visit was long ago", async () => {
  const seen_at = new Date(Date.now() - 2 * 60 * 60 * 1000).toISOString();
  await site.db.updateTable("sessions").set({ seen_at }).execute();
  await beginLock();
  expect((await site.get(path)).status).toBe(200);
  expect((await ana.get(path)).status).toBe(200);
  expect((await ana.get(`${path}?reviews=${dupe}`)).status).toBe(200);
  const page = await actions("es").review();
  expect(page).toBeRefused(503, "es", "form.busy");
  expect(fieldValue(page, "description")).toBe("Written.");
});

test("an action that fails halfway leaves nothing behind", async () => {
  const mend = await breakWrites(site.db, "dupes", "update of porcentaje");
  try {
    expect(await actions("es").vote()).toBeRefused(500, "es", "perfume.errorVote");
  } finally {
    await mend();
  }
  const votes = site.db.selectFrom("user_votes").select("voto").where("dupe_id", "=", dupe);
  expect(await votes.execute()).toEqual([]);
  const { likes } = await site.db
    .selectFrom("dupes")
    .select("likes")
    .where("id", "=", dupe)
    .executeTakeFirstOrThrow();
  expect(likes).toBe(0);
  expect((await actions("es").vote()).status).toBe(303);
  expect(await votes.execute()).toEqual([{ voto: 1 }]);
});

test("a failed form can be sent again and is stored once", async () => {
  for (const table of ["contact_messages", "outbox"] as const)
    await site.db.deleteFrom(table).execute();
  await beginLock();
  expect((await actions("es").contact()).status).toBe(503);
  await endLock();
  expect((await actions("es").contact()).status).toBe(303);
  expect((await actions("es").contact()).status).toBe(303);
  const kept = await site.db.selectFrom("contact_messages").selectAll().execute();
  expect([kept.length, (await site.db.selectFrom("outbox").selectAll().execute()).length]).toEqual([
    1, 1,
  ]);
});

test("the log contains nothing that was typed", async () => {
  await site.db.deleteFrom("contact_messages").execute();
  const mend = await breakWrites(site.db, "contact_messages", "insert");
  try {
    expect(await actions("es").contact()).toBeRefused(500, "es", "contact.errorMessage");
  } finally {
    await mend();
  }
  const logged = vi.mocked(console.error).mock.calls.map((call) => call.map(String).join(" "));
  expect(logged.join("\n")).toMatch(/refused|23000/u);
  expect(logged.join("\n")).not.toMatch(/ana@example\.org|Written/u);
});
