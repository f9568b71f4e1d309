import type { z } from "zod";
import { addBottle, type BottleName, findByAlias, nameKey } from "#app/domain/catalog/bottles.ts";
import { perfumeRow } from "#app/domain/catalog/csv/import-perfumes.ts";
import { renamePerfume } from "#app/domain/catalog/rename-and-remove.ts";
import { updateBottle } from "#app/domain/catalog/update-bottle.ts";
import { added, changedIf, leftOut, taker } from "./take-file.ts";

const perfumeForm = perfumeRow.omit({ foto: true });
export type PerfumeRow = z.output<typeof perfumeForm>;

export const takePerfumes = taker(
  "perfumes",
  perfumeForm,
  async (tx, row, { own, known, bottles, now }) => {
    if (own === undefined) {
      if (bottles.named(row) || (await findByAlias(tx, row)) !== undefined) return leftOut;
      const bottle = { ...row, popularidad: row.popularidad ?? 0 };
      const id = await addBottle(tx, bottle, now.toISOString());
      bottles.renamed(null, { ...row, id });
      return added(id);
    }
    if (!known) return leftOut;
    if (nameKey(known) !== nameKey(row)) {
      if ((await renamePerfume(tx, own, namesOf(row), now)).outcome !== "renamed") return leftOut;
      bottles.renamed(known, { ...row, id: own });
    }
    return changedIf(await updateBottle(tx, known, row, now.toISOString()));
  },
);

const namesOf = ({ marca, nombre }: BottleName): BottleName => ({ marca, nombre });
