import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { renamePerfume } from "#app/domain/catalog/rename-and-remove.ts";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { runCommand } from "../support/command.ts";
import { newFile } from "../support/new-file.ts";
import { addPerfume } from "../support/database.ts";
import { openSite } from "../support/site.ts";
import { eventually } from "../support/eventually.ts";

const site = await openSite();
beforeAll(() => site.start());
afterAll(() => site.close());

const found = async (query: string): Promise<number[]> =>
  JSON.parse((await site.get(`/api/perfumes?q=${query}`)).html).map(({ id }: { id: number }) => id);

test("a dupe that a command imports soon shows on its cached page, and search finds its bottle (RULES.md 1.10)", async () => {
  const id = await addPerfume(site.db, "Casa Alba", "Rosa");
  const path = `/es${perfumePath({ id, marca: "Casa Alba", nombre: "Rosa" })}`;
  expect((await site.get(path)).html).not.toContain("Club de Noche");
  const columns = "perfume_marca,perfume_nombre,marca,nombre";
  const file = newFile(`${columns}\nCasa Alba,Rosa,Armaf,Club de Noche\n`);
  const words = ["import", "dupes", file];
  expect(await runCommand("catalog", site.config.databaseUrl, words)).toMatchObject({ code: 0 });
  await eventually(async () => {
    expect((await site.get(path)).html).toContain("Club de Noche");
    expect((await site.get("/es?q=club+de+noche")).html).toContain("armaf-club-de-noche");
  });
});

test("a new name finds its bottle soon after the change, even if nobody searched meanwhile", async () => {
  const id = await addPerfume(site.db, "Creed", "Aventus");
  const warm = vi.spyOn(site.services.search, "warm");
  const renamed = await renamePerfume(site.db, id, { nombre: "Zyklonade" }, new Date());
  expect(renamed.outcome).toBe("renamed");
  // The watch builds the index, not a search.
  await eventually(() => expect(warm).toHaveBeenCalled());
  await eventually(async () => expect(await found("zyklonade")).toEqual([id]));
});
