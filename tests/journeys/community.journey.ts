import { formatIn } from "#app/i18n/format.ts";
import {
  addReviews,
  cardOf,
  downOf,
  expect,
  languageCodes,
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
}
