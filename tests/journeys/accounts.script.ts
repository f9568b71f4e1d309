import type { Page } from "@playwright/test";
import { continueWithGoogle, logIn, photo, somebody } from "./account-steps.ts";
import { expectAccessible } from "./axe.ts";
import { signIn, test } from "./members.ts";
import { expect, holdBack, hydrated, refused } from "./steps.ts";
import { heic } from "../support/pictures.ts";
import { translationsOf } from "../support/translations.ts";

const es = translationsOf("es");
const de = translationsOf("de");

/** Hydrates the page like somebody who is about to type. */
async function awake(page: Page) {
  await page.keyboard.press("Tab");
  await hydrated(page);
}

/** Marks the document, to tell a changed page from a new one. */
const mark = (page: Page) => page.evaluate("window.stayed = true");
const stayed = (page: Page) => page.evaluate<boolean>("window.stayed === true");

test("a sign-in keeps the email when offline; while it is sent all controls are disabled, and enabled again when it was refused", async ({
  page,
  complaints,
}) => {
  const letGo = await holdBack(page, "**/auth.data*", (request) => request.method() === "POST");
  await page.goto("/es/auth");
  await awake(page);
  const beside = page.locator("main .button[href*=google], main .elsewhere a");
  await expect(beside).toHaveCount(5);
  const email = page.getByLabel(es.ui.auth.email, { exact: true });
  const nobody = somebody();
  await page.route("**/auth.data*", (route) => route.abort(), { times: 1 });
  await logIn(page, es, nobody);
  await expect(page.getByRole("alert")).toContainText(es.ui.error.offlineText);
  await expect(email).toHaveValue(nobody.email);
  complaints.splice(0);
  await logIn(page, es, nobody);
  await expect(page.getByRole("button", { name: es.ui.form.sending })).toBeDisabled();
  await expect(beside).toHaveCount(0);
  const disabled = page.locator("main [role=link][aria-disabled=true]");
  await expect(disabled).toHaveCount(5);
  await expect(disabled.first()).toContainText("Google");
  await expect(email).toBeDisabled();
  await expect(page.getByLabel(es.ui.auth.password, { exact: true })).toBeDisabled();
  letGo();
  await expect(page.getByRole("alert")).toContainText(es.messages.auth.wrongCredentials);
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(email).toBeEnabled();
  await expect(beside).toHaveCount(5);
  await expect(email).toHaveValue(nobody.email);
  await expect(page.getByRole("button", { name: es.ui.auth.title, exact: true })).toBeEnabled();
  await refused(complaints, 401);
});

test("a message on a hydrated page is a toast of 8 seconds, shown once", async ({
  page,
  member,
}) => {
  await page.goto("/es/auth");
  await awake(page);
  await mark(page);
  await logIn(page, es, member);
  const toast = page.locator("main .toast");
  await expect(toast).toHaveText(es.messages.auth.welcomeBack);
  await expect(toast).toHaveRole("status");
  await expect(toast).toBeInViewport({ ratio: 1 });
  expect(await stayed(page)).toBe(true);
  const leaves = await toast.evaluate((box) => {
    const [animation] = box.getAnimations();
    const { delay, endTime } = animation!.effect!.getComputedTiming();
    animation!.finish();
    return [delay, endTime];
  });
  expect(leaves).toEqual([8000, 8000]);
  await expect(toast).toBeHidden();

  const notices = page.locator("main .notice");
  for (const [name, path] of [
    [es.ui.footer.about, "/es/about"],
    [es.ui.footer.blog, "/es/blog"],
  ] as const) {
    await page.getByRole("contentinfo").getByRole("link", { name, exact: true }).click();
    await page.waitForURL(`**${path}`);
    await expect(notices).toHaveCount(0);
  }
  await page.goBack();
  await page.waitForURL("**/es/about");
  await page.goBack();
  await page.waitForURL("**/es");
  await expect(notices).toHaveCount(0);
});

test("a success looks unlike a refusal, and a message leaves although the pointer rested where it appeared, unless it moved onto it", async ({
  page,
  member,
}) => {
  await page.goto("/es/profile");
  const notice = page.locator("main .notice");
  const looks = () =>
    notice.evaluate((box) => {
      const { backgroundColor, borderColor } = getComputedStyle(box);
      return [backgroundColor, borderColor];
    });
  const refused = await looks();
  await awake(page);
  const { width, height } = page.viewportSize()!;
  await logIn(page, es, member);
  const toast = page.locator("main .toast");
  await expect(toast).toHaveText(es.messages.auth.welcomeBack);
  const success = await looks();
  expect(success.filter((look) => refused.includes(look))).toEqual([]);

  const play = () => toast.evaluate((box) => getComputedStyle(box).animationPlayState);
  const box = (await toast.boundingBox())!;
  expect(box.y + box.height).toBeLessThanOrEqual(height);
  // As if the toast had appeared below a pointer that rests.
  const resting = { clientX: width / 2, clientY: box.y + 8, screenX: 9, screenY: 9 };
  for (let times = 0; times < 2; times++)
    await toast.dispatchEvent("pointermove", { bubbles: true, ...resting });
  expect(await play()).toBe("running");
  await page.mouse.move(width / 2, box.y - 20);
  await page.mouse.move(width / 2, box.y + 8, { steps: 4 });
  await expect.poll(play).toBe("paused");
  await page.mouse.move(width / 2, box.y - 20);
  await expect.poll(play).toBe("running");
});

test("a message can be closed, and after 8 seconds covers nothing", async ({ page, member }) => {
  await page.setViewportSize({ width: 320, height: 500 });
  await page.goto("/es/profile");
  const notice = page.locator("main .notice");
  const close = notice.getByRole("button", { name: es.ui.form.close });
  await expect(notice).toHaveText(es.messages.auth.mustLogin);
  await expect(notice).not.toHaveCSS("position", "fixed");
  await expect(close).toHaveCount(0);
  await notice.evaluate((box) => box.getAnimations().map((one) => one.finish()));
  await page.evaluate(() => scrollTo(0, 250));
  await expect(notice).not.toBeInViewport();
  await page.evaluate(() => scrollTo(0, 0));
  await expect(notice).toBeInViewport();

  await awake(page);
  await close.click();
  await expect(notice).toHaveCount(0);
  await logIn(page, es, member);
  await expect(notice).toHaveText(es.messages.auth.welcomeBack);
  const { width: wide, height: tall } = (await close.boundingBox())!;
  expect(Math.min(wide, tall)).toBeGreaterThanOrEqual(44);
  await close.click();
  await expect(notice).toHaveCount(0);
});

test("going from sign in to sign up clears the fields", async ({ page }) => {
  await page.goto("/es/auth");
  await awake(page);
  const email = page.getByLabel(es.ui.auth.email, { exact: true });
  await email.fill("ana@example.org");
  await page.getByRole("link", { name: es.ui.auth.toSignup, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(es.ui.auth.titleSignup);
  await expect(email).toHaveValue("");
});

test("a username is lowercased as it is typed, and its page hydrates", async ({ page }) => {
  const leo = somebody();
  await page.goto("/es/auth");
  await continueWithGoogle(page, es, leo);
  await page.waitForURL("**/es/set-username**");
  await awake(page);
  const name = page.getByLabel(es.ui.auth.username, { exact: true });
  await name.pressSequentially(leo.username.toUpperCase());
  await expect(name).toHaveValue(leo.username);
});

test("a photo has a preview, at 0.8 to 2 times its size and never wider than its container, and the button shows that it is being sent", async ({
  page,
  member,
}) => {
  const letGo = await holdBack(page, "**/profile.data*", (request) => request.method() === "POST");
  await signIn(page, member, "/es/profile");
  await awake(page);
  const field = page.getByLabel(es.ui.profile.photo);
  const preview = page.getByRole("img", { name: es.ui.profile.preview });
  for (const [viewport, side, shown] of [
    [412, 100, 200],
    [412, 1000, 800],
    [1280, 400, 500],
  ] as const) {
    await page.setViewportSize({ width: viewport, height: 900 });
    await field.setInputFiles(await photo(side));
    await expect(preview).toHaveAttribute("width", String(shown));
    const box = (await preview.boundingBox())!;
    const place = await preview.evaluate((image) => image.parentElement!.clientWidth);
    expect(Math.round(box.width)).toBe(Math.min(shown, place));
    expect(Math.round(box.height)).toBe(Math.round(box.width));
  }
  await page.getByRole("button", { name: es.ui.profile.uploadPhoto, exact: true }).click();
  await expect(page.getByRole("button", { name: es.ui.profile.uploading })).toBeDisabled();
  await expect(field).toBeDisabled();
  letGo();
  await expect(page.getByRole("status")).toHaveText(es.messages.profile.photoSaved);
  await expect(preview).toHaveCount(0);
});

test("an iPhone's HEIC has no preview, and the refusal says what to do", async ({
  page,
  complaints,
  member,
}) => {
  await signIn(page, member, "/de/profile");
  await awake(page);
  const photo = { name: "IMG_0001.HEIC", mimeType: "image/heic", buffer: heic };
  await page.getByLabel(de.ui.profile.photo).setInputFiles(photo);
  await expect(page.getByText(de.ui.profile.noPreview)).toBeVisible();
  await expect(page.getByRole("img", { name: de.ui.profile.preview })).toHaveCount(0);
  await page.getByRole("button", { name: de.ui.profile.uploadPhoto, exact: true }).click();
  await expect(page.getByRole("alert")).toHaveText(de.messages.profile.heic);
  await refused(complaints, 422);
  await expectAccessible(page, "/profile, HEIC refused");
});

/** ms; browsers prefetch a link after hovering for 200 ms (`eagerness: "moderate"`) */
const restingTime = 700;

test("hovering over the links to Google and the data export prefetches neither", async ({
  browser,
  member,
}) => {
  // With a mouse, because browsers prefetch on hover.
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    isMobile: false,
    hasTouch: false,
  });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const restOn = async (name: string) => {
    await page.getByRole("link", { name, exact: true }).hover();
    await page.waitForTimeout(restingTime);
  };
  await page.goto("/es/auth");
  await restOn(es.ui.auth.google);
  expect(await context.cookies()).toEqual([]);
  // An ordinary link is prefetched.
  await page.getByRole("link", { name: es.ui.auth.forgot, exact: true }).hover();
  await expect.poll(() => asked).toContain("/es/auth/forgot");
  await signIn(page, member, "/es/profile");
  await restOn(es.ui.profile.download);
  expect(asked).not.toContain("/profile/data");
  await context.close();
});
