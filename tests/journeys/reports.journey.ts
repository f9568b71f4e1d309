import {
  addReviews,
  cardOf,
  expect,
  languageCodes,
  reviewsOf,
  signIn,
  test,
} from "./community-steps.ts";
import { translationsOf } from "../support/translations.ts";

for (const language of languageCodes) {
  const { ui, messages, pages } = translationsOf(language);

  test(`a reader reports a review, which its author finds hidden once three have, in ${language}`, async ({
    page,
    db,
    shelf,
    member,
    other,
  }) => {
    const [dupe] = shelf.dupes;
    await addReviews(db, dupe!, other, ["Buy at my shop."]);
    const address = `/${language}${shelf.path}?reviews=${dupe!.id}`;
    await signIn(page, member, address);
    await reviewsOf(page).getByRole("link", { name: ui.reviews.report }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(pages.report.title);
    await expect(page.getByRole("blockquote")).toHaveText("Buy at my shop.");
    await page.getByLabel(pages.report.note).fill("It is an advertisement.");
    await page.getByRole("button", { name: pages.report.submit }).click();
    await expect(page.getByRole("alert")).toContainText(messages.reports.errorReason);
    await expect(page.getByLabel(pages.report.note)).toHaveValue("It is an advertisement.");
    await page.getByLabel(pages.report.reason).selectOption("spam");
    await page.getByRole("button", { name: pages.report.submit }).click();
    await expect(page.getByRole("status").first()).toHaveText(messages.reports.thanks);
    await expect(reviewsOf(page).getByText("Buy at my shop.")).toBeVisible();
    await expect(cardOf(page, dupe!)).toBeInViewport();
    const { reason, note, user_id } = await db
      .selectFrom("review_reports")
      .selectAll()
      .where("user_id", "=", member.id)
      .executeTakeFirstOrThrow();
    expect([reason, note, user_id]).toEqual(["spam", "It is an advertisement.", member.id]);

    await db
      .updateTable("dupe_reviews")
      .set({ state: "hidden" })
      .where("user_id", "=", other.id)
      .execute();
    await page.goto(address);
    await expect(reviewsOf(page)).toContainText(ui.reviews.none);
    await page.context().clearCookies();
    await signIn(page, other, address);
    await expect(reviewsOf(page)).toContainText("Buy at my shop.");
    await expect(reviewsOf(page)).toContainText(messages.reports.hidden);
  });

  test(`a rights holder sends a notice, in ${language}`, async ({ page, db, shelf, member }) => {
    await page.goto(`/${language}/legal-notice`);
    await page.getByRole("link", { name: pages.legal.noticeLink }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(pages.notice.title);
    await page.getByLabel(pages.notice.url).fill("https://elsewhere.example/");
    await page.getByLabel(pages.notice.message).fill("That is my photo.");
    await page.getByLabel(pages.notice.name, { exact: true }).fill("Ana Ruiz");
    await page.getByLabel(pages.notice.email).fill(member.email);
    await page.getByLabel(pages.notice.goodFaith).check();
    await page.getByRole("button", { name: pages.notice.submit }).click();
    const alert = page.getByRole("alert");
    await expect(alert).toContainText(messages.notice.url);
    await expect(page.getByLabel(pages.notice.goodFaith)).toBeChecked();
    await page.getByLabel(pages.notice.url).fill(new URL(shelf.path, page.url()).href);
    await page.getByRole("button", { name: pages.notice.submit }).click();
    await expect(page.getByRole("status").first()).toHaveText(messages.notice.sent);
    const notice = await db
      .selectFrom("contact_messages")
      .select(["kind", "state", "language"])
      .where("email", "=", member.email)
      .executeTakeFirstOrThrow();
    expect(notice).toEqual({ kind: "notice", state: "open", language });
  });
}
