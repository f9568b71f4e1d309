import { expect, test } from "vitest";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { similarity, similarityWith } from "./similarity.ts";

test.each([
  ["no votes: 85, what a dupe without an estimate is taken for", 0, 0, null, 85],
  ["no votes: the estimate", 0, 0, 62, 62],
  ["one like of a dupe without an estimate", 1, 0, null, 88],
  ["one dislike of a dupe without an estimate", 0, 1, null, 71],
  ["five likes and no more weigh as much as the estimate", 5, 0, 0, 50],
  ["an estimate of 0 is an estimate, not none", 0, 0, 0, 0],
  ["many votes outweigh the estimate", 300, 700, 99, 30],
  ["many likes make 100", 1000, 0, 85, 100],
  ["many dislikes make 0", 0, 1000, 85, 0],
  ["a half rounds up, however the machine writes it", 2, 3, 1, 21],
])("%s", (_, likes, dislikes, estimate, percent) => {
  expect(similarity(likes, dislikes, estimate)).toBe(percent);
});

test("one like never yields 100, whatever lower estimate there is", () => {
  for (let estimate = 0; estimate < 100; estimate++)
    expect(similarity(1, 0, estimate)).toBeLessThan(100);
});

/** All cases with these estimates and fewer than 60 likes and 60 dislikes that satisfy `holds`. */
function cases(holds: (likes: number, dislikes: number, estimate: number) => boolean): string[] {
  const found: string[] = [];
  for (const estimate of [0, 1, 33, 85, 99, 100])
    for (let likes = 0; likes < 60; likes++)
      for (let dislikes = 0; dislikes < 60; dislikes++)
        if (holds(likes, dislikes, estimate)) found.push(`${likes} ${dislikes} ${estimate}`);
  return found;
}

test("similarity is the exact share, rounded to a whole per cent", () => {
  const wrong = cases((likes, dislikes, estimate) => {
    const votes = likes + dislikes + 5;
    const exact = Math.floor((2 * (100 * likes + 5 * estimate) + votes) / (2 * votes));
    return similarity(likes, dislikes, estimate) !== exact;
  });
  expect(wrong).toEqual([]);
});

test("a like never lowers similarity, a dislike never raises it", () => {
  const wrong = cases((likes, dislikes, estimate) => {
    const now = similarity(likes, dislikes, estimate);
    return (
      similarity(likes + 1, dislikes, estimate) < now ||
      similarity(likes, dislikes + 1, estimate) > now
    );
  });
  expect(wrong).toEqual([]);
});

test("the database computes the same similarity after one more vote", async () => {
  const db = await freshDatabase();
  const id = await addDupe(db, await addPerfume(db, "Creed", "Aventus"), "Armaf", "Club de Nuit");
  const figures = [0, 1, 2, 3, 7, 50, 999];
  for (const estimacion of [null, 0, 1, 33, 99, 100])
    for (const likes of figures)
      for (const dislikes of figures)
        for (const vote of ["likes", "dislikes"] as const) {
          await db.updateTable("dupes").set({ likes, dislikes, estimacion }).execute();
          const { porcentaje } = await db
            .updateTable("dupes")
            .set((row) => ({ [vote]: row(vote, "+", 1), porcentaje: similarityWith(vote) }))
            .where("id", "=", id)
            .returning("porcentaje")
            .executeTakeFirstOrThrow();
          const more = vote === "likes" ? [likes + 1, dislikes] : [likes, dislikes + 1];
          expect([vote, likes, dislikes, estimacion, porcentaje]).toEqual([
            vote,
            likes,
            dislikes,
            estimacion,
            similarity(more[0]!, more[1]!, estimacion),
          ]);
        }
});
