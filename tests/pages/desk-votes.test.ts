// Unusual votes and verdicts (RULES.md 10.29).
import { afterAll, expect, test } from "vitest";
import { castVote } from "#app/domain/reviews/votes.ts";
import { addAccount, withoutEmail } from "../support/accounts.ts";
import { smell } from "../support/blind.ts";
import { addPerfumeWithDupe, pairOf } from "../support/database.ts";
import "../support/matchers.ts";
import { openSite, type Page } from "../support/site.ts";
import { signedInAs } from "../support/sign-in.ts";
import { translationsOf, twoLanguages } from "../support/translations.ts";
import { said, say } from "../support/verdicts.ts";

const site = await openSite();
afterAll(() => site.close());
const mia = await signedInAs("moderator", site, "mia");
let people = 0;

async function boughtVotes() {
  const added = await addPerfumeWithDupe(site.db);
  for (let n = 0; n < 5; n++) {
    const name = await addAccount(site.db, `bought_${people++}`);
    const vote = { dupeId: added.dupe, perfumeId: added.id, voto: 1 } as const;
    await castVote(site.db, name, vote, new Date(), withoutEmail);
  }
  return added;
}

test("without unusual votes the page says so, and the overview does not name it", async () => {
  const { votes, overview } = translationsOf("en").desk;
  const page = await mia.get("/en/desk/votes");
  expect([page.status, page.dom.querySelector("h1")?.text]).toEqual([200, votes.title]);
  expect(page.html).toContain(votes.none);
  expect((await mia.get("/en/desk")).html).not.toContain(overview.waiting.unusualVotes);
});

test.each(twoLanguages)("one press uncounts unusual votes, in %s", async (code) => {
  const { path, dupe } = await boughtVotes();
  const texts = translationsOf(code).desk;
  const overview = await mia.get(`/${code}/desk`);
  expect(overview.dom.querySelector('.desk-counts a[href$="/desk/votes"]')?.text).toContain(
    texts.overview.waiting.unusualVotes,
  );
  const page = await mia.get(`/${code}/desk/votes`);
  const card = page.dom.querySelector("article")!;
  expect(card.text).toContain(texts.votes.reasons.young);
  expect(card.querySelector("a")?.getAttribute("href")).toMatch(/\/desk\/perfumes\/\d+$/u);
  const field = (name: string) =>
    card.querySelector(`input[name='${name}']`)!.getAttribute("value")!;
  expect(field("dupe_id")).toBe(String(dupe));
  const [table, dupe_id, last] = ["table", "dupe_id", "last"].map(field);
  const form = { intent: "uncount", table: table!, dupe_id: dupe_id!, last: last! };
  const shown = async () =>
    /^ 5$/u.test((await mia.get(`/${code}${path}`)).dom.querySelector(".vote")!.lastChild!.text);
  expect(await shown()).toBe(true);

  const answer = await mia.post(`/${code}/desk/votes`, { ...form, reason: "Bought" });
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, `/${code}/desk/votes`]);
  expect(await mia.follow(answer)).toShow(code, "desk.uncounted", { values: { count: "5" } });
  expect(await shown()).toBe(false);

  const second = await mia.post(`/${code}/desk/votes`, { ...form, reason: "Me too" });
  expect(second.status).toBe(409);
  expect(second.html).toContain("Bought");
});

test.each(["es", "de"] as const)(
  "verdicts of one network are listed as verdicts, and one press uncounts them on the bottle's page, in %s",
  async (code) => {
    const { dupe } = await addPerfumeWithDupe(site.db);
    const createdAt = new Date(Date.now() - 30 * 24 * 60 * 60 * 1000).toISOString();
    for (let n = 0; n < 3; n++) {
      const name = await addAccount(site.db, `bought_${people++}`, { createdAt });
      const ballot = { ...withoutEmail, network: "office" };
      await say(site.db, name, dupe, { lasting: "more" }, { now: new Date(), ballot });
    }
    const { votes, overview } = translationsOf(code).desk;
    const counted = (await mia.get(`/${code}/desk`)).dom.querySelector(
      '.desk-counts a[href$="/votes"]',
    );
    expect(counted?.text.trim()).toBe(`${overview.waiting.unusualVotes} 1`);
    const card = (await mia.get(`/${code}/desk/votes`)).dom.querySelector("article")!;
    for (const text of [votes.counts.verdicts, votes.alike])
      expect(card.text).toContain(text.replace("{{count}}", "3"));
    expect(card.text).toContain(votes.reasons.networks);
    const button = card.querySelector("button")!;
    expect(button.text).toContain(votes.uncount.verdicts.replace("{{count}}", "3"));
    const fields = card.querySelectorAll("input[type=hidden]").map((field) => field.attributes);
    const form = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
    // Three of one network are no three people (RULES.md 5.7).
    const page = await mia.get(`/${code}${await pairOf(site.db, dupe)}`);
    expect(page.dom.querySelectorAll("#verdict dl")).toEqual([]);
    expect(await said(site.db, dupe)).toBe("3: lasting more 3");

    const intent = { intent: button.getAttribute("value")!, reason: "Bought" };
    const answer = await mia.post(`/${code}/desk/votes`, { ...form, ...intent });
    expect(await mia.follow(answer)).toShow(code, "desk.uncounted", { values: { count: "3" } });
    expect(await said(site.db, dupe)).toBe("nothing");
    const second = await mia.post(`/${code}/desk/votes`, { ...form, ...intent });
    expect([second.status, second.html.includes("Bought")]).toEqual([409, true]);
  },
);

test.each(["es", "de"] as const)(
  "blind tests all within minutes are listed with what they found, and one press uncounts them, in %s",
  async (code) => {
    const { dupe } = await addPerfumeWithDupe(site.db);
    const createdAt = new Date(Date.now() - 30 * 24 * 60 * 60 * 1000).toISOString();
    for (let n = 0; n < 3; n++) {
      const name = await addAccount(site.db, `smelled_${people++}`, { createdAt });
      const now = new Date(Date.now() - (15 - 6 * n) * 60_000);
      const ballot = { ...withoutEmail, network: `network ${n}` };
      await smell(site.db, name, dupe, n > 0, { now, ballot });
    }
    const listed = async () => (await mia.get(`/${code}/desk/votes`)).dom.querySelector("article");
    expect((await listed())?.querySelector("[value=blind_tests]")).toBeUndefined();
    const hasty = { created_at: new Date(Date.now() - 9 * 60_000).toISOString() };
    await site.db
      .updateTable("blind_tests")
      .set(hasty)
      .where("dupe_id", "=", dupe)
      .where("found", "=", 0)
      .execute();
    const card = (await listed())!;
    const { votes } = translationsOf(code).desk;
    expect(card.text).toContain(votes.counts.blind_tests.replace("{{count}}", "3"));
    expect(card.text).toContain(votes.reasons.minutes);
    expect(card.text).toContain(votes.found.replace("{{count}}", "2"));
    const button = card.querySelector("button")!;
    expect(button.text).toContain(votes.uncount.blind_tests.replace("{{count}}", "3"));
    const fields = card.querySelectorAll("input[type=hidden]").map((field) => field.attributes);
    const form = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
    const intent = { intent: button.getAttribute("value")!, reason: "" };
    const answer = await mia.post(`/${code}/desk/votes`, { ...form, ...intent });
    expect(await mia.follow(answer)).toShow(code, "desk.uncounted", { values: { count: "3" } });
    const left = site.db.selectFrom("blind_counts").select("tests").where("dupe_id", "=", dupe);
    expect(await left.execute()).toEqual([]);
  },
);

/** The sections of a card about the suspects, and the others. */
const saidOn = (page: Page) =>
  page.dom
    .querySelectorAll("article dl > div")
    .map((row) => row.querySelectorAll("dt, dd").map(({ text }) => text.trim()));

test.each(twoLanguages)("what is fine is quiet, and can be listed again, in %s", async (code) => {
  await site.db.updateTable("user_votes").set({ state: "uncounted" }).execute();
  const { id, dupe } = await boughtVotes();
  const createdAt = new Date(Date.now() - 30 * 24 * 60 * 60 * 1000).toISOString();
  const critic = await addAccount(site.db, `critic_${people++}`, { createdAt });
  const against = { dupeId: dupe, perfumeId: id, voto: -1 } as const;
  await castVote(site.db, critic, against, new Date(), withoutEmail);
  const texts = translationsOf(code).desk.votes;
  const path = `/${code}/desk/votes`;
  const page = await mia.get(path);
  const say = (text: string, count: number) => text.replace("{{count}}", String(count));
  expect(saidOn(page)).toEqual([
    [say(texts.suspects, 5), `${say(texts.up, 5)} · ${say(texts.down, 0)}`],
    [say(texts.others, 1), `${say(texts.up, 0)} · ${say(texts.down, 1)}`],
  ]);
  const fields = page.dom.querySelectorAll("article input[type=hidden]");
  const form = Object.fromEntries(fields.map(({ attributes: { name, value } }) => [name, value]));
  const button = page.dom.querySelector("article button[value=looked-at]")!;
  expect(button.text).toContain(texts.lookedAt);

  const older = { ...form, last: "0", intent: "looked-at", reason: "x".repeat(501) };
  const refused = await mia.post(path, older);
  const last = refused.dom.querySelector("article [name=last]")?.getAttribute("value");
  expect([refused.status, last]).toEqual([422, form["last"]]);

  const press = { ...form, intent: "looked-at", reason: "A club" };
  const answer = await mia.post(path, press);
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, path]);
  const after = await mia.follow(answer);
  expect(after).toShow(code, "desk.lookedAt");
  expect(after.dom.querySelectorAll("article")).toHaveLength(0);
  const log = await mia.get(`/${code}/desk/log`);
  expect(log.html).toContain(translationsOf(code).desk.log.actions["looked-at"]);

  const second = await mia.post(path, { ...press, reason: "Me too" });
  expect([second.status, second.html.includes("A club")]).toEqual([409, true]);

  const entry = after.dom.querySelector("[role=status] [name=entry]")!.getAttribute("value")!;
  await mia.post(path, { intent: "undo", entry });
  expect((await mia.get(path)).dom.querySelectorAll("article")).toHaveLength(1);
});

test.each([{ dupe_id: "x" }, { last: "-1" }, { dupe_id: "" }, { table: "prices" }])(
  "an unreadable form is refused: %o",
  async (field) => {
    const seen = { table: "verdicts", dupe_id: "1", last: "1" };
    const form = { intent: "uncount", ...seen, ...field };
    expect((await mia.post("/en/desk/votes", form)).status).toBe(422);
  },
);

test("the fifty-first dupe with unusual votes is on the second page", async () => {
  await site.db.updateTable("user_votes").set({ state: "uncounted" }).execute();
  const voters = await Promise.all(
    Array.from({ length: 5 }, (_, n) => addAccount(site.db, `fan_${n}`)),
  );
  for (let n = 0; n < 51; n++) {
    const { dupe } = await addPerfumeWithDupe(site.db);
    const vote = { dupe_id: dupe, voto: 1 as const, created_at: new Date().toISOString() };
    const votes = voters.map((user_id) => ({ ...vote, user_id }));
    await site.db.insertInto("user_votes").values(votes).execute();
  }
  const first = await mia.get("/en/desk/votes");
  expect(first.dom.querySelectorAll("article")).toHaveLength(50);
  const next = first.dom.querySelector("a[rel=next]")!.getAttribute("href")!;
  expect((await mia.get(next)).dom.querySelectorAll("article")).toHaveLength(1);
  const overview = await mia.get("/en/desk");
  expect(overview.dom.querySelector('.desk-counts a[href$="/votes"] strong')?.text).toBe("51");
});
