// A visitor's vote waits for their sign-in (RULES.md 5.9).
import { afterAll, beforeEach, expect, test } from "vitest";
import { addAccount, password, registration } from "../support/accounts.ts";
import { setCookieHeader, type TestBrowser } from "../support/browser.ts";
import { addPerfumeWithDupe } from "../support/database.ts";
import { linkTo } from "../support/emails.ts";
import { linksInAlert } from "../support/form-page.ts";
import "../support/matchers.ts";
import { logIn } from "../support/sign-in.ts";
import { openSite } from "../support/site.ts";
import { useUp } from "../support/use-up.ts";
import { translate, twoLanguages } from "../support/translations.ts";

const site = await openSite();
afterAll(() => site.close());

let dupe: number;
let path: string;
let people = 0;

beforeEach(async () => {
  const added = await addPerfumeWithDupe(site.db);
  dupe = added.dupe;
  path = added.path;
});

const rows = (db = site.db, of = dupe) =>
  db.selectFrom("user_votes").select(["user_id", "voto"]).where("dupe_id", "=", of).execute();

/** Presses a thumb. @returns the ways that the refusal offers: to log in, and to sign up */
async function press(visitor: TestBrowser, voto = "1", at = `/es${path}`, of = dupe) {
  const refused = await visitor.post(at, { intent: "vote", dupe_id: String(of), voto });
  expect(refused.status).toBe(401);
  return linksInAlert(refused).map((link) => link.getAttribute("href")!);
}

const backOf = (way: string) => new URL(way, site.origin).searchParams.get("redirectTo")!;

async function member(db = site.db) {
  const name = `voter_${++people}`;
  return { name, id: await addAccount(db, name) };
}

const newcomer = () => registration(`newcomer_${++people}`);

test.each(twoLanguages)(
  "the thumb that a visitor pressed counts once they log in, and they return to the card, in %s",
  async (code) => {
    const { name, id } = await member();
    const visitor = site.newBrowser();
    const [way] = await press(visitor, "-1", `/${code}${path}`);
    const answer = await logIn(visitor, name, { redirectTo: backOf(way!) }, code);
    expect(answer.headers.get("Location")).toBe(`/${code}${path}#dupe-${dupe}`);
    const page = await visitor.follow(answer);
    expect(page).toShow(code, "perfume.voted");
    expect(page.dom.querySelector(".vote[value='-1']")?.getAttribute("aria-pressed")).toBe("true");
    expect(await rows()).toEqual([{ user_id: id, voto: -1 }]);
  },
);

test("beside the way to log in stands one to sign up, where the vote counts at once without emails", async () => {
  const visitor = site.newBrowser();
  const refused = await visitor.post(`/es${path}?sort=price&reviews=${dupe}`, {
    intent: "vote",
    dupe_id: String(dupe),
    voto: "1",
  });
  const [login, signUp] = linksInAlert(refused);
  expect([login!.text, signUp!.text]).toEqual([
    translate("es", "auth.title"),
    translate("es", "auth.titleSignup"),
  ]);
  const way = signUp!.getAttribute("href")!;
  const form = await visitor.get(way);
  expect(form.dom.querySelector("h1")?.text).toBe(translate("es", "auth.titleSignup"));
  const answer = await visitor.post(way, { ...newcomer(), redirectTo: backOf(way) });
  expect(answer.headers.get("Location")).toBe(`/es${path}?sort=price&reviews=${dupe}#dupe-${dupe}`);
  expect(await visitor.follow(answer)).toShow("es", "perfume.voted");
  expect(await rows()).toHaveLength(1);
});

test.each([
  ["in the browser that signed up", true],
  ["in another, and then logs in where the thumb was pressed", false],
])(
  "with emails the vote is cast once the person confirms %s, and counts three days later",
  async (_, here) => {
    const mailed = await openSite({ SMTP_URL: "smtp://127.0.0.1:9" });
    const added = await addPerfumeWithDupe(mailed.db);
    const visitor = mailed.newBrowser();
    const [, way] = await press(visitor, "1", `/es${added.path}`, added.dupe);
    const fields = { ...newcomer(), redirectTo: backOf(way!) };
    const waiting = await visitor.post(way!, fields);
    const { link, token } = await linkTo(mailed, fields.email);
    const confirming = here ? visitor : mailed.newBrowser();
    const confirmed = await confirming.post(link, { intent: "confirm", token, password });
    const signIn = waiting.headers.get("Location")!;
    const { email, redirectTo } = fields;
    const asked = { intent: "login", email, password, redirectTo };
    expect(await rows(mailed.db, added.dupe)).toHaveLength(here ? 1 : 0);
    const answer = here ? confirmed : await visitor.post(signIn, asked);
    expect(answer.headers.get("Location")).toBe(`/es${added.path}#dupe-${added.dupe}`);
    expect(await visitor.follow(answer)).toShow("es", "perfume.votedWaits");
    expect(await rows(mailed.db, added.dupe)).toHaveLength(1);
    await mailed.close();
  },
);

test("of whom nobody has proved the address the vote does not count, and they are told why", async () => {
  const mailed = await openSite({ SMTP_URL: "smtp://127.0.0.1:9" });
  try {
    const { name } = await member(mailed.db);
    await mailed.db
      .updateTable("accounts")
      .set((row) => ({ confirmed_at: row.ref("created_at") }))
      .execute();
    const there = await addPerfumeWithDupe(mailed.db);
    const visitor = mailed.newBrowser();
    const [way] = await press(visitor, "1", `/es${there.path}`, there.dupe);
    const answer = await logIn(visitor, name, { redirectTo: backOf(way!) }, "es");
    expect(await visitor.follow(answer)).toShow("es", "perfume.errorUnconfirmed", {
      role: "alert",
    });
    expect(await rows(mailed.db, there.dupe)).toEqual([]);
  } finally {
    await mailed.close();
  }
});

test("the vote waits in a cookie of this browser for a day, and goes with it", async () => {
  const { name } = await member();
  const visitor = site.newBrowser();
  const refused = await visitor.post(`/es${path}`, {
    intent: "vote",
    dupe_id: String(dupe),
    voto: "1",
  });
  expect(setCookieHeader(refused, "vote")).toMatch(
    /; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/u,
  );
  const back = backOf(linksInAlert(refused)[0]!.getAttribute("href")!);
  await logIn(visitor, name, { redirectTo: back });
  expect(visitor.cookies.has("vote")).toBe(false);
});

test("the vote is nobody else's: not of who logs in otherwise, and not of another browser with the link", async () => {
  const [first, second, third] = [await member(), await member(), await member()];
  const visitor = site.newBrowser();
  const [way] = await press(visitor);
  const elsewhere = await logIn(visitor, first.name, { redirectTo: `/es${path}#dupe-${dupe}` });
  expect(await visitor.follow(elsewhere)).toShow("es", "auth.welcomeBack");

  const stranger = site.newBrowser();
  const [own] = await press(stranger, "-1");
  const lured = await logIn(stranger, second.name, { redirectTo: backOf(way!) });
  expect(lured.headers.get("Location")).toBe(`/es${path}#dupe-${dupe}`);
  expect(await stranger.follow(lured)).toShow("es", "auth.welcomeBack");

  const forger = site.newBrowser();
  forger.cookies.set("vote", stranger.cookies.get("vote")!.replace(/.$/u, "_"));
  await logIn(forger, third.name, { redirectTo: backOf(own!) });
  expect(await rows()).toEqual([]);
});

test("the vote is cast once: the link then leads to the card, and a vote of before stays", async () => {
  const { name } = await member();
  const visitor = site.newBrowser();
  const [way] = await press(visitor);
  const kept = visitor.cookies.get("vote")!;
  await logIn(visitor, name, { redirectTo: backOf(way!) });
  const again = await logIn(visitor, name, { redirectTo: backOf(way!) });
  expect(await visitor.follow(again)).toShow("es", "auth.welcomeBack");
  visitor.cookies.set("vote", kept);
  const forced = await logIn(visitor, name, { redirectTo: backOf(way!) });
  expect(await visitor.follow(forced)).toShow("es", "perfume.errorAlreadyVoted", { role: "alert" });
  expect(await rows()).toHaveLength(1);
});

test("opening the link with a session casts nothing", async () => {
  const { name } = await member();
  const visitor = site.newBrowser();
  const [way] = await press(visitor);
  const kept = visitor.cookies.get("vote")!;
  await logIn(visitor, name);
  visitor.cookies.set("vote", kept);
  for (const to of [way!, backOf(way!)]) expect((await visitor.get(to)).status).toBeLessThan(400);
  expect(await rows()).toEqual([]);
});

test("a kept vote counts towards the person's limit", async () => {
  const { name, id } = await member();
  await useUp(site, 30, ["actionsOfUser", `vote\n${id}`]);
  const elsewhere = site.newBrowser();
  const [way] = await press(elsewhere);
  const answer = await logIn(elsewhere, name, { redirectTo: backOf(way!) });
  expect(await elsewhere.follow(answer)).toShow("es", "form.tooMany", {
    role: "alert",
    values: { minutes: "1" },
  });
  expect(await rows()).toEqual([]);
});

test("a thumb on a dupe that is gone, or with no vote, is forgotten", async () => {
  const { name } = await member();
  const visitor = site.newBrowser();
  const [way] = await press(visitor);
  await site.db.deleteFrom("dupes").where("id", "=", dupe).execute();
  const answer = await logIn(visitor, name, { redirectTo: backOf(way!) });
  expect(await visitor.follow(answer)).toShow("es", "perfume.errorVote", { role: "alert" });
  const other = site.newBrowser();
  await press(other, "2");
  expect(other.cookies.has("vote")).toBe(false);
});

test("whoever logs in without a username chooses one, and the vote counts then", async () => {
  const id = await addAccount(site.db, `nameless_${++people}`, { username: null });
  const visitor = site.newBrowser();
  const [way] = await press(visitor);
  const asked = await logIn(visitor, `nameless_${people}`, { redirectTo: backOf(way!) });
  const setup = asked.headers.get("Location")!;
  expect(await visitor.follow(asked)).toShow("es", "perfume.errorMustName", { role: "alert" });
  expect(await rows()).toEqual([]);
  const named = await visitor.post(setup, {
    nombre_usuario: `named_${people}`,
    redirectTo: backOf(setup),
  });
  expect(await visitor.follow(named)).toShow("es", "perfume.voted");
  expect(await rows()).toEqual([{ user_id: id, voto: 1 }]);
});
