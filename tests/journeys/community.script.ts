import type { Locator, Page } from "@playwright/test";
import { sql } from "kysely";
import {
  addReviews,
  cardOf,
  downOf,
  expect,
  gotoHydrated,
  hydrated,
  reviewsLinkOf,
  reviewsOf,
  signIn,
  suggestLinkOf,
  test,
  upOf,
} from "./community-steps.ts";
import type { Db } from "#db/database.ts";
import type { Member } from "./members.ts";
import { holdBack } from "./steps.ts";
import { addDupe } from "../support/database.ts";
import { translationsOf } from "../support/translations.ts";
import { launchOptions } from "../support/chromium.ts";

const { ui, messages } = translationsOf("es");

/** Delays every form that is sent. @returns a function that releases them */
const holdActions = (page: Page) =>
  holdBack(page, "**/perfume/**", (request) => request.method() === "POST");

const noComplaints = (complaints: string[], but: RegExp) => {
  expect(complaints.splice(0).filter((text) => !but.test(text))).toEqual([]);
};

/** A member's votes, in the order of the dupes. */
async function votesOf(db: Db, { id }: Member) {
  const ofMember = db.selectFrom("user_votes").where("user_id", "=", id);
  const votes = await ofMember.select("voto").orderBy("dupe_id").execute();
  return votes.map(({ voto }) => voto);
}

test("a vote shows optimistically, and the cards reorder once the server has counted it", async ({
  page,
  shelf,
  member,
}) => {
  const address = `/es${shelf.path}`;
  await signIn(page, member, address);
  await gotoHydrated(page, address);
  const letGo = await holdActions(page);
  const card = cardOf(page, shelf.dupes[1]!);
  await expect(page.locator(".dupe h3")).toHaveText(["Albor", "Brisa"]);
  await upOf(card).click();
  await expect(upOf(card)).toHaveAttribute("aria-pressed", "true");
  await expect(upOf(card)).toContainText("4");
  await expect(page.getByRole("status")).toHaveCount(0);
  letGo();
  await expect(page.getByRole("status")).toHaveText(messages.perfume.voted);
  await expect(page.locator(".dupe h3")).toHaveText(["Brisa", "Albor"]);
  await expect(upOf(card)).toHaveAttribute("aria-pressed", "true");
  await expect(card.locator(".score b")).toHaveText(/71/u);
});

test("a card that a vote moves in the list stays under the finger", async ({
  page,
  shelf,
  member,
  db,
}) => {
  for (let n = 0; n < 9; n++)
    await addDupe(db, shelf.perfumeId, "Taller Sur", `Cedro ${n}`, { likes: 3, dislikes: 1 });
  // Ahead of it, so that the page does not end above the card's new place.
  for (const name of ["Ámbar", "Anís", "Azahar"])
    await addDupe(db, shelf.perfumeId, "Taller Sur", name, { likes: 90, dislikes: 0 });
  const last = { id: await addDupe(db, shelf.perfumeId, "Taller Sur", "Zarza") };
  await db.updateTable("dupes").set({ likes: 2 }).where("id", "=", last.id).execute();
  await signIn(page, member, `/es${shelf.path}`);
  await gotoHydrated(page, `/es${shelf.path}`);
  const card = cardOf(page, last);
  await upOf(card).scrollIntoViewIfNeeded();
  await expect(page.locator(".dupe").last()).toHaveId(`dupe-${last.id}`);
  const top = () => card.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  const before = await top();
  await upOf(card).click();
  await expect(page.getByRole("status")).toHaveText(messages.perfume.voted);
  await expect(page.locator(".dupe").nth(3)).toHaveId(`dupe-${last.id}`);
  expect(await top()).toBe(before);
});

test("a visitor's hearts are saved one after the other, and do not move the page", async ({
  page,
  shelf,
}) => {
  await gotoHydrated(page, `/es${shelf.path}`);
  const letGo = await holdActions(page);
  let answers = 0;
  page.on("response", (response) => (answers += Number(response.request().method() === "POST")));
  const hearts = shelf.dupes.map((dupe) => cardOf(page, dupe).locator(".keep"));
  for (const heart of hearts) await heart.click();
  const before = await page.evaluate("scrollY");
  letGo();
  await expect(page.getByRole("status")).toHaveText(messages.shelf.added);
  // Each answer replaces the cookie that is the shelf.
  await expect.poll(() => answers).toBe(2);
  expect(await page.evaluate("scrollY")).toBe(before);
  await page.reload();
  for (const heart of hearts) await expect(heart).toHaveAttribute("aria-pressed", "true");
});

test("a heart that waits for another is saved when the page is left", async ({
  page,
  shelf,
  member,
  db,
}) => {
  await signIn(page, member, `/es${shelf.path}`);
  await gotoHydrated(page, `/es${shelf.path}`);
  await holdActions(page);
  const [first, second] = shelf.dupes.map((dupe) => cardOf(page, dupe).locator(".keep"));
  const asked = page.waitForRequest((request) => request.method() === "POST");
  await first!.click();
  await asked;
  await second!.click();
  await page.goto("/healthz");
  const saved = db.selectFrom("shelf").where("user_id", "=", member.id);
  await expect
    .poll(async () => (await saved.select("perfume_id").execute()).length)
    .toBeGreaterThan(0);
});

test("two quick votes on two cards both count", async ({ page, shelf, member, db }) => {
  const address = `/es${shelf.path}`;
  await signIn(page, member, address);
  await gotoHydrated(page, address);
  const letGo = await holdActions(page);
  const [first, second] = shelf.dupes.map((dupe) => cardOf(page, dupe));
  await upOf(first!).click();
  await downOf(second!).click();
  await expect(upOf(first!)).toHaveAttribute("aria-pressed", "true");
  await expect(downOf(second!)).toHaveAttribute("aria-pressed", "true");
  letGo();
  await expect(page.getByRole("status")).toHaveText(messages.perfume.voted);
  await expect(first!.locator(".score b")).toHaveText(/71/u);
  await expect(second!.locator(".score b")).toHaveText(/57/u);
  expect(await votesOf(db, member)).toEqual([1, -1]);
});

for (const hydrates of [true, false])
  test(`of two quick votes on one card the first is shown and counts, ${hydrates ? "hydrated" : "before the scripts have come"}`, async ({
    page,
    shelf,
    member,
    db,
  }) => {
    const address = `/es${shelf.path}`;
    await signIn(page, member, address);
    const letScripts = hydrates ? null : await holdBack(page, "**/assets/**");
    await (hydrates ? gotoHydrated(page, address) : page.goto(address));
    const letGo = await holdActions(page);
    const card = cardOf(page, shelf.dupes[0]!);
    await upOf(card).tap();
    await downOf(card).tap();
    letScripts?.();
    await expect(page.locator("html")).toHaveAttribute("data-hydrated");
    await expect(upOf(card)).toHaveAttribute("aria-pressed", "true");
    await expect(downOf(card)).toHaveAttribute("aria-pressed", "false");
    letGo();
    await expect(page.getByRole("alert")).toHaveText(messages.perfume.errorAlreadyVoted);
    await expect(upOf(card)).toHaveAttribute("aria-pressed", "true");
    await expect(downOf(card)).toHaveAttribute("aria-pressed", "false");
    expect(await votesOf(db, member)).toEqual([1]);
  });

test("everything pressed counts once when the scripts do not come", async ({
  page,
  shelf,
  member,
  db,
}) => {
  await signIn(page, member, `/es${shelf.path}`);
  await holdBack(page, "**/assets/**");
  await page.goto(`/es${shelf.path}`);
  const [first, second] = shelf.dupes.map((dupe) => cardOf(page, dupe));
  const heart = first!.locator(".keep");
  await upOf(first!).tap();
  await upOf(first!).tap();
  await heart.tap();
  await downOf(second!).tap();
  await downOf(second!).tap();
  for (const button of [upOf(first!), heart, downOf(second!)])
    await expect(button).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("status")).toHaveText(messages.perfume.voted);
  for (const button of [upOf(first!), heart, downOf(second!)])
    await expect(button).toHaveAttribute("aria-pressed", "true");
  expect(await votesOf(db, member)).toEqual([1, -1]);
});

test("a vote counts when its author leaves before the scripts have come", async ({
  page,
  shelf,
  member,
  db,
}) => {
  await signIn(page, member, `/es${shelf.path}`);
  await holdBack(page, "**/assets/**");
  await page.goto(`/es${shelf.path}`);
  const card = cardOf(page, shelf.dupes[1]!);
  await upOf(card).tap();
  await expect(upOf(card)).toHaveAttribute("aria-pressed", "true");
  await page.goto("/healthz");
  await expect.poll(() => votesOf(db, member)).toEqual([1]);
});

test("a vote refused by the server is reverted, with the reason", async ({
  page,
  shelf,
  member,
  db,
}) => {
  const address = `/es${shelf.path}`;
  const [dupe] = shelf.dupes;
  const card = cardOf(page, dupe!);
  await signIn(page, member, address);
  await gotoHydrated(page, address);
  // Voted meanwhile in another tab.
  const vote = { dupe_id: dupe!.id, user_id: member.id, voto: -1 as const };
  const at = { created_at: new Date().toISOString() };
  await db
    .insertInto("user_votes")
    .values({ ...vote, ...at })
    .execute();
  await upOf(card).click();
  await expect(page.getByRole("alert")).toHaveText(messages.perfume.errorAlreadyVoted);
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(upOf(card)).toHaveAttribute("aria-pressed", "false");
  await expect(upOf(card)).toContainText("3");
  await page.reload();
  await expect(downOf(card)).toHaveAttribute("aria-pressed", "true");
});

/** The code of a form comes after the page's. */
async function awake(field: Locator) {
  await field.click();
  const keys = () => field.evaluate((element) => Object.keys(element).join());
  await expect.poll(keys).toContain("__react");
}

test("without a connection a vote and a heart are reverted, and a review keeps its text on its page", async ({
  page,
  context,
  shelf,
  member,
  complaints,
}) => {
  await signIn(page, member, `/es${shelf.path}`);
  await gotoHydrated(page, `/es${shelf.path}?reviews=${shelf.dupes[0]!.id}`);
  const box = reviewsOf(page).getByRole("textbox");
  await awake(box);
  await box.fill("Desde el metro.");
  await context.setOffline(true);
  const card = cardOf(page, shelf.dupes[0]!);
  await upOf(card).click();
  await expect(page.getByRole("alert")).toHaveText(ui.error.offlineText);
  await expect(upOf(card)).toHaveAttribute("aria-pressed", "false");
  await card.locator(".keep").click();
  await expect(card.locator(".keep")).toHaveAttribute("aria-pressed", "false");
  await page.getByRole("button", { name: ui.reviews.publish }).click();
  await expect(reviewsOf(page).getByRole("alert")).toHaveText(ui.error.offlineText);
  await expect(box).toHaveValue("Desde el metro.");
  await context.setOffline(false);
  await upOf(card).click();
  await expect(page.getByRole("status")).toHaveText(messages.perfume.voted);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.getByRole("button", { name: ui.reviews.publish }).click();
  await expect(page.getByRole("status")).toHaveText(messages.reviews.published);
  noComplaints(complaints, /ERR_INTERNET_DISCONNECTED/u);
});

test("a vote is reverted and a review keeps its text while the server, or the gateway in front of it, fails", async ({
  page,
  shelf,
  member,
  db,
  complaints,
}) => {
  const address = `/es${shelf.path}?reviews=${shelf.dupes[0]!.id}`;
  const card = cardOf(page, shelf.dupes[0]!);
  const box = reviewsOf(page).getByRole("textbox");
  const publish = page.getByRole("button", { name: ui.reviews.publish });
  await signIn(page, member, address);
  await awake(box);
  await page.route("**/perfume/**", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad</h1>" })
      : route.continue(),
  );
  await upOf(card).click();
  await expect(page.getByRole("alert")).toHaveText(ui.error.offlineText);
  await expect(upOf(card)).toHaveAttribute("aria-pressed", "false");
  await expect(upOf(card)).toContainText("3");
  await box.fill("No se pierde.");
  await publish.click();
  await expect(page.getByRole("alert")).toHaveText(ui.error.offlineText);
  await expect(box).toHaveValue("No se pierde.");
  await page.unroute("**/perfume/**");

  const trigger = sql.id(`fails_${member.id}`);
  const author = sql.lit(member.id);
  await sql`create trigger ${trigger} before insert on dupe_reviews when new.user_id = ${author}
    begin select raise(abort, 'as the test wants it'); end`.execute(db);
  await publish.click();
  await expect(page.getByRole("alert")).toHaveText(messages.reviews.errorPublish);
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(box).toHaveValue("No se pierde.");
  await sql`drop trigger ${trigger}`.execute(db);
  await publish.click();
  await expect(page.getByRole("status")).toHaveText(messages.reviews.published);
  await expect(box).toHaveValue("");
  noComplaints(complaints, /status of 50[02]/u);
});

test("opened reviews are in view, under their card", async ({ page, shelf, other, db }) => {
  const [, dupe] = shelf.dupes;
  await addReviews(db, dupe!, other, Array(8).fill("Una opinión que ocupa una línea o dos."));
  await gotoHydrated(page, `/es${shelf.path}`);
  const card = cardOf(page, dupe!);
  await reviewsLinkOf(card).click();
  await expect(card.locator(".score b")).toBeInViewport();
  await expect(reviewsOf(page).locator(".said").first()).toBeInViewport();
});

test("every way to close the dialog returns the focus, and the dialog traps it meanwhile", async ({
  page,
  shelf,
}) => {
  await gotoHydrated(page, `/es${shelf.path}`);
  const opener = suggestLinkOf(page);
  const modal = page.locator("dialog:modal");
  const out: [string, () => Promise<void>][] = [
    ["Escape", () => page.keyboard.press("Escape")],
    ["the close link", () => modal.getByRole("link", { name: ui.form.close }).click()],
    ["a press outside", () => page.mouse.click(3, 3)],
    ["the back button", async () => void (await page.goBack())],
  ];
  for (const [way, leave] of out) {
    await opener.focus();
    await page.keyboard.press("Enter");
    await expect(modal, way).toBeVisible();
    await expect(page, way).toHaveURL(/\?suggest=dupe#suggest$/u);
    // The browser's own controls may be focused in between, but nothing on the page behind.
    for (let i = 0; i < 12; i++) {
      await page.keyboard.press("Tab");
      expect(
        await page.evaluate(
          "document.activeElement === document.body || document.activeElement.closest('dialog') !== null",
        ),
      ).toBe(true);
    }
    await leave();
    await expect(modal, way).toHaveCount(0);
    await expect(page, way).not.toHaveURL(/suggest=/u);
    await expect(opener, way).toBeFocused();
  }
});

test("a suggestion is sent from the modal dialog, which shows a refusal inside and then closes", async ({
  page,
  shelf,
}) => {
  await gotoHydrated(page, `/es${shelf.path}`);
  await suggestLinkOf(page).click();
  const modal = page.locator("dialog:modal");
  const box = modal.getByLabel(ui.suggest.dupeName);
  await box.fill(" ");
  await modal.getByLabel(ui.suggest.dupeBrand).fill("Taller Norte");
  await modal.getByRole("button", { name: ui.suggest.submit }).click();
  await expect(modal.getByRole("alert")).toBeFocused();
  // At the top of the dialog, before the errors.
  const [alertAt, boxAt] = await Promise.all(
    [modal.getByRole("alert"), box].map((part) => part.boundingBox()),
  );
  expect(alertAt!.y).toBeLessThan(boxAt!.y);
  await modal.getByRole("alert").getByRole("link").click();
  await expect(box).toBeFocused();
  await expect(box).toHaveAttribute("aria-invalid", "true");
  await box.fill("Cierzo");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toHaveText(messages.perfume.suggested);
  await expect(modal).toHaveCount(0);
  await suggestLinkOf(page).click();
  await expect(box).toHaveValue("");
  // A press that begins inside and ends outside does not close it.
  const at = (await box.boundingBox())!;
  await page.mouse.move(at.x + 20, at.y + 20);
  await page.mouse.down();
  await page.mouse.move(3, 3);
  await page.mouse.up();
  await expect(box).toBeVisible();
});

test("reviews are written one after the other, and an unfinished one survives the deletion of another", async ({
  page,
  shelf,
  member,
}) => {
  await signIn(page, member, `/es${shelf.path}`);
  await gotoHydrated(page, `/es${shelf.path}?reviews=${shelf.dupes[0]!.id}`);
  const reviews = reviewsOf(page);
  const box = reviews.getByRole("textbox");
  await box.fill(" ");
  await reviews.getByRole("button", { name: ui.reviews.publish }).click();
  const alert = page.getByRole("alert");
  await expect(alert).toBeFocused();
  await alert.getByRole("link").click();
  // Following the link to the field keeps its error visible.
  await expect(box).toBeFocused();
  await expect(alert).toHaveText(messages.reviews.errorEmpty);
  await expect(box).toHaveAttribute("aria-invalid", "true");
  for (const text of ["Primera.", "Segunda."]) {
    await box.fill(text);
    await reviews.getByRole("button", { name: ui.reviews.publish }).click();
    await expect(reviews.locator(".said").first()).toHaveText(text);
    await expect(page.getByRole("status")).toHaveText(messages.reviews.published);
    await expect(box).toHaveValue("");
  }
  await box.fill("A medias");
  await reviews.locator("summary").first().click();
  await reviews.getByRole("button", { name: ui.reviews.deleteConfirm }).first().click();
  await expect(page.getByRole("status")).toHaveText(messages.reviews.deleted);
  await expect(reviews.locator(".said")).toHaveText(["Primera."]);
  await expect(box).toHaveValue("A medias");
});

test("a text changed before the page has hydrated is not lost", async ({
  page,
  shelf,
  member,
  complaints,
}) => {
  await signIn(page, member, `/es${shelf.path}`);
  await page.route("**/*.js", (route) => route.abort());
  await page.goto(`/es${shelf.path}?reviews=${shelf.dupes[0]!.id}`);
  const box = reviewsOf(page).getByRole("textbox");
  await box.fill("x".repeat(1990));
  await box.evaluate((area) => area.removeAttribute("maxlength"));
  await box.fill("Larga. ".repeat(300));
  await page.getByRole("button", { name: ui.reviews.publish }).click();
  await expect(page.getByRole("alert")).toContainText(messages.reviews.errorTooLong);
  await expect(box).toHaveValue("Larga. ".repeat(300));
  await page.unroute("**/*.js");
  const letScriptsGo = await holdBack(page, "**/assets/**");
  await page.reload();
  await box.fill("Más corta.");
  letScriptsGo();
  await hydrated(page);
  await expect(box).toHaveValue("Más corta.");
  noComplaints(complaints, /ERR_FAILED|status of 422/u);
});

test("a form whose code does not come keeps what was typed and can be sent, and one to be opened comes with its page", async ({
  page,
  shelf,
  member,
  complaints,
}) => {
  await signIn(page, member, `/es${shelf.path}`);
  await page.route("**/assets/panels-*", (route) => route.abort());
  const failed = page.waitForEvent("requestfailed");
  await page.goto(`/es${shelf.path}?reviews=${shelf.dupes[0]!.id}`);
  const box = reviewsOf(page).getByRole("textbox");
  await box.fill("Sin paneles.");
  await hydrated(page);
  await failed;
  await expect(box).toHaveValue("Sin paneles.");
  await page.getByRole("button", { name: ui.reviews.publish }).click();
  await expect(page.getByRole("status")).toHaveText(messages.reviews.published);
  await gotoHydrated(page, `/es${shelf.path}`);
  await suggestLinkOf(page).click();
  await expect(page.getByLabel(ui.suggest.dupeName)).toBeVisible();
  noComplaints(complaints, /ERR_FAILED/u);
});

test("a vote beside a form whose code does not come says that it failed, or is cast, and the form stays", async ({
  page,
  context,
  shelf,
  member,
  complaints,
}) => {
  await signIn(page, member, `/es${shelf.path}`);
  const letPanelsGo = await holdBack(page, "**/assets/panels-*");
  await page.goto(`/es${shelf.path}?reviews=${shelf.dupes[0]!.id}`);
  const box = reviewsOf(page).getByRole("textbox");
  await box.fill("Sin paneles.");
  await hydrated(page);
  const up = upOf(cardOf(page, shelf.dupes[0]!));
  await context.setOffline(true);
  await up.click();
  letPanelsGo();
  await expect(page.getByRole("alert")).toHaveText(ui.error.offlineText);
  await expect(up).toHaveAttribute("aria-pressed", "false");
  await context.setOffline(false);
  await up.click();
  await expect(page.getByRole("status")).toHaveText(messages.perfume.voted);
  await expect(up).toHaveAttribute("aria-pressed", "true");
  await expect(box).toHaveValue("Sin paneles.");
  await page.getByRole("button", { name: ui.reviews.publish }).click();
  await expect(page.getByRole("status")).toHaveText(messages.reviews.published);
  noComplaints(complaints, /ERR_INTERNET_DISCONNECTED/u);
});

test("hydration keeps the selection in a refused form, so that typing replaces it", async ({
  page,
  complaints,
}) => {
  for (const name of ["message", "email"] as const) {
    const letScriptsGo = await holdBack(page, "**/assets/**");
    await page.goto("/es/contact");
    await page.getByLabel(ui.contact.name, { exact: true }).fill(" ");
    await page.getByLabel(ui.contact.email, { exact: true }).fill("rosa@casa.test");
    await page.getByLabel(ui.contact.message, { exact: true }).fill("Hola, ¿cuándo vuelve Cierzo?");
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: ui.contact.submit }).click();
    await expect(page.getByRole("alert").getByRole("listitem")).toHaveText([messages.contact.name]);

    const field = page.getByLabel(ui.contact[name], { exact: true });
    const text = await field.inputValue();
    await field.selectText();
    letScriptsGo();
    await hydrated(page);
    await expect(field).toHaveValue(text);
    await page.keyboard.insertText("Adiós");
    await expect(field).toHaveValue("Adiós");
    await page.unroute("**/assets/**");
  }
  noComplaints(complaints, /status of 422/u);
});

test("a refused form does not take the focus from a person who is already correcting it", async ({
  page,
  complaints,
}) => {
  const letScriptsGo = await holdBack(page, "**/assets/**");
  await page.goto("/es?suggest=perfume");
  const name = page.getByLabel(ui.suggest.perfumeName);
  await name.fill(" ");
  await page.getByLabel(ui.suggest.perfumeBrand).fill("Casa Alba");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toBeFocused();
  await name.fill("Rosa");
  letScriptsGo();
  await hydrated(page);
  await expect(name).toBeFocused();
  noComplaints(complaints, /status of 422/u);
});

test("a hydrated anonymous page is restored from the back/forward cache unchanged", async ({
  playwright,
  baseURL,
  shelf,
  other,
  db,
}) => {
  await addReviews(db, shelf.dupes[0]!, other, ["Antes."]);
  // Playwright disables the back/forward cache by default.
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  const page = await browser.newPage({ baseURL });
  await gotoHydrated(page, `/es${shelf.path}`);
  await page.evaluate(() => {
    addEventListener("pageshow", ({ persisted }) => (document.body.id = `kept-${persisted}`));
  });
  await page.goto("/healthz");
  await page.evaluate("history.back()");
  await expect(page.locator("body#kept-true")).toBeAttached();
  await reviewsLinkOf(cardOf(page, shelf.dupes[0]!)).click();
  await expect(reviewsOf(page)).toBeVisible();
  await browser.close();
});

test("open reviews and suggestions hydrate without console errors, signed in", async ({
  page,
  shelf,
  member,
  other,
  db,
}) => {
  const [dupe] = shelf.dupes;
  const texts = Array.from({ length: 12 }, (_, i) => `${i}\n\n"<&>" ${i}`);
  await addReviews(db, dupe!, other, texts);
  await addReviews(db, dupe!, member, ["Mía.\nDos líneas."]);
  const address = `/de${shelf.path}`;
  for (const query of [`?reviews=${dupe!.id}`, "?suggest=dupe"])
    await gotoHydrated(page, address + query);
  await gotoHydrated(page, "/de?suggest=perfume");
  await signIn(page, member, address);
  for (const query of ["", `?reviews=${dupe!.id}&page=2`, "?suggest=dupe"])
    await gotoHydrated(page, address + query);
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page.locator("dialog:modal")).toHaveCount(0);
});
