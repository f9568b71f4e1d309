import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { addAccount } from "../../../tests/support/accounts.ts";
import { freshDatabase } from "../../../tests/support/database.ts";
import { issueToken } from "./link-tokens.ts";
import { type GoogleProfile, linkGoogle, signInWithGoogle } from "./google-accounts.ts";
import { startSession } from "./sessions.ts";
import { addSuspension } from "./suspensions.ts";

const now = new Date("2026-02-03T10:00:00.000Z");
const earlier = "2026-02-01T10:00:00.000Z";
let db: Db;

beforeEach(async () => {
  db = await freshDatabase();
});

const ana: GoogleProfile = {
  sub: "1001",
  email: "Ana@example.com",
  emailVerified: true,
  name: "Ana López",
};

const signIn = (profile: Partial<GoogleProfile> = {}) =>
  signInWithGoogle(db, { ...ana, ...profile }, now, true, []);

const accounts = () => db.selectFrom("accounts").selectAll().orderBy("user_id").execute();
const people = () => db.selectFrom("usuarios").selectAll().orderBy("id").execute();

const emails = () => db.selectFrom("outbox").select("recipient").execute();
const link = (passwordHash: string, sub = ana.sub) =>
  linkGoogle(
    db,
    { userId: "ana", sub, passwordHash },
    { origin: "https://sosia.example", language: "es" },
    now,
  );

function register(username: string, email: string, confirmed_at: string | null) {
  const confirmed = confirmed_at !== null;
  return addAccount(db, username, { email, confirmed, passwordHash: "a hash", createdAt: earlier });
}

test("an unknown Google account creates an account with a confirmed address and neither password nor username", async () => {
  const signedIn = await signIn();
  expect(signedIn).toEqual({ userId: expect.stringMatching(/^[\da-f-]{36}$/u) });
  const { userId } = signedIn as { userId: string };
  expect(await accounts()).toEqual([
    {
      user_id: userId,
      email: "Ana@example.com",
      email_clave: "ana@example.com",
      password_hash: null,
      google_sub: "1001",
      confirmed_at: now.toISOString(),
      created_at: now.toISOString(),
    },
  ]);
  expect(await people()).toEqual([
    {
      id: userId,
      nombre_usuario: null,
      nombre_usuario_clave: null,
      trusted: 0,
      nombre_completo: "Ana López",
      avatar_url: null,
      created_at: now.toISOString(),
    },
  ]);
});

test("a second sign-in finds the same account and changes nothing", async () => {
  const first = await signIn();
  const before = [await accounts(), await people()];
  expect(await signIn({ name: "Ana Pérez" })).toEqual(first);
  expect([await accounts(), await people()]).toEqual(before);
});

test("a changed, verified or missing address at Google still finds the same account, which keeps its address", async () => {
  const first = await signIn();
  await register("bea", "bea@example.com", earlier);
  expect(await signIn({ email: "bea@example.com" })).toEqual(first);
  expect(await signIn({ email: "ana@example.org" })).toEqual(first);
  expect(await signIn({ email: "ana@example.org", emailVerified: false })).toEqual(first);
  expect(await signIn({ email: "" })).toEqual(first);
  const stored = (await accounts()).map(({ email, google_sub }) => [email, google_sub]);
  expect(stored.toSorted()).toEqual([
    ["Ana@example.com", "1001"],
    ["bea@example.com", null],
  ]);
});

test("an address not verified by Google is refused", async () => {
  await register("ana", "ana@example.com", earlier);
  const before = await accounts();
  expect(await signIn({ emailVerified: false })).toBe("email-not-verified");
  expect(await signIn({ emailVerified: "true" as never })).toBe("email-not-verified");
  expect(await signIn({ emailVerified: false, email: "new@example.com" })).toBe(
    "email-not-verified",
  );
  expect(await accounts()).toEqual(before);
});

test("sign-in without an address, or with look-alike letters in it, is refused", async () => {
  await register("ana", "ana@example.com", earlier);
  expect(await signIn({ email: "" })).toBe("no-email");
  expect(await signIn({ email: "ana" })).toBe("no-email");
  expect(await signIn({ email: "ａna@example.com" })).toBe("no-email");
  expect(await accounts()).toMatchObject([{ user_id: "ana", google_sub: null }]);
});

test("a confirmed account with the address, in any spelling, is linked once its password was typed, and keeps it and its names (RULES.md 9.7)", async () => {
  await register("ana", "ANA@Example.com", earlier);
  const [names, before] = [await people(), await accounts()];
  await startSession(db, "ana", "home", now);
  expect(await signIn()).toEqual({ toLink: "ana" });
  expect(await accounts()).toEqual(before);
  expect(await link("an older hash")).toBe(false);
  expect(await emails()).toEqual([]);
  expect(await link("a hash")).toBe(true);
  expect(await emails()).toEqual([{ recipient: "ANA@Example.com" }]);
  expect(await accounts()).toEqual([{ ...before[0], google_sub: "1001" }]);
  expect(await link("a hash")).toBe(false);
  expect(await people()).toEqual(names);
  expect(await db.selectFrom("sessions").select("user_id").execute()).toHaveLength(1);
  expect(await signIn()).toEqual({ userId: "ana" });
});

test("an account linked to another Google account is not relinked by address", async () => {
  await signIn();
  const before = [await accounts(), await people()];
  expect(await signIn({ sub: "2002" })).toBe("email-taken");
  expect([await accounts(), await people()]).toEqual(before);
});

test("an unconfirmed account with the address loses everything that its registrant entered", async () => {
  await register("mallory", "ana@example.com", null);
  await register("bea", "bea@example.com", null);
  for (const person of ["mallory", "bea"]) {
    await startSession(db, person, "somewhere", now);
    await issueToken(db, person, "confirm", now);
    await issueToken(db, person, "reset", now);
  }
  await db.updateTable("usuarios").set({ avatar_url: "/mine.png" }).execute();

  expect(await signIn()).toEqual({ userId: "mallory" });
  expect(await accounts()).toMatchObject([
    { user_id: "bea", password_hash: "a hash", confirmed_at: null, google_sub: null },
    {
      user_id: "mallory",
      email: "Ana@example.com",
      password_hash: null,
      confirmed_at: now.toISOString(),
      google_sub: "1001",
    },
  ]);
  expect(await people()).toMatchObject([
    { id: "bea", nombre_usuario: "bea", avatar_url: "/mine.png" },
    {
      id: "mallory",
      nombre_usuario: null,
      nombre_usuario_clave: null,
      nombre_completo: "Ana López",
      avatar_url: null,
    },
  ]);
  const left = [
    await db.selectFrom("sessions").select("user_id").execute(),
    await db.selectFrom("account_tokens").select("user_id").execute(),
  ];
  expect(left.flat().map((row) => row.user_id)).toEqual(["bea", "bea", "bea"]);
});

test("a failure halfway changes nothing", async () => {
  await register("mallory", "ana@example.com", null);
  await startSession(db, "mallory", "somewhere", now);
  const before = [await accounts(), await people()];
  const broken = db.withPlugin({
    transformQuery: ({ node }) => {
      if (JSON.stringify(node).includes('"google_sub"') && node.kind === "UpdateQueryNode")
        throw new Error("disk full");
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await expect(signInWithGoogle(broken, ana, now, true, [])).rejects.toThrow("disk full");
  expect([await accounts(), await people()]).toEqual(before);
  expect(await db.selectFrom("sessions").select("user_id").execute()).toHaveLength(1);
});

test("twenty concurrent callbacks create one account", async () => {
  const signedIn = await Promise.all(Array.from({ length: 20 }, () => signIn()));
  expect(new Set(signedIn.map((one) => (one as { userId: string }).userId)).size).toBe(1);
  expect([await accounts(), await people()]).toEqual([[expect.anything()], [expect.anything()]]);
});

test("of two concurrent Google accounts with one address, one gets the account", async () => {
  const both = await Promise.all([signIn(), signIn({ sub: "2002" })]);
  expect(both).toContain("email-taken");
  expect(await accounts()).toHaveLength(1);
});

test.each([
  ["  Ana\r\n\tLópez\u2028 ", "Ana López"],
  ["Ana\u202e zepóL\u0000\u200b", "Ana zepóL"],
  ["می\u200cخواهم", "می\u200cخواهم"],
  [`${"a".repeat(99)}👩`, "a".repeat(99)],
  [`${"a".repeat(99)} b`, "a".repeat(99)],
])("the name %j becomes one line of at most 100 characters", async (name, line) => {
  await signIn({ name });
  expect(await people()).toMatchObject([{ nombre_completo: line }]);
});

test("a Google id that another account has by now, and a suspended account, are not linked", async () => {
  await register("ana", "ana@example.com", earlier);
  await signIn({ sub: "2002", email: "bea@example.com" });
  expect(await link("a hash", "2002")).toBe(false);
  await addSuspension(db, "ana", { since: earlier, until: null, entry: 1 });
  expect(await link("a hash")).toBe(false);
});

test("where no emails are sent, an account with the address is linked without its password, which somebody else may know", async () => {
  await register("ana", "ana@example.com", earlier);
  expect(await signInWithGoogle(db, ana, now, false, [])).toEqual({ userId: "ana" });
  expect(await accounts()).toMatchObject([{ google_sub: "1001", password_hash: null }]);
});
