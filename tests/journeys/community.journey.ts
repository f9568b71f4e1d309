import { formatIn } from "#app/i18n/format.ts";
import {
  addReviews,
  cardOf,
  downOf,
  expect,
  languageCodes,
  reviewsOf,
  signIn,
  test,
  upOf,
} from "./community-steps.ts";
import { logIn } from "./account-steps.ts";
import { translationsOf } from "../support/translations.ts";

for (const language of languageCodes) {
  const texts = translationsOf(language);
  const { ui, messages, t } = texts;
  const format = formatIn(language);

  test(`who votes must log in, comes back to the card and votes once, in ${language}`, async ({
    page,
    shelf,
    member,
  }) => {
    const address = `/${language}${shelf.path}`;
    const card = cardOf(page, shelf.dupes[1]!);
    const alert = page.getByRole("alert");
    await page.goto(address);
    await expect(card.locator(".meter b")).toHaveText(format.percent(81));
    await upOf(card).click();
    await expect(alert).toContainText(messages.perfume.errorMustLogin);
    await expect(upOf(card)).toHaveAttribute("aria-pressed", "false");
    await alert.getByRole("link", { name: messages.auth.mustLogin }).click();
    await page.waitForURL(`**/${language}/auth?redirectTo=*`);
    await logIn(page, texts, member);
    await page.waitForURL(`**${address}#dupe-${shelf.dupes[1]!.id}`);
    await expect(page.getByRole("status")).toHaveText(messages.auth.welcomeBack);
    await expect(card).toBeInViewport();

    await upOf(card).click();
    await expect(page.getByRole("status")).toHaveText(messages.perfume.voted);
    await expect(card.locator(".meter b")).toHaveText(format.percent(83));
    const mine = card.getByRole("button", {
      name: `${t("vote.up", { nombre: shelf.nombre })} 4`,
      pressed: true,
    });
    await expect(mine).toBeVisible();
    await expect(page.locator(".dupe").first()).toHaveId(`dupe-${shelf.dupes[1]!.id}`);

    await downOf(card).click();
    await expect(alert).toContainText(messages.perfume.errorAlreadyVoted);
    await expect(alert).toBeInViewport();
    await expect(page.getByRole("status")).toBeHidden();
    await expect(mine).toBeVisible();
    await expect(downOf(card)).toHaveAttribute("aria-pressed", "false");
    await expect(downOf(card)).toContainText("1");
  });

  test(`a review is written, read, paged through and deleted, in ${language}`, async ({
    page,
    shelf,
    member,
    other,
    db,
  }) => {
    const [dupe] = shelf.dupes;
    await addReviews(
      db,
      dupe!,
      other,
      Array.from({ length: 11 }, (_, i) => `Opinion ${i + 1}.`),
    );
    await signIn(page, member, `/${language}${shelf.path}`);
    const eleven = t("reviews.count", { count: 11, shown: "11" });
    await cardOf(page, dupe!).getByRole("link", { name: eleven }).click();
    const reviews = page.getByRole("region", {
      name: t("reviews.title", { nombre: dupe!.nombre }),
    });
    const items = reviews.locator("ul > li");
    await expect(items).toHaveCount(10);
    await expect(items.first()).toContainText("Opinion 11.");
    await expect(items.first()).toContainText(format.date("2026-03-11T12:00:00.000Z"));

    const box = reviews.getByLabel(ui.reviews.write);
    const publish = reviews.getByRole("button", { name: ui.reviews.publish });
    await box.fill(" ");
    await publish.click();
    await expect(page.getByRole("alert")).toContainText(messages.reviews.errorEmpty);
    await expect(box).toHaveAttribute("aria-invalid", "true");
    await expect(page).toHaveTitle(new RegExp(`^${ui.form.error}: `, "u"));

    await box.fill("  Huele a rosa.\n\nY dura <b>horas</b> & horas.  ");
    await publish.click();
    await expect(page.getByRole("status")).toHaveText(messages.reviews.published);
    await expect(items.first().locator(".said")).toHaveText(
      "Huele a rosa.\n\nY dura <b>horas</b> & horas.",
      { useInnerText: true },
    );
    await expect(items.first().locator("b").first()).toHaveText(member.name);
    const { created_at } = await db
      .selectFrom("dupe_reviews")
      .select("created_at")
      .where("user_id", "=", member.id)
      .executeTakeFirstOrThrow();
    await expect(items.first()).toContainText(format.date(created_at));
    await expect(box).toHaveValue("");
    // Nobody deletes what another has written.
    await expect(items).toHaveCount(10);
    await expect(items.locator("details")).toHaveCount(1);

    await reviews.getByRole("link", { name: ui.reviews.older }).click();
    await expect(items).toHaveText([/Opinion 2\./u, /Opinion 1\./u]);
    await reviews.getByRole("link", { name: ui.reviews.newer }).click();
    await expect(items.first()).toContainText(member.name);

    await items.first().getByText(ui.reviews.delete, { exact: true }).click();
    await expect(items.first()).toContainText(ui.reviews.deleteQuestion);
    await reviews.getByRole("button", { name: ui.reviews.deleteConfirm }).click();
    await expect(page.getByRole("status")).toHaveText(messages.reviews.deleted);
    await expect(items.first()).toContainText("Opinion 11.");
    await expect(items.locator("details")).toHaveCount(0);
  });

  test(`a review written before signing in is not lost, in ${language}`, async ({
    page,
    shelf,
    member,
    db,
  }) => {
    const [dupe] = shelf.dupes;
    const text = "La escribí antes de entrar.\nCon dos líneas.";
    await page.goto(`/${language}${shelf.path}`);
    const none = t("reviews.count", { count: 0, shown: "0" });
    await cardOf(page, dupe!).getByRole("link", { name: none }).click();
    const reviews = reviewsOf(page);
    await expect(reviews).toContainText(ui.reviews.none);
    const box = reviews.getByLabel(ui.reviews.write);
    const publish = reviews.getByRole("button", { name: ui.reviews.publish });
    await box.fill(text);
    await publish.click();
    await page.waitForURL(`**/${language}/auth?redirectTo=*`);
    await expect(page.getByRole("alert")).toHaveText(messages.reviews.errorMustLogin);
    await logIn(page, texts, member);
    await page.waitForURL(/reviews=\d+&draft=/u);
    await expect(reviews).toBeVisible();
    await expect(box).toHaveValue(text);
    await publish.click();
    await expect(page.getByRole("status")).toHaveText(messages.reviews.published);
    await expect(reviews.locator("ul > li")).toHaveCount(1);
    await expect(reviews.locator(".said")).toHaveText(text, { useInnerText: true });
    await expect(box).toHaveValue("");
    const drafts = await db
      .selectFrom("review_drafts")
      .select("description")
      .where("dupe_id", "=", dupe!.id)
      .execute();
    expect(drafts).toEqual([]);
  });

  test(`a missing perfume and a missing dupe are suggested, in ${language}`, async ({
    page,
    shelf,
    db,
  }) => {
    const dialog = page.getByRole("dialog");
    const alert = page.getByRole("alert");
    const send = dialog.getByRole("button", { name: ui.suggest.submit });

    await page.goto(`/${language}`);
    await page.getByRole("link", { name: ui.suggest.perfume }).click();
    const name = dialog.getByLabel(ui.suggest.perfumeName);
    const brand = dialog.getByLabel(ui.suggest.perfumeBrand);
    await name.fill(" ");
    await brand.fill(shelf.marca);
    await send.click();
    await expect(alert).toContainText(messages.home.errorEmpty);
    await expect(brand).toHaveValue(shelf.marca);
    await name.fill(shelf.nombre.toUpperCase());
    await send.click();
    await expect(alert).toContainText(messages.home.known);
    await expect(
      alert.getByRole("link", { name: t("messages:perfume.seeKnown", { nombre: shelf.nombre }) }),
    ).toHaveAttribute("href", `/${language}${shelf.path}`);
    await name.fill(`${shelf.nombre} Absolue`);
    await send.click();
    await expect(page.getByRole("status")).toHaveText(messages.home.suggested);
    await expect(dialog).toHaveCount(0);

    await page.goto(`/${language}${shelf.path}`);
    await page.getByRole("link", { name: ui.suggest.dupe }).click();
    const dupeName = dialog.getByLabel(ui.suggest.dupeName);
    const dupeBrand = dialog.getByLabel(ui.suggest.dupeBrand);
    await dupeName.fill(shelf.dupes[1]!.nombre);
    await dupeBrand.fill(" ");
    await send.click();
    await expect(alert).toContainText(messages.perfume.errorSuggestion);
    await dupeBrand.fill(shelf.dupes[1]!.marca);
    await send.click();
    await expect(alert).toContainText(messages.perfume.known);
    await alert.getByRole("link").click();
    await page.waitForURL(`**${shelf.path}#dupe-${shelf.dupes[1]!.id}`);
    await expect(cardOf(page, shelf.dupes[1]!)).toBeInViewport();
    await expect(dialog).toHaveCount(0);

    await page.getByRole("link", { name: ui.suggest.dupe }).click();
    await dupeName.fill("Cierzo");
    await dupeBrand.fill("Taller Norte");
    await send.click();
    await expect(page.getByRole("status")).toHaveText(messages.perfume.suggested);
    await expect(dialog).toHaveCount(0);

    const noted = await db
      .selectFrom("sugerencias_dupes")
      .select(["nombre_dupe", "marca_dupe", "user_id"])
      .where("perfume_id", "=", shelf.perfumeId)
      .execute();
    expect(noted).toEqual([{ nombre_dupe: "Cierzo", marca_dupe: "Taller Norte", user_id: null }]);
    const { user_id } = await db
      .selectFrom("sugerencias_perfumes")
      .select("user_id")
      .where("nombre_perfume", "=", `${shelf.nombre} Absolue`)
      .executeTakeFirstOrThrow();
    expect(user_id).toBeNull();
  });

  test(`a message is refused with the first thing wrong and sent when it is right, in ${language}`, async ({
    page,
    javaScriptEnabled,
    db,
  }) => {
    await page.goto(`/${language}/contact`);
    const name = page.getByLabel(ui.contact.name, { exact: true });
    const email = page.getByLabel(ui.contact.email, { exact: true });
    const message = page.getByLabel(ui.contact.message, { exact: true });
    const privacy = page.getByRole("checkbox");
    const send = page.getByRole("button", { name: ui.contact.submit });
    const wrong = page.getByRole("alert").getByRole("listitem");
    const text = `Hola, en ${language}, con JavaScript: ${javaScriptEnabled}.`;

    await name.fill(" ");
    await email.fill("rosa@casa");
    await message.fill(text);
    await privacy.check();
    await send.click();
    await expect(wrong).toHaveText([messages.contact.name, messages.contact.email]);
    await expect(message).toHaveValue(text);
    await expect(privacy).toBeChecked();

    await name.fill("Rosa");
    await send.click();
    await expect(wrong).toHaveText([messages.contact.email]);
    await email.fill("rosa@casa.test");
    await message.fill(" ");
    await send.click();
    await expect(wrong).toHaveText([messages.contact.message]);
    await message.fill(text);

    await privacy.uncheck();
    await send.click();
    await expect(wrong).toHaveText([messages.contact.privacy]);
    await expect(privacy).not.toBeChecked();
    await privacy.check();
    await send.click();
    await expect(page.getByRole("status")).toHaveText(messages.contact.sent);
    for (const field of [name, email, message]) await expect(field).toHaveValue("");
    await expect(privacy).not.toBeChecked();
    const kept = await db
      .selectFrom("contact_messages")
      .select(["name", "email"])
      .where("message", "=", text)
      .execute();
    expect(kept).toEqual([{ name: "Rosa", email: "rosa@casa.test" }]);
  });
}
