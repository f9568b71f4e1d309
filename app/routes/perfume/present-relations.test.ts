import { expect, test } from "vitest";
import { listDupes } from "#app/domain/catalog/relations.ts";
import { castVote } from "#app/domain/reviews/votes.ts";
import { addAccount, withoutEmail } from "../../../tests/support/accounts.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { presentRelations } from "./present-relations.ts";

test("a card does not say that six of six find it alike when all six are of one network (RULES.md 1.6, 5.7)", async () => {
  const db = await freshDatabase();
  const perfumeId = await addPerfume(db, "Creed", "Aventus");
  const dupeId = await addDupe(db, perfumeId, "Armaf", "Club de Nuit");
  const ballot = { ...withoutEmail, network: "campaign" };
  for (let n = 0; n < 6; n++) {
    const userId = await addAccount(db, `mallory${n}`);
    await castVote(db, userId, { dupeId, perfumeId, voto: 1 }, new Date(), ballot);
  }
  const [card] = presentRelations(
    "en",
    await listDupes(db, perfumeId),
    { concentracion: null, notas: null },
    { votes: {}, kept: new Map() },
    () => undefined,
    { sort: null, verdicts: new Map(), tests: new Map(), supporters: new Map() },
  );
  expect(card!.words ?? "").not.toMatch(/6 of 6/u);
});
