// Many concurrent attempts, and attempts by somebody else (RULES.md 9.16, 10.9, 10.19).
import { afterAll, beforeAll, expect, test } from "vitest";
import { keepForm } from "#app/domain/accounts/recent-sign-in.ts";
import { castVote } from "#app/domain/reviews/votes.ts";
import { removeVotes } from "#app/domain/desk/sanctions.ts";
import { addAccount, password, withoutEmail } from "../support/accounts.ts";
import { addDupe, addPerfume } from "../support/database.ts";
import { codeOf, operatorWithFactor } from "../support/second-factor.ts";
import { openSite, type TestSite } from "../support/site.ts";
import { logIn, signedIn, signedInAs } from "../support/sign-in.ts";

let site: TestSite;

beforeAll(async () => {
  site = await openSite();
});

afterAll(() => site.close());

test("of thirty concurrent guesses only ten are checked", async () => {
  await operatorWithFactor(site, "par");
  const browser = site.newBrowser();
  const to = (await logIn(browser, "par")).headers.get("Location")!;
  const all = await Promise.all(
    Array.from({ length: 30 }, (_, i) => browser.post(to, { code: String(100000 + i) })),
  );
  const tried = all.filter(({ status }) => status === 401);
  expect(tried.length).toBe(10);
});

test("a code and a recovery code open one session each, however many requests send them concurrently", async () => {
  const { codes, secret } = await operatorWithFactor(site, "rec");
  for (const code of [codes[0]!, codeOf(secret)]) {
    const tries = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const browser = site.newBrowser();
        const to = (await logIn(browser, "rec")).headers.get("Location")!;
        return { browser, to };
      }),
    );
    const done = await Promise.all(tries.map(({ browser, to }) => browser.post(to, { code })));
    expect(done.map(({ status }) => status).toSorted()).toEqual([303, 401, 401, 401]);
  }
});

test("a sign-in without its second step counts as signed out on every page", async () => {
  await operatorWithFactor(site, "half");
  const browser = site.newBrowser();
  const to = (await logIn(browser, "half")).headers.get("Location")!;
  const token = new URL(to, site.origin).searchParams.get("token")!;
  for (const path of ["/es/desk", "/es/profile", `/es/auth/again?token=${token}`])
    expect((await browser.get(path)).headers.get("Location")).toContain("/es/auth");
  const again = await browser.post(`/es/auth/again?token=${token}`, { again_password: password });
  expect(again.headers.get("Location")).toMatch(/^\/es\/auth\?/u);
  for (const path of ["/es/auth/reset", "/es/auth/confirm"])
    expect((await browser.post(path, { token, password: "patchouli1234" })).status).not.toBe(303);
});

test("a log entry is undone once, however many requests undo it concurrently", async () => {
  const mod = await signedInAs("moderator", site, "mona");
  const sam = await addAccount(site.db, "sam");
  const perfumeId = await addPerfume(site.db, "Creed", "Aventus");
  const dupeId = await addDupe(site.db, perfumeId, "Armaf", "Club de Nuit");
  await castVote(site.db, sam, { dupeId, perfumeId, voto: 1 }, new Date(), withoutEmail);
  const done = await removeVotes(site.db, sam, mod.id, new Date());
  if (done.outcome !== "done") throw new Error(done.outcome);
  const all = await Promise.all(
    Array.from({ length: 5 }, () =>
      mod.post("/es/desk/log", { intent: "undo", entry: String(done.entry) }),
    ),
  );
  expect(all.map(({ status }) => status).toSorted()).toEqual([303, 409, 409, 409, 409]);
});

test("a kept form is sent only to this site, and never with another person's password", async () => {
  const mod = await signedInAs("moderator", site, "moll");
  const eve = await signedIn(site, "eve");
  const kept = {
    path: "/es/desk/people/sam",
    fields: [["intent", "restore"]] as [string, string][],
  };
  const token = await keepForm(site.db, mod.id, kept, new Date());
  const to = `/es/auth/again?token=${token}`;
  expect((await eve.post(to, { again_password: password })).status).toBe(410);
  const signedOut = await site.post(to, { again_password: password });
  expect(signedOut.headers.get("Location")).toMatch(/^\/es\/auth\?/u);
  expect(
    (await mod.post(to, { again_password: password }, { Origin: "https://evil.example" })).status,
  ).toBe(403);
  await site.db
    .updateTable("sessions")
    .set({ proved_at: null })
    .where("user_id", "=", mod.id)
    .execute();
  const fields = { intent: "remove-votes", confirmed: "yes" };
  for (const path of [
    "//evil.example/desk/people/sam",
    "/es//desk/people/sam",
    "//es/desk/people/sam",
  ]) {
    const page = await mod.post(path, fields);
    expect([path, page.status, page.headers.get("Location")]).toEqual([path, 405, null]);
  }
  // The earlier form is still kept: none of those replaced it.
  expect((await mod.get(to)).html).toContain("again_password");
  const own = "/es/desk/people/sam?back=//evil.example";
  const again = (await mod.post(own, fields)).headers.get("Location")!;
  const on = await mod.post(again, { again_password: password });
  expect([on.status, on.headers.get("Location")]).toEqual([307, own]);
});
