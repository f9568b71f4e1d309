import { expect, test } from "vitest";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { similarity, similarityWith } from "./similarity.ts";

test.each([
  ["no votes: 85, for the order of a dupe without an estimate", 0, 0, null, 85],
  ["no votes: the estimate", 0, 0, 62, 62],
  ["an estimate of 0 is an estimate, not none", 0, 0, 0, 0],
  ["one like", 1, 0, null, 67],
  ["one dislike", 0, 1, null, 33],
  ["an estimate weighs nothing once somebody voted", 9, 10, 99, 48],
  ["as many for as against", 20, 20, 0, 50],
  ["many likes make 100", 1000, 0, 1, 100],
  ["many dislikes make 0", 0, 1000, 85, 0],
  ["a half rounds up, however the machine writes it", 0, 6, null, 13],
])("%s", (_, likes, dislikes, estimate, percent) => {
  expect(similarity(likes, dislikes, estimate)).toBe(percent);
});

test("the figure never disagrees with the thumbs", () => {
  for (let likes = 1; likes < 60; likes++)
    for (let dislikes = 0; dislikes < likes; dislikes++) {
      expect(similarity(likes, dislikes, 0)).toBeGreaterThanOrEqual(50);
      expect(similarity(dislikes, likes, 100)).toBeLessThanOrEqual(50);
      expect(similarity(likes + 1, dislikes, 0)).toBeGreaterThanOrEqual(
        similarity(likes, dislikes, 0),
      );
    }
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
