import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { issueToken } from "#app/domain/accounts/link-tokens.ts";
import { avatarVersion } from "#app/domain/accounts/avatars.ts";
import { addPerfumeWithDupe, addReview } from "../support/database.ts";
import { password, registration } from "../support/accounts.ts";
import { breakWrites } from "../support/broken-writes.ts";
import { lockDatabase, makeReadOnly } from "../support/busy-database.ts";
import { onPostgres } from "../support/postgres-databases.ts";
import { messageForm } from "../support/message-form.ts";
import { fieldValue } from "../support/form-page.ts";
import { logIn, signedIn } from "../support/sign-in.ts";
import { openSite, type Page } from "../support/site.ts";
import type { MessageKey } from "../support/translations.ts";
import type { TestBrowser } from "../support/browser.ts";
import "../support/matchers.ts";

// A large pool: waiting writers hold connections, and their responses need others for reading.
const site = await openSite({ SMTP_URL: "smtp://127.0.0.1:9", DATABASE_POOL: "40" });
afterAll(() => site.close());

let mend = async () => {};
let red: File;
let people = 0;

beforeAll(async () => {
  const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } });
  red = new File([new Uint8Array(await picture.png().toBuffer())], "red.png");
});

beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());

afterEach(async () => {
  vi.restoreAllMocks();
  await mended();
});

const rename = (from: string, to: string) => site.db.schema.alterTable(from).renameTo(to).execute();

async function mended() {
  await mend();
  mend = async () => {};
}

const states: [string, typeof lockDatabase, MessageKey][] = [
  ["another process writes", lockDatabase, "form.busy"],
  ["nothing can be written", makeReadOnly, "form.cannotSave"],
];

/** Every form that writes, with a field that was filled in; the message to the operators first. */
async function forms(): Promise<[() => Promise<Page>, field?: string, typed?: string][]> {
  const name = `person_${++people}`;
  const ana = await signedIn(site, name);
  const nameless = await signedIn(site, `nameless_${people}`, { username: null });
  const { path, dupe } = await addPerfumeWithDupe(site.db);
  const id = await addReview(site.db, dupe, ana.id);
  const token = (kind: "confirm" | "reset") => issueToken(site.db, ana.id, kind, new Date());
  const [confirm, reset] = [await token("confirm"), await token("reset")];
  const visitor = () => site.newBrowser();
  const email = `new_${people}@example.org`;
  const newNames = { nombre_completo: "Typed", nombre_usuario: `new_${people}` };
  const contact = site.newBrowser();
  const description = `Written ${people}.`;
  const published = { intent: "publish-review", dupe_id: String(dupe), description };
  const ofDupe = { intent: "suggest-dupe", nombre_dupe: "Name", marca_dupe: "Brand" };
  const ofPerfume = { intent: "suggest-perfume", nombre_perfume: "Name", marca_perfume: "Brand" };
  const vote = { intent: "vote", dupe_id: String(dupe), voto: "1" };
  return [
    [() => contact.post("/es/contact", messageForm(description)), "message", description],
    [() => ana.post(`/es${path}`, vote)],
    [() => ana.post(`/es${path}`, published), "description", description],
    [() => visitor().post(`/es${path}`, published), "description", description],
    [() => visitor().post(`/es${path}`, ofDupe), "nombre_dupe", "Name"],
    [() => visitor().post("/es", ofPerfume), "marca_perfume", "Brand"],
    [() => ana.post("/logout", { redirectTo: "/es" }), "redirectTo", "/es"],
    [() => ana.upload("/es/profile", "avatar", red)],
    [() => ana.post("/es/profile", { intent: "save", ...newNames }), "nombre_completo", "Typed"],
    [() => ana.post("/es/profile", { intent: "sign-out-everywhere" })],
    [() => ana.post("/es/profile", { intent: "delete-account", password })],
    [() => ana.post(`/es${path}`, { intent: "delete-review", review_id: String(id) })],
    [() => logIn(visitor(), name), "email", `${name}@example.org`],
    [() => visitor().post("/es/auth", registration(`new_${people}`)), "email", email],
    [() => visitor().post("/es/auth/forgot", { email }), "email", email],
    [() => visitor().post("/es/auth/confirm", { email }), "email", email],
    [
      () => visitor().post(`/es/auth/confirm?token=${confirm}`, { token: confirm, password }),
      "token",
      confirm,
    ],
    [() => visitor().post("/es/auth/reset", { token: reset, password: "neroli456" })],
    [
      () => nameless.post("/es/set-username", { nombre_usuario: `other_${people}` }),
      "nombre_usuario",
      `other_${people}`,
    ],
  ];
}

test.each(states)(
  "while %s every form says so and keeps what was typed, which can be sent again",
  async (_, begin, message) => {
    const all = await forms();
    mend = await begin(site);
    // Concurrently, because each waits for seconds.
    const pages = await Promise.all(all.map(([send]) => send()));
    for (const [n, page] of pages.entries()) {
      expect(page, `form ${n}`).toBeRefused(503, "es", message);
      expect(page.headers.get("Retry-After")).toBe("5");
      const [, field, typed] = all[n]!;
      expect(field && fieldValue(page, field)).toBe(typed);
    }
    await mended();
    const [[sendMessage]] = all as [(typeof all)[number]];
    // The same message twice is stored once.
    for (let n = 0; n < 2; n++) expect((await sendMessage()).status).toBe(303);
    const messages = site.db.selectFrom("contact_messages").select("id");
    const stored = await messages.where("message", "=", `Written ${people}.`).execute();
    expect(stored).toHaveLength(1);
  },
);

test("pages work while the database is busy, also for people whose last visit was long ago", async () => {
  const ana = await signedIn(site, `person_${++people}`);
  const { path, dupe } = await addPerfumeWithDupe(site.db);
  const seen_at = new Date(Date.now() - 2 * 60 * 60 * 1000).toISOString();
  await site.db.updateTable("sessions").set({ seen_at }).execute();
  mend = await lockDatabase(site);
  for (const browser of [site.newBrowser(), ana])
    expect((await browser.get(`/es${path}?reviews=${dupe}`)).status).toBe(200);
});

test("the log contains nothing that was typed", async () => {
  mend = await breakWrites(site.db, "contact_messages", "insert");
  const page = await site.newBrowser().post("/es/contact", messageForm("Written in private"));
  expect(page).toBeRefused(500, "es", "contact.errorMessage");
  const logged = vi.mocked(console.error).mock.calls.flat().map(String).join("\n");
  expect(logged).toMatch(/refused|23000/u);
  expect(logged).not.toMatch(/ana@example\.org|Written/u);
});

test("a picture that cannot be written leaves the previous one at its address", async () => {
  const ana = await signedIn(site, `person_${++people}`);
  const { store } = site.services.avatars;
  expect((await ana.upload("/es/profile", "avatar", red)).status).toBe(303);
  const before = (await store.get(ana.id))!;
  const blue = sharp({ create: { width: 9, height: 9, channels: 3, background: "blue" } });
  const file = new File([new Uint8Array(await blue.png().toBuffer())], "blue.png");
  mend = await lockDatabase(site);
  expect((await ana.upload("/es/profile", "avatar", file)).status).toBe(503);
  expect(await store.get(ana.id)).toEqual(before);
  await mended();
  vi.spyOn(store, "put").mockRejectedValue(Object.assign(new Error("full"), { code: "ENOSPC" }));
  expect((await ana.upload("/es/profile", "avatar", file)).status).toBe(503);
  const { avatar_url } = await site.db
    .selectFrom("usuarios")
    .select("avatar_url")
    .where("id", "=", ana.id)
    .executeTakeFirstOrThrow();
  expect(avatar_url).toContain(avatarVersion(before));
});

// On PostgreSQL one writer does not block all others.
test.skipIf(onPostgres)(
  "while another process writes, pages are as fast as ever, however many people post",
  async () => {
    const { path } = await addPerfumeWithDupe(site.db);
    await site.get(`/es${path}?reviews=1`);
    /** @returns ms that twenty pages take while these forms are sent */
    const timeDuring = async (all: Awaited<ReturnType<typeof forms>>) => {
      const posting = Promise.all(all.map(([send]) => send()));
      const began = performance.now();
      for (let n = 0; n < 20; n++)
        // Not from the page cache.
        expect((await site.get(`/es${path}?page=${n}`)).status).toBe(200);
      const time = performance.now() - began;
      await mended();
      await posting;
      return time;
    };
    const usual = await timeDuring(await forms());
    const all = await forms();
    mend = await lockDatabase(site);
    // Each of the forms used to block everything for 250 ms.
    expect(await timeDuring(all)).toBeLessThan(4 * usual);
  },
);

test("while the database is away everybody can send again what they typed, except passwords (RULES.md 12.6)", async () => {
  const ana = await signedIn(site, `person_${++people}`);
  const visitor = site.newBrowser();
  const { path, dupe } = await addPerfumeWithDupe(site.db);
  const message = { name: "Ana", email: "ana@example.org", message: "Two words\nand two lines" };
  const review = { intent: "publish-review", dupe_id: String(dupe), description: "Smells of tea" };
  const price = { intent: "add-price", dupe_id: String(dupe), amount: "24,90", shop: "A shop" };
  const names = { intent: "save", nombre_completo: "Ana López", nombre_usuario: "ana_l" };
  const leave = { intent: "delete-account", password };
  const forms: [TestBrowser, string, Record<string, string>][] = [
    [ana, "/es/contact", message],
    [ana, "/es/notice", { url: "https://example.org/x", reason: "It names me" }],
    [ana, "/es", { intent: "suggest", original_brand: "Casa", original_name: "Un nombre" }],
    [ana, `/es${path}`, review],
    [ana, `/es${path}`, price],
    [visitor, `/es${path}`, price],
    [ana, "/es/profile", names],
    [ana, "/es/profile", leave],
    [ana, "/es/set-username", { nombre_usuario: "ana_l" }],
    [ana, "/es/auth", { intent: "signup", email: "x@example.org", password }],
    [ana, "/es/desk/perfumes/1", { intent: "save", reason: "It was wrong" }],
  ];
  for (const table of ["sessions", "perfumes"]) await rename(table, `${table}_away`);
  mend = async () => {
    for (const table of ["sessions", "perfumes"]) await rename(`${table}_away`, table);
  };
  for (const [browser, to, typed] of forms) {
    const page = await browser.post(to, typed);
    expect([to, page.status >= 500]).toEqual([to, true]);
    const kept = Object.entries(typed).filter(([name]) => name !== "password");
    for (const [name, value] of kept) expect([name, fieldValue(page, name)]).toEqual([name, value]);
    expect(page.html).not.toContain(password);
    const form = page.dom.querySelector("main form.kept")!;
    expect([form.getAttribute("method"), form.getAttribute("action")]).toEqual(["post", undefined]);
  }
  await mended();
  const [first] = forms;
  expect((await ana.post(first![1], { ...first![2], privacyAccepted: "on" })).status).toBe(303);
});
