import { afterAll, beforeEach, expect, test } from "vitest";
import { addPerfumeWithDupe } from "../support/database.ts";
import { openSite, type Page } from "../support/site.ts";
import { type TestBrowser } from "../support/browser.ts";
import { fieldValue, linkInAlert, noticeIn } from "../support/form-page.ts";
import { addAccounts, password } from "../support/accounts.ts";
import { signedIn } from "../support/sign-in.ts";
import { countOn } from "../support/structured-data.ts";
import "../support/matchers.ts";
import { twoLanguages } from "../support/translations.ts";

const site = await openSite();
afterAll(() => site.close());

let dupe: number;
let path: string;
let people = 0;

beforeEach(async () => {
  const added = await addPerfumeWithDupe(site.db);
  dupe = added.dupe;
  path = `/es${added.path}`;
});

const somebody = (more = {}) => signedIn(site, `person_${++people}`, more);
const vote = (visitor: TestBrowser, voto: string, more = {}, at = path) =>
  visitor.post(at, { intent: "vote", dupe_id: String(dupe), voto, ...more });
const counts = () =>
  site.db
    .selectFrom("dupes")
    .select(["likes", "dislikes"])
    .where("id", "=", dupe)
    .executeTakeFirstOrThrow();
const rows = () =>
  site.db.selectFrom("user_votes").selectAll().where("dupe_id", "=", dupe).execute();

test.each(twoLanguages)("a vote is counted, and the page says so, in %s", async (code) => {
  const ana = await somebody();
  const there = path.replace("/es/", `/${code}/`);
  const answer = await vote(ana, "1", {}, there);
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, `${there}#dupe-${dupe}`]);
  const page = await ana.follow(answer);
  expect(page).toShow(code, "perfume.voted");
  expect(page.dom.querySelector(".vote[value='1']")?.getAttribute("aria-pressed")).toBe("true");
  expect(await counts()).toEqual({ likes: 1, dislikes: 0 });
});

test.each(twoLanguages)(
  "a person without a username chooses one before their first vote, which then counts, and returns to the card, in %s (RULES.md 5.9, 9.1)",
  async (code) => {
    const there = path.replace("/es/", `/${code}/`);
    const nameless = await somebody({ username: null });
    const answer = await vote(nameless, "1", {}, there);
    const setup = await nameless.follow(answer);
    expect(setup).toShow(code, "perfume.errorMustName", { role: "alert" });
    expect(await rows()).toEqual([]);
    const saved = await nameless.post(`/${code}/set-username`, {
      nombre_usuario: `voter_${++people}`,
      redirectTo: fieldValue(setup, "redirectTo")!,
    });
    expect(saved.headers.get("Location")).toBe(`${there}#dupe-${dupe}`);
    expect(await nameless.follow(saved)).toShow(code, "perfume.voted");
    expect(await rows()).toHaveLength(1);
  },
);

test.each(twoLanguages)("a person who cannot vote is told why, in %s", async (code) => {
  const there = path.replace("/es/", `/${code}/`);
  const anonymous = await vote(site.newBrowser(), "1", {}, there);
  expect(anonymous).toBeRefused(401, code, "perfume.errorMustLogin");
  const way = linkInAlert(anonymous)!.getAttribute("href")!;
  const back = new URL(way, site.origin).searchParams.get("redirectTo")!;
  expect([back.split("?")[0], new URL(back, site.origin).hash]).toEqual([there, `#dupe-${dupe}`]);

  const unconfirmed = await somebody({ confirmed: false });
  expect(await vote(unconfirmed, "1", {}, there)).toBeRefused(
    403,
    code,
    "perfume.errorUnconfirmed",
  );

  const lost = site.newBrowser();
  lost.cookies.set("auth_token", "made-up");
  expect(await vote(lost, "-1", {}, there)).toBeRefused(401, code, "perfume.errorAuth");

  const ana = await somebody();
  for (const voto of ["0", "2", "1.0", "+1", "constructor", "", " 1"])
    expect(await vote(ana, voto, {}, there)).toBeRefused(422, code, "perfume.errorVoteInvalid");
  for (const dupe_id of ["999999", "", "1 or 1=1"])
    expect(await vote(ana, "1", { dupe_id }, there)).toBeRefused(404, code, "perfume.errorVote");
  expect(await rows()).toEqual([]);

  expect((await vote(ana, "1", {}, there)).status).toBe(303);
  expect(await vote(ana, "1", {}, there)).toBeRefused(409, code, "perfume.errorAlreadyVoted");
  expect(await vote(ana, "-1", {}, there)).toBeRefused(409, code, "perfume.errorAlreadyVoted");
  expect(await counts()).toEqual({ likes: 1, dislikes: 0 });
});

test("opening an address never casts a vote", async () => {
  const ana = await somebody();
  const page = await ana.get(`${path}?intent=vote&dupe_id=${dupe}&voto=1`);
  expect(page.status).toBe(200);
  expect(await rows()).toEqual([]);
});

test("the alert of a refused vote is not shown again on the next page", async () => {
  const visitor = site.newBrowser();
  expect(await vote(visitor, "1")).toBeRefused(401, "es", "perfume.errorMustLogin");
  const next = await visitor.get(path);
  expect([next.status, noticeIn(next)]).toEqual([200, null]);
  expect(next.dom.querySelector("title")?.text).toMatch(/^Dupes de Aventus/);
});

test("a person who must sign in to vote is told so before the vote is validated", async () => {
  for (const voto of ["7", "", "1"])
    expect(await vote(site.newBrowser(), voto)).toBeRefused(401, "es", "perfume.errorMustLogin");
});

test("a new person's vote shows on their page alone until it counts (RULES.md 5.8)", async () => {
  const mailed = await openSite({ SMTP_URL: "smtp://127.0.0.1:1" });
  await addAccounts(mailed.db, 100, "2026-01-01T00:00:00.000Z");
  const added = await addPerfumeWithDupe(mailed.db);
  const there = `/es${added.path}`;
  const buttons = (page: Page) =>
    page.dom
      .querySelectorAll(".vote")
      .map((one) => [String(countOn(one)), one.getAttribute("aria-pressed")]);
  const ana = await signedIn(mailed, "ana");
  const answer = await ana.post(there, {
    intent: "vote",
    dupe_id: String(added.dupe),
    voto: "-1",
  });
  expect(buttons(await ana.follow(answer))).toEqual([
    ["0", "false"],
    ["1", "true"],
  ]);
  const bea = await signedIn(mailed, "bea");
  for (const browser of [bea, mailed.newBrowser()])
    expect(buttons(await browser.get(there)).map(([shown]) => shown)).toEqual(["0", "0"]);
  expect(await mailed.db.selectFrom("dupes").select("dislikes").execute()).toEqual([
    { dislikes: 0 },
  ]);
  await mailed.close();
});

test("a vote deleted with its account disappears from everybody's page (RULES.md 9.11)", async () => {
  const ana = await somebody();
  await vote(ana, "1");
  const shown = async () => countOn((await site.get(path)).dom.querySelector(".vote")!);
  expect(await shown()).toBe(1);
  await ana.post("/es/profile", { intent: "delete-account", password });
  expect(await shown()).toBe(0);
});
