import { cardOf, reviewsOf } from "./community-steps.ts";
import type { Flows } from "./flow-steps.ts";
import { expect } from "./steps.ts";

export const suggestionFlows: Flows = {
  async "suggest a perfume"({ page, texts: { language, ui, messages }, shelf, db }) {
    const nombre_perfume = `${shelf.nombre} Absolue`;
    await page.goto(`/${language}`);
    await page.getByRole("link", { name: ui.suggest.perfume }).click();
    await page.getByLabel(ui.suggest.perfumeName).fill(nombre_perfume);
    await page.getByLabel(ui.suggest.perfumeBrand).fill(shelf.marca);
    await page.getByRole("button", { name: ui.suggest.submit }).click();
    await expect(page.getByRole("status")).toHaveText(messages.home.suggested);
    const noted = db.selectFrom("sugerencias_perfumes").select("marca_perfume");
    expect(await noted.where("nombre_perfume", "=", nombre_perfume).execute()).toEqual([
      { marca_perfume: shelf.marca },
    ]);
  },

  async "suggest a dupe"({ page, texts: { language, ui, messages }, shelf, db }) {
    await page.goto(`/${language}${shelf.path}`);
    await page.getByRole("link", { name: ui.suggest.dupe }).click();
    await page.getByLabel(ui.suggest.dupeName).fill("Cierzo");
    await page.getByLabel(ui.suggest.dupeBrand).fill("Taller Norte");
    await page.getByRole("button", { name: ui.suggest.submit }).click();
    await expect(page.getByRole("status")).toHaveText(messages.perfume.suggested);
    const noted = db.selectFrom("sugerencias_dupes").select(["nombre_dupe", "marca_dupe"]);
    expect(await noted.where("perfume_id", "=", shelf.perfumeId).execute()).toEqual([
      { nombre_dupe: "Cierzo", marca_dupe: "Taller Norte" },
    ]);
  },
};

const text = "Huele a rosa.\nY dura horas.";

export const communityFlows: Flows = {
  async vote({ page, texts: { language, messages, t }, shelf, db }) {
    const dupe = shelf.dupes[1]!;
    const up = (shown: string) => ({
      name: `${t("vote.up", { dupe: dupe.nombre, original: shelf.nombre })} ${shown}`,
      exact: true,
    });
    await page.goto(`/${language}${shelf.path}`);
    await cardOf(page, dupe).getByRole("button", up("3")).click();
    // The account is new (RULES.md 5.8): only its owner sees the vote.
    await expect(page.getByRole("status")).toHaveText(messages.perfume.votedWaits);
    const voted = cardOf(page, dupe).getByRole("button", { ...up("4"), pressed: true });
    await expect(voted).toBeVisible();
    const votes = db.selectFrom("user_votes").select(["voto", "state"]);
    expect(await votes.where("dupe_id", "=", dupe.id).execute()).toEqual([
      { voto: 1, state: "waiting" },
    ]);
  },

  async review({ page, texts: { language, ui, messages, t }, ana, shelf, db }) {
    const dupe = shelf.dupes[0]!;
    // A card without reviews opens none: the first is written beside the original, or here.
    await page.goto(`/${language}${shelf.path}?reviews=${dupe.id}`);
    const name = t("reviews.title", { nombre: dupe.nombre });
    const reviews = page.getByRole("region", { name, exact: true });
    await expect(reviews).toContainText(ui.reviews.none);
    await reviews.getByLabel(ui.reviews.write).fill(text);
    await reviews.getByRole("button", { name: ui.reviews.publish }).click();
    await expect(page.getByRole("status")).toHaveText(messages.reviews.published);
    const review = reviews.getByRole("listitem");
    await expect(review).toContainText(ana.username);
    await expect(review.locator(".said")).toHaveText(text, { useInnerText: true });
    const noted = db.selectFrom("dupe_reviews").select("description");
    expect(await noted.where("dupe_id", "=", dupe.id).execute()).toEqual([{ description: text }]);
  },

  async "delete a review"({ page, texts: { language, ui, messages }, shelf, db }) {
    const dupe = shelf.dupes[0]!;
    await page.goto(`/${language}${shelf.path}?reviews=${dupe.id}`);
    const reviews = reviewsOf(page);
    await reviews.locator("summary", { hasText: ui.reviews.delete }).click();
    await expect(reviews).toContainText(ui.reviews.deleteQuestion);
    await reviews.getByRole("button", { name: ui.reviews.deleteConfirm }).click();
    await expect(page.getByRole("status")).toHaveText(messages.reviews.deleted);
    await expect(reviews).toContainText(ui.reviews.none);
    const left = db.selectFrom("dupe_reviews").select("id").where("dupe_id", "=", dupe.id);
    expect(await left.execute()).toEqual([]);
  },
};
