import { setRole } from "#db/desk/operators.ts";
import { translationsOf } from "../support/translations.ts";
import { expectAccessible } from "./axe.ts";
import { expect, signIn, test } from "./community-steps.ts";
import { suggestMany } from "./desk-steps.ts";

test("nothing is wrong with the queue for axe, as it is and with a refusal", async ({
  page,
  db,
  shelf,
  member,
}) => {
  test.slow();
  await setRole(db, member.id, "moderator", new Date());
  // First, whatever the journeys of the desk suggest meanwhile.
  const [first] = await suggestMany(db, shelf.perfumeId, 2, 1e12);
  await signIn(page, member, "/de/desk/queue");
  await expectAccessible(page, "the queue");
  const { desk } = translationsOf("de");
  const item = page.locator(`#dupe-${first}`);
  for (const button of await item.getByRole("button").all())
    expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  await item.getByLabel(desk.queue.brand).fill("");
  await item.getByRole("button", { name: desk.queue.accept, exact: true }).click();
  await expect(page.getByRole("alert")).toBeFocused();
  await expectAccessible(page, "the queue with a refusal", "error");
});
