import { beforeEach, expect, test } from "vitest";
import { addAccount } from "../../../tests/support/accounts.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { outcomeOf } from "../../../tests/support/outcome-of.ts";
import { say } from "../../../tests/support/verdicts.ts";
import type { Db } from "#db/database.ts";
import { findProfile, saveProfile } from "./profiles.ts";
import { exportData } from "./data-export.ts";
import { signUp } from "./registration.ts";

const now = new Date("2026-01-01T00:00:00.000Z");
let db: Db;
let ana: string;

beforeEach(async () => {
  db = await freshDatabase();
  const created = await signUp(
    db,
    { email: "ana@example.org", username: "ana", fullName: "Ana", passwordHash: "secret-hash" },
    null,
    now,
  );
  ana = created.outcome === "active" ? created.userId : "";
});

test("a profile shows its owner the address but never the hash", async () => {
  expect(await findProfile(db, ana)).toEqual({
    email: "ana@example.org",
    username: "ana",
    fullName: "Ana",
    avatarUrl: null,
    hasPassword: true,
  });
  expect(await findProfile(db, "nobody")).toBeNull();
});

test("names are saved, including a new spelling of one's username", async () => {
  await saveProfile(db, ana, { username: "ANA", fullName: "Ana Pérez" });
  expect(await findProfile(db, ana)).toMatchObject({ username: "ANA", fullName: "Ana Pérez" });
  await saveProfile(db, ana, { username: "ana2" });
  expect(await findProfile(db, ana)).toMatchObject({ username: "ana2", fullName: "Ana Pérez" });
});

test("somebody else's username is refused, and nothing changes", async () => {
  await addAccount(db, "bea");
  expect(await outcomeOf(saveProfile(db, ana, { username: "BEA", fullName: "x" }))).toBe(
    "taken-username",
  );
  expect(await findProfile(db, ana)).toMatchObject({ username: "ana", fullName: "Ana" });
  expect(await outcomeOf(saveProfile(db, "nobody", { username: "free" }))).toBe("no-such-person");
});

test("of 50 people who concurrently take one username, one gets it", async () => {
  const people = await Promise.all(
    Array.from({ length: 50 }, (_, i) => addAccount(db, `person_${i}`)),
  );
  const outcomes = await Promise.all(
    people.map((person) => outcomeOf(saveProfile(db, person, { username: "wanted" }))),
  );
  expect(outcomes.filter((outcome) => outcome !== "taken-username")).toHaveLength(1);
});

/** Creates one record of every kind for a person. */
async function traces() {
  const perfume = await addPerfume(db, "Creed", "Aventus");
  const dupe_id = await addDupe(db, perfume, "Armaf", "Club de Nuit", { likes: 1 });
  const created_at = now.toISOString();
  const by = { user_id: ana, created_at };
  await db
    .insertInto("user_votes")
    .values({ dupe_id, voto: 1, ...by })
    .execute();
  await say(db, ana, dupe_id, { lasting: "less" }, { now });
  await db
    .insertInto("dupe_reviews")
    .values({ dupe_id, description: "Good", ...by })
    .execute();
  await db
    .insertInto("perfume_searches")
    .values({ perfume_id: perfume, ...by })
    .execute();
  const asked = await db
    .insertInto("sugerencias_perfumes")
    .values({ nombre_perfume: "N", marca_perfume: "M", clave: "m n", twin_key: "m\nn", ...by })
    .returning("id")
    .executeTakeFirstOrThrow();
  const askedDupe = await db
    .insertInto("sugerencias_dupes")
    .values({
      perfume_id: perfume,
      nombre_dupe: "N",
      marca_dupe: "M",
      clave: "m n",
      twin_key: "m\nn",
      ...by,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("suggestion_authors")
    .values([
      { perfume_suggestion_id: asked.id, user_id: ana, at: created_at, language: "es" },
      { dupe_suggestion_id: askedDupe.id, user_id: ana, at: created_at, language: "es" },
    ])
    .execute();
  await db
    .insertInto("suggested_pages")
    .values({
      dupe_suggestion_id: askedDupe.id,
      url: "https://forum.example/1",
      user_id: ana,
      at: created_at,
    })
    .execute();
  await db
    .insertInto("dupe_alerts")
    .values({ perfume_id: perfume, user_id: ana, since: created_at, language: "es" })
    .execute();
}

test("the data export contains one record of every kind, and no hash", async () => {
  await traces();
  const data = await exportData(db, ana);
  expect(data.profile).toMatchObject({ email: "ana@example.org", nombre_usuario: "ana" });
  expect(data).toMatchObject({
    votes: [{ voto: 1 }],
    verdicts: [{ lasting: "less", again: null, state: "counted" }],
    reviews: [{ description: "Good" }],
    suggestedPerfumes: [{ nombre_perfume: "N", state: "waiting", language: "es" }],
    suggestedDupes: [{ nombre_dupe: "N" }],
    suggestedPages: [{ nombre_dupe: "N", url: "https://forum.example/1" }],
    dupeAlerts: [{ since: now.toISOString(), language: "es" }],
    views: [{}],
  });
  expect(JSON.stringify(data)).not.toMatch(/hash/);
});
