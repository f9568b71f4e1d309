import { beforeEach, expect, test } from "vitest";
import { addAccount, withoutEmail } from "../../../tests/support/accounts.ts";
import { addPerfume, addPerfumeWithDupe, freshDatabase } from "../../../tests/support/database.ts";
import { suggestDupe, suggestPerfume } from "../../../tests/support/suggestions.ts";
import { answerNotice, receiveNotice } from "#app/domain/messages/notices.ts";
import { publishReview } from "#app/domain/reviews/reviews.ts";
import { castVote } from "#app/domain/reviews/votes.ts";
import { askForAlert } from "#app/domain/shelf/dupe-alerts.ts";
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
  const { id: perfumeId, dupe: dupeId } = await addPerfumeWithDupe(db);
  const named = { marca: "M", nombre: "N", userId: ana, language: "es" };
  await castVote(db, ana, { dupeId, perfumeId, voto: 1 }, now, withoutEmail);
  await say(db, ana, dupeId, { lasting: "less" }, { now });
  const review = { dupeId, perfumeId, description: "Good", language: "es" };
  await publishReview(db, ana, review, now);
  await suggestPerfume(db, named, now);
  await suggestDupe(db, { ...named, perfumeId, fuente: "https://forum.example/1" }, now);
  const bare = { perfume_id: await addPerfume(db, "Dior", "Dune"), user_id: ana };
  await askForAlert(db, { ...bare, language: "es" }, now);
  const notice = { name: "Ana", email: "a@example.org", url: "/es", message: "Mine" };
  // Ana reads the operators' mailbox, too.
  const emails = { operators: "ana@example.org", withReceipt: false };
  await receiveNotice(db, { ...notice, language: "es", userId: ana }, emails, now);
  const answer = { id: 1, version: 0, decision: "kept", reason: "No." } as const;
  await answerNotice(db, answer, "op@example.org", now);
  await addAccount(db, "olga");
  await db.updateTable("sugerencias_perfumes").set({ decided_by: "olga" }).execute();
  await db
    .insertInto("perfume_searches")
    .values({ ...bare, created_at: now.toISOString() })
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
    messages: [
      { kind: "notice", message: "Mine", url: "/es", decision: "kept", decision_reason: "No." },
    ],
    emails: [],
  });
  expect(JSON.stringify(data)).not.toMatch(/hash|olga/);
});
