import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { expectRefused, expectSaid, firstSaid } from "../support/answers.ts";
import { addDupe, addPerfume } from "../support/database.ts";
import { openSite, type TestSite } from "../support/site.ts";
import { newMember, newVisitor } from "../support/members.ts";
import type { TestVisitor } from "../support/visitor.ts";
import { codes } from "../support/words.ts";

let site: TestSite;
let perfume: number;
let dupe: number;
let path: string;
let people = 0;

beforeAll(async () => {
  site = await openSite();
});

afterAll(() => site.close());

beforeEach(async () => {
  perfume = await addPerfume(site.db, "Creed", `Aventus ${perfume}`);
  dupe = await addDupe(site.db, perfume, "Armaf", "Club de Nuit");
  path = (await site.get(`/es/perfume/${perfume}`)).headers.get("Location")!;
});

const somebody = (more = {}) => newMember(site, `person_${++people}`, more);
const vote = (visitor: TestVisitor, voto: string, more = {}, at = path) =>
  visitor.post(at, { intent: "vote", dupe_id: String(dupe), voto, ...more });
const counts = () =>
  site.db
    .selectFrom("dupes")
    .select(["likes", "dislikes"])
    .where("id", "=", dupe)
    .executeTakeFirstOrThrow();
const rows = () =>
  site.db.selectFrom("user_votes").selectAll().where("dupe_id", "=", dupe).execute();

test.each(codes)("a vote is thanked for and counted, in %s", async (code) => {
  const ana = await somebody();
  const there = path.replace("/es/", `/${code}/`);
  const answer = await vote(ana, "1", {}, there);
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, `${there}#dupe-${dupe}`]);
  const page = await ana.follow(answer);
  expectSaid(page, code, "perfume.voted");
  expect(page.dom.querySelector(".vote[value='1']")?.getAttribute("aria-pressed")).toBe("true");
  expect(await counts()).toEqual({ likes: 1, dislikes: 0 });
});

test.each(codes)("who may not vote is told why, in %s", async (code) => {
  const there = path.replace("/es/", `/${code}/`);
  const anonymous = await vote(newVisitor(site), "1", {}, there);
  expectRefused(anonymous, 401, code, "perfume.errorMustLogin");
  const way = anonymous.dom.querySelector("main [role=alert] a")!.getAttribute("href")!;
  expect(new URL(way, site.origin).searchParams.get("redirectTo")).toBe(`${there}#dupe-${dupe}`);

  const unconfirmed = await somebody({ confirmed: false });
  expectRefused(await vote(unconfirmed, "1", {}, there), 403, code, "perfume.errorUnconfirmed");

  const lost = newVisitor(site);
  lost.cookies.set("auth_token", "made-up");
  expectRefused(await vote(lost, "-1", {}, there), 401, code, "perfume.errorAuth");

  const ana = await somebody();
  for (const voto of ["0", "2", "-2", "", "NaN", "1.5", "up", "1e999"])
    expectRefused(await vote(ana, voto, {}, there), 422, code, "perfume.errorVoteInvalid");
  for (const dupe_id of ["999999", "", "x", "-1", "1 or 1=1", "9".repeat(40)])
    expectRefused(await vote(ana, "1", { dupe_id }, there), 404, code, "perfume.errorVote");
  expect(await rows()).toEqual([]);

  expect((await vote(ana, "1", {}, there)).status).toBe(303);
  expectRefused(await vote(ana, "1", {}, there), 409, code, "perfume.errorAlreadyVoted");
  expectRefused(await vote(ana, "-1", {}, there), 409, code, "perfume.errorAlreadyVoted");
  expect(await counts()).toEqual({ likes: 1, dislikes: 0 });
});

test("a dupe of another perfume cannot be voted on from here", async () => {
  const other = await addDupe(site.db, await addPerfume(site.db, "Dior", `S ${perfume}`), "A", "B");
  const ana = await somebody();
  expectRefused(await vote(ana, "1", { dupe_id: String(other) }), 404, "es", "perfume.errorVote");
  const { likes } = await site.db
    .selectFrom("dupes")
    .select("likes")
    .where("id", "=", other)
    .executeTakeFirstOrThrow();
  expect(likes).toBe(0);
});

test("another site cannot make a person vote", async () => {
  const ana = await somebody();
  for (const headers of [
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
  ] as Record<string, string>[]) {
    const body = { intent: "vote", dupe_id: String(dupe), voto: "1" };
    expect((await ana.post(path, body, headers)).status).toBeGreaterThanOrEqual(400);
    expect((await ana.post(`${path}.data`, body, headers)).status).toBeGreaterThanOrEqual(400);
  }
  expect(await rows()).toEqual([]);
});

test("a vote cannot be cast by opening an address", async () => {
  const ana = await somebody();
  await ana.get(`${path}?intent=vote&dupe_id=${dupe}&voto=1`);
  expect(await rows()).toEqual([]);
});

test("100 equal votes at once are one vote", async () => {
  const ana = await somebody();
  const answers = await Promise.all(Array.from({ length: 100 }, () => vote(ana, "1")));
  const times = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([times(303), times(409), times(429)]).toEqual([1, 29, 70]);
  expect((await rows()).length).toBe(1);
  expect(await counts()).toEqual({ likes: 1, dislikes: 0 });
});

test("100 people at once are 100 votes, and the counts are those of the rows", async () => {
  const all = await Promise.all(Array.from({ length: 100 }, () => somebody()));
  const answers = await Promise.all(all.map((one, n) => vote(one, n % 4 === 0 ? "-1" : "1")));
  expect(answers.every(({ status }) => status === 303)).toBe(true);
  const votes = await rows();
  expect(votes.filter(({ voto }) => voto === 1).length).toBe(75);
  expect(votes.filter(({ voto }) => voto === -1).length).toBe(25);
  expect(await counts()).toEqual({ likes: 75, dislikes: 25 });
});

test("the 31st action within a minute is too many, and says how long to wait", async () => {
  const ana = await somebody();
  for (let n = 0; n < 30; n++) await vote(ana, "1", { dupe_id: "999999" });
  const page = await vote(ana, "1");
  expectRefused(page, 429, "es", "form.tooMany", { minutes: "1" });
  const wait = Number(page.headers.get("Retry-After"));
  expect(wait > 0 && wait <= 60).toBe(true);
  expect(await rows()).toEqual([]);
  const bruno = await somebody();
  expect((await vote(bruno, "1")).status).toBe(303);
});

test("a person who is deleted while signed in votes no more", async () => {
  const ana = await somebody();
  await site.db.deleteFrom("usuarios").where("id", "=", ana.id).execute();
  expectRefused(await vote(ana, "1"), 401, "es", "perfume.errorAuth");
  expect(await counts()).toEqual({ likes: 0, dislikes: 0 });
});

test("the alert of a refused vote is not said again on the next page", async () => {
  const visitor = newVisitor(site);
  await vote(visitor, "1");
  const next = await visitor.get(path);
  expect([firstSaid(next, "alert"), next.dom.querySelector("title")?.text]).toEqual([
    null,
    expect.not.stringContaining("Error"),
  ]);
});
