import { expect, test } from "vitest";
import { listDupes } from "#app/domain/catalog/relations.ts";
import { castVote } from "#app/domain/reviews/votes.ts";
import { addAccount, withoutEmail } from "../../../../tests/support/accounts.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../../tests/support/database.ts";
import { pairTexts } from "./pair-texts.ts";

const now = new Date("2026-02-03T10:00:00.000Z");

/** Beside an estimate of 50 %, which one vote moves. */
async function answerAfter(networks: string[]): Promise<string> {
  const db = await freshDatabase();
  const perfumeId = await addPerfume(db, "Creed", "Aventus");
  const dupeId = await addDupe(db, perfumeId, "Armaf", "Club de Nuit", { estimacion: 50 });
  for (const [n, network] of networks.entries()) {
    const userId = await addAccount(db, `mallory${n}`);
    const vote = { dupeId, perfumeId, voto: -1 } as const;
    await castVote(db, userId, vote, now, { ...withoutEmail, network });
  }
  const [relation] = await listDupes(db, perfumeId);
  return pairTexts("en", { nombre: "Aventus" }, relation!).answer;
}

test("nobody makes a pair's page speak of most people alone, nor from one network (RULES.md 1.6, 5.7)", async () => {
  expect(await answerAfter(["home"])).toBe("So far, 0 of 1 say they smell alike.");
  const campaign = await answerAfter(["home", "home", "home", "home"]);
  expect(campaign).toBe("Few votes.");
  expect(await answerAfter(["home", "office", "train"])).toMatch(/^Most people say no/u);
});
