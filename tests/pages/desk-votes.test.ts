// Unusual votes and verdicts (RULES.md 10.29).
import { afterAll, expect, test } from "vitest";
import { castVote } from "#app/domain/reviews/votes.ts";
import { addAccount, withoutEmail } from "../support/accounts.ts";
import { ballotsOn, giveBallot } from "../support/ballot-kinds.ts";
import { addPerfumeWithDupe } from "../support/database.ts";
import "../support/matchers.ts";
import { openSite, type Page } from "../support/site.ts";
import { signedInAs } from "../support/sign-in.ts";
import { translationsOf, twoLanguages } from "../support/translations.ts";

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

/** What a card's form sends as it stands. */
const formOn = (page: Page) =>
  Object.fromEntries(
    page.dom
      .querySelectorAll("article input[type=hidden]")
      .map(({ attributes: { name, value } }) => [name!, value!]),
  );

const monthAgo = new Date(Date.now() - 30 * 24 * 60 * 60 * 1000);

test.each([
  ["user_votes", 5, "young", "es"],
  ["verdicts", 3, "networks", "de"],
  ["blind_tests", 3, "minutes", "fr"],
] as const)(
  "unusual %s are listed with their number (%i) and reason (%s), and one press uncounts them, in %s",
  async (table, count, reason, code) => {
    const { dupe } = await addPerfumeWithDupe(site.db);
    for (let n = 0; n < count; n++) {
      const joined = reason === "young" ? new Date() : monthAgo;
      const name = `bought_${people++}`;
      await addAccount(site.db, name, { createdAt: joined.toISOString() });
      const network = reason === "networks" ? "office" : `network ${n}`;
      const options = { now: new Date(), ballot: { ...withoutEmail, network } };
      await giveBallot(site.db, table, name, dupe, n > 0, options);
    }
    const { votes, overview } = translationsOf(code).desk;
    const say = (text: string, number: number = count) => text.replace("{{count}}", String(number));
    const counted = (await mia.get(`/${code}/desk`)).dom.querySelector(
      '.desk-counts a[href$="/votes"]',
    );
    expect(counted?.text.trim()).toBe(`${overview.waiting.unusualVotes} 1`);
    const path = `/${code}/desk/votes`;
    const page = await mia.get(path);
    const card = page.dom.querySelector("article")!;
    for (const text of [say(votes.counts[table]), votes.reasons[reason]])
      expect(card.text).toContain(text);
    const what = { user_votes: say(votes.up, 4), verdicts: "", blind_tests: say(votes.found, 2) };
    expect(card.text).toContain(what[table]);
    expect(card.querySelector("a")?.getAttribute("href")).toMatch(/\/desk\/perfumes\/\d+$/u);
    const button = card.querySelector("button")!;
    expect(button.text).toContain(say(votes.uncount[table]));
    const press = { ...formOn(page), intent: button.getAttribute("value")!, reason: "Bought" };
    const answer = await mia.post(path, press);
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, path]);
    const shown = { values: { count: String(count) } };
    expect(await mia.follow(answer)).toShow(code, "desk.uncounted", shown);
    expect(await ballotsOn(site.db, table, new Date(), dupe)).toBe("0 of 0");
    const second = await mia.post(path, press);
    expect([second.status, second.html.includes("Bought")]).toEqual([409, true]);
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
  const createdAt = monthAgo.toISOString();
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
  const form = formOn(page);
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
