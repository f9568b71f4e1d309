import { addPerfume } from "../support/database.ts";
import { expectAccessible, sendRefused } from "./axe.ts";
import { logIn } from "./account-steps.ts";
import { expect, test } from "./community-steps.ts";
import { textPages } from "../support/page-paths.ts";
import { translationsOf } from "../support/translations.ts";

// Opening these does not start hydration, so they stay as they are without JavaScript.
const pages = [
  "",
  "?q=dior",
  "?suggest=perfume",
  "/brands",
  "/brand/dior",
  "/auth",
  "/auth?mode=signup",
  "/auth/forgot",
  "/auth/confirm",
  ...textPages,
  "/perfume/creed-aventus-3",
  "?q=qzxwvk",
  "?q=a",
];
const spent = ["/auth/confirm?token=x", "/auth/reset?token=x"];
const unknown = ["/nowhere", "/perfume/nothing-999999"];

test("axe finds nothing on any page", async ({ page, complaints, db }) => {
  const bare = await addPerfume(db, "Casa Alba", "Nada");
  const expected: [number, string[]][] = [
    [200, [...pages, `/perfume/${bare}`]],
    [410, spent],
    [404, unknown],
  ];
  for (const [status, paths] of expected)
    for (const path of paths) {
      const answer = (await page.goto(`/de${path}`))!;
      expect([path, answer.status()]).toEqual([path, status]);
      await expectAccessible(page, path);
    }
  const own = complaints.filter((complaint) => !complaint.includes("404"));
  complaints.splice(0, complaints.length, ...own);
});

test("axe finds nothing where a form of accounts or the message was refused", async ({
  page,
  member,
}) => {
  for (const path of ["/auth?mode=signup", "/auth/forgot", "/auth/confirm?token=x", "/contact"]) {
    await page.goto(`/de${path}`);
    await sendRefused(page);
    await expectAccessible(page, `${path}, refused`);
  }
  await page.goto("/de/auth");
  await page.locator("input[name=email]").fill(member.email);
  await page.locator("input[name=password]").fill("tuberose1");
  await sendRefused(page);
  await expectAccessible(page, "/auth, refused");
});

test("axe finds nothing in the profile, its menu and the choice of a name", async ({
  page,
  member,
  db,
}) => {
  await page.goto("/de/auth");
  await logIn(page, translationsOf("de"), member);
  await expect(page.getByRole("status")).toBeVisible();
  await expectAccessible(page, "home, with a message");
  await page.goto("/de/profile");
  await page.locator("header details").last().locator("summary").click();
  await expectAccessible(page, "/profile, its menu open");
  await page.locator("input[name=nombre_usuario]").fill("admin");
  await sendRefused(page);
  await expectAccessible(page, "/profile, refused");
  await db
    .updateTable("usuarios")
    .set({ nombre_usuario: null, nombre_usuario_clave: null })
    .where("id", "=", member.id)
    .execute();
  await page.goto("/de/set-username");
  await expect(page).toHaveURL(/set-username/u);
  await expectAccessible(page, "/set-username");
  await sendRefused(page);
  await expectAccessible(page, "/set-username, refused");
});

test("axe finds nothing in the header's open menus", async ({ page }) => {
  await page.goto("/de");
  const menus = await page.locator("header details").all();
  expect(menus.length).toBeGreaterThan(1);
  for (const menu of menus) {
    await menu.locator("summary").click();
    await expect(menu).toHaveAttribute("open");
    await expectAccessible(page, "home, a menu open");
    await menu.locator("summary").click();
  }
});

test("the cookie table keeps its words whole and scrolls inside its own region", async ({
  page,
}) => {
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/de/cookie-policy");
    const lines = await page
      .locator("tbody code")
      .evaluateAll((names) => names.map((name) => name.getClientRects().length));
    expect([width, ...new Set(lines)]).toEqual([width, 1]);
  }
});
