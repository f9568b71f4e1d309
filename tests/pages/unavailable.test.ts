import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { issueToken } from "#app/domain/accounts/link-tokens.ts";
import { avatarVersion } from "#app/domain/accounts/avatars.ts";
import { addPerfumeWithDupe } from "../support/database.ts";
import { lockDatabase, makeReadOnly } from "../support/busy-database.ts";
import { onPostgres } from "../support/postgres-databases.ts";
import { fieldValue } from "../support/form-page.ts";
import { useQuickPasswords } from "../support/quick-passwords.ts";
import { logIn, signedIn } from "../support/sign-in.ts";
import { openSite, type Page } from "../support/site.ts";
import "../support/matchers.ts";

// A large pool: waiting writers hold connections, and their responses need others for reading.
const site = await openSite({ SMTP_URL: "smtp://127.0.0.1:9", DATABASE_POOL: "40" });
useQuickPasswords(site);
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

async function mended() {
  await mend();
  mend = async () => {};
}

const states: [string, typeof lockDatabase][] = [
  ["another process writes", lockDatabase],
  ["nothing can be written", makeReadOnly],
];

/** Every form that writes and is not in recovery.test.ts, with a field that was filled in. */
async function forms(): Promise<[() => Promise<Page>, field?: string, typed?: string][]> {
  const name = `person_${++people}`;
  const ana = await signedIn(site, name);
  const nameless = await signedIn(site, `nameless_${people}`, { username: null });
  const { path, dupe } = await addPerfumeWithDupe(site.db);
  const review = { dupe_id: dupe, user_id: ana.id, description: "x", created_at: "2026-01-01" };
  const { id } = await site.db
    .insertInto("dupe_reviews")
    .values(review)
    .returning("id")
    .executeTakeFirstOrThrow();
  const token = (kind: "confirm" | "reset") => issueToken(site.db, ana.id, kind, new Date());
  const [confirm, reset] = [await token("confirm"), await token("reset")];
  const visitor = () => site.newBrowser();
  const email = `new_${people}@example.org`;
  const newNames = { nombre_completo: "Typed", nombre_usuario: `new_${people}` };
  const account = { ...newNames, email, password: "vetiver123" };
  return [
    [() => ana.post("/logout", { redirectTo: "/es" }), "redirectTo", "/es"],
    [() => ana.upload("/es/profile", "avatar", red)],
    [() => ana.post("/es/profile", { intent: "save", ...newNames }), "nombre_completo", "Typed"],
    [() => ana.post("/es/profile", { intent: "sign-out-everywhere" })],
    [() => ana.post("/es/profile", { intent: "delete-account", password: "vetiver123" })],
    [() => ana.post(`/es${path}`, { intent: "delete-review", review_id: String(id) })],
    [() => logIn(visitor(), name), "email", `${name}@example.org`],
    [() => visitor().post("/es/auth", { intent: "signup", ...account }), "email", email],
    [() => visitor().post("/es/auth/forgot", { email }), "email", email],
    [() => visitor().post("/es/auth/confirm", { email }), "email", email],
    [
      () =>
        visitor().post(`/es/auth/confirm?token=${confirm}`, {
          token: confirm,
          password: "vetiver123",
        }),
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

test.each(states)("while %s every form says so and keeps what was typed", async (_, begin) => {
  const all = await forms();
  mend = await begin(site);
  // Concurrently, because each waits for seconds.
  const pages = await Promise.all(all.map(([send]) => send()));
  for (const [n, page] of pages.entries()) {
    expect(page, `form ${n}`).toBeRefused(503, "es", "form.busy");
    expect(page.headers.get("Retry-After")).toBe("5");
    const [, field, typed] = all[n]!;
    expect(field && fieldValue(page, field)).toBe(typed);
  }
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
