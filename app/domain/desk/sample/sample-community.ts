import { createHash } from "node:crypto";
import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import { recountVotes } from "#app/domain/catalog/recount.ts";
import { recountVerdicts } from "#app/domain/reviews/verdict-counts.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { canonical } from "#app/i18n/text.ts";
import { samplePeople, usernameKey } from "#app/domain/accounts/usernames.ts";
import community from "./community.json" with { type: "json" };
import { addSamplePrices, removeSamplePrices } from "./sample-prices.ts";
import {
  type Answers,
  type Question,
  questions,
  verdictQuestions,
} from "#app/domain/reviews/verdict-questions.ts";

const day = 24 * 60 * 60_000;
/** Replaces an earlier sample. */
export async function addSample(
  db: Db,
  now = new Date(),
): Promise<{ people: number; votes: number; verdicts: number; reviews: number; prices: number }> {
  return inTransaction(db, async (trx) => {
    await removePeople(trx, now);
    await trx
      .insertInto("usuarios")
      .values(
        community.people.map(({ nombre_usuario, nombre_completo }) => ({
          id: sampleId(nombre_usuario),
          nombre_usuario,
          nombre_usuario_clave: usernameKey(nombre_usuario),
          nombre_completo,
          avatar_url: null,
          created_at: now.toISOString(),
        })),
      )
      .execute();
    const dupes = await dupeIds(trx);
    const votes = inventedVotes(dupes, now);
    if (votes.length > 0) await trx.insertInto("user_votes").values(votes).execute();
    await recountVotes(trx, new Set(votes.map((vote) => vote.dupe_id)));
    const verdicts = await addSampleVerdicts(trx, votes);

    const languageOf = new Map(community.people.map((one) => [one.nombre_usuario, one.language]));
    const reviews = community.reviews.flatMap(({ perfume, dupe, by, daysAgo, description }) => {
      const dupe_id = dupes.get(nameKey(perfume, dupe));
      if (dupe_id === undefined) return [];
      return [
        {
          dupe_id,
          user_id: sampleId(by),
          description,
          language: languageOf.get(by) ?? null,
          created_at: new Date(now.getTime() - daysAgo * day).toISOString(),
        },
      ];
    });
    if (reviews.length > 0) await trx.insertInto("dupe_reviews").values(reviews).execute();
    const prices = await addSamplePrices(trx, votes, now);
    await catalogChanged(trx);
    return {
      people: community.people.length,
      votes: votes.length,
      verdicts,
      reviews: reviews.length,
      prices,
    };
  });
}

function inventedVotes(dupes: Map<string, number>, now: Date) {
  return community.votes.flatMap(({ perfume, dupe, up, down }) => {
    const dupe_id = dupes.get(nameKey(perfume, dupe));
    if (dupe_id === undefined) return [];
    return shuffledPeople(dupe_id)
      .slice(0, up + down)
      .map((user_id, i) => ({
        dupe_id,
        user_id,
        voto: i < up ? (1 as const) : (-1 as const),
        created_at: now.toISOString(),
      }));
  });
}

export async function removeSample(db: Db, now = new Date()): Promise<number> {
  return inTransaction(db, async (trx) => {
    const removed = await removePeople(trx, now);
    if (removed > 0) await catalogChanged(trx);
    return removed;
  });
}

export async function hasSample(db: Db): Promise<boolean> {
  return (await samplePeople(db).limit(1).execute()).length > 0;
}

async function removePeople(trx: Db, now: Date): Promise<number> {
  const people = await samplePeople(trx).execute();
  if (people.length === 0) return 0;
  const ids = people.map((person) => person.id);
  const voted = await trx
    .selectFrom("user_votes")
    .select("dupe_id")
    .distinct()
    .where("user_id", "in", ids)
    .execute();
  await removeSamplePrices(trx, ids, now);
  await trx.deleteFrom("user_votes").where("user_id", "in", ids).execute();
  await trx.deleteFrom("verdicts").where("user_id", "in", ids).execute();
  await trx.deleteFrom("usuarios").where("id", "in", ids).execute();
  const dupes = voted.map((vote) => vote.dupe_id);
  await recountVotes(trx, dupes);
  await recountVerdicts(trx, dupes);
  return people.length;
}

async function dupeIds(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("dupes")
    .innerJoin("perfumes", "perfumes.id", "dupes.perfume_id")
    .select([
      "dupes.id",
      "dupes.marca",
      "dupes.nombre",
      "perfumes.marca as perfumeMarca",
      "perfumes.nombre as perfumeNombre",
    ])
    .execute();
  return new Map(
    rows.map((row) => [
      nameKey([row.perfumeMarca, row.perfumeNombre], [row.marca, row.nombre]),
      row.id,
    ]),
  );
}

function nameKey(perfume: string[], dupe: string[]): string {
  return [...perfume, ...dupe].map(canonical).join("\n");
}

/** A deterministic order that differs between dupes. */
function shuffledPeople(dupeId: number): string[] {
  const place = (id: string) => createHash("sha256").update(`${dupeId} ${id}`).digest("hex");
  return community.people
    .map(({ nombre_usuario }) => sampleId(nombre_usuario))
    .map((id) => [place(id), id] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, id]) => id);
}

function sampleId(username: string): string {
  return `sample-${username}`;
}

/** Every second voter of a dupe also gives a verdict. Deterministic. */
async function addSampleVerdicts(
  tx: Db,
  votes: { dupe_id: number; user_id: string; created_at: string }[],
): Promise<number> {
  const verdicts = votes
    .filter((_, n) => n % 2 === 1)
    .map(({ dupe_id, user_id, created_at }) => ({
      dupe_id,
      user_id,
      ...inventedAnswers(dupe_id, user_id),
      created_at,
      updated_at: created_at,
    }));
  if (verdicts.length > 0) await tx.insertInto("verdicts").values(verdicts).execute();
  await recountVerdicts(tx, new Set(verdicts.map(({ dupe_id }) => dupe_id)));
  return verdicts.length;
}

const byte = (...of: (string | number)[]) => createHash("sha256").update(of.join(" ")).digest()[0]!;

/** About seven in ten give the dupe's usual answer; some say nothing of a question. */
function inventedAnswers(dupeId: number, userId: string): Answers {
  const answer = (question: Question) => {
    const [usual, own] = [byte(dupeId, question), byte(dupeId, question, userId)];
    if (own >= 240 && question !== "lasting") return null;
    return verdictQuestions[question][own < 160 ? usual % 3 : own % 3];
  };
  return Object.fromEntries(questions.map((one) => [one, answer(one)])) as Answers;
}
