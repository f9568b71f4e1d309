// Operators decide on the queue by keyboard, ten items in a minute, with and without scripts (RULES.md 10).
import type { Page } from "@playwright/test";
import { refuse } from "#app/domain/desk/queue/decide.ts";
import { setRole } from "#app/domain/desk/operators.ts";
import { translationsOf } from "../support/translations.ts";
import { expect, signIn, test } from "./community-steps.ts";
import { suggestMany } from "./desk-steps.ts";

// The tests share one queue, of which a page shows ten items, so they run in sequence, each with its own items first.
test.describe.configure({ mode: "default" });

/** The focused item of the queue. */
const focused = (page: Page, id: number) => page.locator(`#dupe-${id} :focus`);

test("ten suggestions are decided by keyboard alone: each decision focuses the next one", async ({
  page,
  db,
  shelf,
  member,
}) => {
  await setRole(db, member.id, "moderator", new Date());
  const ids = await suggestMany(db, shelf.perfumeId, 11);
  await signIn(page, member, "/es/desk/queue?kind=dupe");
  await page.locator(`#dupe-${ids[0]} .desk-accept button`).focus();
  for (const [at, id] of ids.slice(0, 10).entries()) {
    await expect(focused(page, id)).toHaveText(translationsOf("es").desk.queue.accept);
    if (at % 2 === 1) {
      await page.keyboard.press("Tab");
      await page.keyboard.type("No existe");
    }
    await page.keyboard.press("Enter");
    await expect(page.locator(`#dupe-${id}`)).toHaveCount(0);
  }
  await expect(focused(page, ids[10]!)).toHaveCount(1);
  await expect(focused(page, ids[10]!)).toBeInViewport();
  const states = await db
    .selectFrom("sugerencias_dupes")
    .select(["state", "reason", "decided_by"])
    .where("id", "in", ids)
    .orderBy("id")
    .execute();
  expect(states.map(({ state }) => state)).toEqual([
    ...Array.from({ length: 5 }, () => ["accepted", "refused"]).flat(),
    "waiting",
  ]);
  expect(states[1]).toEqual({ state: "refused", reason: "No existe", decided_by: member.id });
});

const language = "de";
const { desk, messages } = translationsOf(language);

test("a moderator enters through the menu, corrects, accepts, and is told what another one decided", async ({
  page,
  db,
  shelf,
  member,
  other,
}) => {
  for (const one of [member, other]) await setRole(db, one.id, "moderator", new Date());
  const [first, second, third] = await suggestMany(db, shelf.perfumeId, 3);
  await signIn(page, member, `/${language}`);
  await page.locator("header details.menu:has(.small) summary").click();
  await page.getByRole("link", { name: desk.frame.title, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(desk.overview.title);
  const pages = page.locator("nav.desk-pages");
  await pages.getByRole("link", { name: desk.frame.pages.queue, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(desk.queue.title);
  await page.locator(`main a[href="/${language}/desk/queue?kind=dupe"]`).click();

  const item = page.locator(`#dupe-${first}`);
  await item.locator("summary", { hasText: desk.queue.correct }).click();
  await item.getByLabel(desk.catalogue.nombre).fill("Noche corregida");
  await item.getByRole("button", { name: desk.queue.accept, exact: true }).click();
  await expect(page.getByRole("status").first()).toHaveText(messages.desk.accepted);
  await expect(focused(page, second!)).toHaveText(desk.queue.accept);

  const theirs = { kind: "dupe", id: second!, version: 1 } as const;
  await refuse(db, theirs, "Duplicado", other.id, new Date());
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText(other.name);
  await expect(page.getByRole("alert")).toContainText("Duplicado");
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page.locator(`#dupe-${second}`)).toHaveCount(0);

  await page.locator(`#dupe-${third}`).getByLabel(desk.queue.tick).check();
  await page.getByRole("button", { name: desk.queue.refuseAll }).click();
  await expect(page.getByRole("status").first()).toContainText("1");
  await page.goto(`/${language}${shelf.path}`);
  await expect(page.getByText("Noche corregida").first()).toBeVisible();
});
