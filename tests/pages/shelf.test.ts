// The shelf (RULES.md 7).
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { addAccount, registration } from "../support/accounts.ts";
import { setCookieHeader, type TestBrowser } from "../support/browser.ts";
import { addDupe, addPerfume, addReview, lookAlikeOf, pairOf } from "../support/database.ts";
import { linkInAlert } from "../support/form-page.ts";
import { addPrice, addShop } from "../support/prices.ts";
import { logIn, signedIn } from "../support/sign-in.ts";
import { openSite, type Page } from "../support/site.ts";
import { translationsOf, twoLanguages } from "../support/translations.ts";
import { say } from "../support/verdicts.ts";
import "../support/matchers.ts";

const site = await openSite();
const { db } = site;
afterAll(() => site.close());
await addShop(db, "druni.es", { name: "Druni" });

let made = 0;
let original: number;
let dupe: number;
/** the look-alike's own bottle */
let bottle: number;
let path: string;

beforeEach(async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const nombre = `Rosa ${++made}`;
  original = await addPerfume(db, "Casa Alba", nombre);
  dupe = await addDupe(db, original, "Zara", `Flor ${made}`, { likes: 9 });
  bottle = await lookAlikeOf(db, dupe);
  path = perfumePath({ id: original, marca: "Casa Alba", nombre });
});

const somebody = (more = {}) => signedIn(site, `person_${++made}`, more);
const put = (id: number, list = "want", more = {}) => ({
  intent: "shelf-add",
  perfume_id: String(id),
  list,
  ...more,
});
const shelfOf = (userId: string) =>
  db
    .selectFrom("shelf")
    .select(["perfume_id", "list"])
    .where("user_id", "=", userId)
    .orderBy("perfume_id")
    .execute();
/** What verdicts say on a page of the shelf. */
const said = ({ dom }: Page) =>
  dom.querySelectorAll("#verdicts li").map((one) =>
    one
      .querySelectorAll("p")
      .slice(1, -1)
      .map(({ text }) => text),
  );
/** The lists on a page of the shelf, with the names in them. */
const shown = ({ dom }: Page) =>
  Object.fromEntries(
    dom
      .querySelectorAll("section:has(.bottles)")
      .map((list) => [list.id, list.querySelectorAll("h3").map(({ text }) => text)]),
  );
const hearts = ({ dom }: Page) =>
  dom
    .querySelectorAll(".keep")
    .map((one) => [
      one.getAttribute("form") ?? one.getAttribute("href"),
      one.getAttribute("aria-pressed"),
    ]);

const readers: [string, () => Promise<TestBrowser>][] = [
  ["somebody signed in", somebody],
  ["a visitor", async () => site.newBrowser()],
];

test.each(readers)(
  "%s saves a bottle from its card, returns to the card, sees the full heart, and removes it again",
  async (_, reader) => {
    const ana = await reader();
    const before = await ana.get(`/es${path}`);
    expect(hearts(before)).toEqual([
      ["keep", "false"],
      ["keep", "false"],
    ]);
    const form = before.dom.querySelector("form#keep")!;
    const fields = Object.fromEntries(
      form
        .querySelectorAll("input")
        .map((input) => [input.getAttribute("name")!, input.getAttribute("value")!]),
    );
    const button = before.dom.querySelector(`#dupe-${dupe} button.keep`)!;
    const pressed = { ...fields, [button.getAttribute("name")!]: button.getAttribute("value")! };
    const added = await ana.post(form.getAttribute("action")!, pressed);
    expect([added.status, added.headers.get("Location")]).toEqual([303, `/es${path}#dupe-${dupe}`]);
    const after = await ana.follow(added);
    expect(after).toShow("es", "shelf.added");
    expect(hearts(after)).toEqual([
      ["keep", "false"],
      ["unkeep", "true"],
    ]);
    const removed = await ana.post("/es/shelf", {
      intent: "shelf-remove",
      perfume_id: String(bottle),
      path: `/es${path}`,
    });
    const last = await ana.follow(removed);
    expect(last).toShow("es", "shelf.removed");
    expect(hearts(last)).toEqual(hearts(before));
  },
);

test("a person who saves a bottle from a sorted list, or with reviews open, returns to that view", async () => {
  await addPrice(db, bottle, 1995, new Date());
  const ana = site.newBrowser();
  for (const query of [`?sort=price&max=20`, `?reviews=${dupe}`, `?sort=price&prices=${bottle}`]) {
    const page = await ana.get(`/es${path}${query}`);
    const back = page.dom.querySelector("form#keep [name=path]")!.getAttribute("value")!;
    const added = await ana.post("/es/shelf", put(bottle, "want", { path: back }));
    expect(added.headers.get("Location")).toBe(`/es${path}${query}#dupe-${dupe}`);
  }
  const campaign = await ana.get(`/es${path}?utm_source=a&price=${bottle}`);
  expect(campaign.dom.querySelector("form#keep [name=path]")!.getAttribute("value")).toBe(
    `/es${path}`,
  );
});

test.each(readers)("the message after %s presses a heart links to the shelf", async (_, reader) => {
  const ana = await reader();
  const page = await ana.follow(
    await ana.post("/it/shelf", put(bottle, "want", { path: `/it${path}` })),
  );
  const link = page.dom.querySelector("[role=status] a");
  expect([link?.getAttribute("href"), link?.text]).toEqual([
    "/it/shelf",
    translationsOf("it").messages.shelf.added,
  ]);
});

test.each(readers)("%s moves bottles between lists on the shelf", async (_, reader) => {
  const ana = await reader();
  await addPrice(db, bottle, 1995, new Date());
  await ana.post("/de/shelf", put(original));
  await ana.post("/de/shelf", put(bottle, "have"));
  const page = await ana.get("/de/shelf");
  expect(shown(page)).toEqual({
    want: [page.dom.querySelector(`#p-${original} h3`)!.text],
    have: [page.dom.querySelector(`#p-${bottle} h3`)!.text],
  });
  const said = page.dom.querySelector(`#p-${bottle} .brand + p`)?.text;
  expect(said).toMatch(/^19,95\s€ · 100\sml$/u);
  expect(page.dom.querySelector(`#p-${original} .brand + p`)).toBeNull();
  const answers = page.dom.querySelectorAll(`#p-${original} dd`).map(({ text }) => text);
  expect(answers[0]).toMatch(/^Flor \d+ 91\s%$/u);
  expect(answers[1]).toMatch(/^Flor \d+ 19,95\s€ · 100\sml$/u);
  // A look-alike without dupes shows its original.
  const like = page.dom.querySelectorAll(`#p-${bottle} dd`).map(({ text }) => text);
  expect(like).toEqual([expect.stringMatching(/^Rosa \d+ 91\s%$/u)]);
  const moved = await ana.post(
    "/de/shelf",
    put(original, "had", { path: `/de/shelf#p-${original}` }),
  );
  expect(moved.headers.get("Location")).toBe(`/de/shelf#p-${original}`);
  expect(Object.keys(shown(await ana.get("/de/shelf")))).toEqual(["have", "had"]);
});

test.each(readers)(
  "%s who owns a look-alike sees a tick beside it on the original's page",
  async (_, reader) => {
    const ana = await reader();
    await ana.post("/es/shelf", put(bottle, "have"));
    const page = await ana.get(`/es${path}`);
    expect(page.dom.querySelector(".owned")?.text).toContain(translationsOf("es").ui.shelf.owned);
    expect(page.dom.querySelector(".owned a")?.getAttribute("href")).toMatch(
      new RegExp(`-${bottle}$`, "u"),
    );
    expect(hearts(page)[1]).toEqual([`/es/shelf#p-${bottle}`, undefined]);
    await ana.post("/es/shelf", put(bottle, "had"));
    expect((await ana.get(`/es${path}`)).dom.querySelector(".owned")).toBeNull();
  },
);

test("a shelf never appears on another reader's page: a page with one is neither cached nor served from the cache", async () => {
  const anonymous = await site.get(`/es${path}`);
  expect(anonymous.headers.get("Cache-Control")).toContain("public");
  const ana = site.newBrowser();
  await ana.post("/es/shelf", put(bottle));
  const own = await ana.get(`/es${path}`);
  expect([own.headers.get("Cache-Control"), hearts(own)[1]![1]]).toEqual([
    "private, no-store",
    "true",
  ]);
  const again = await ana.get(`/es${path}`);
  expect([again.headers.get("Cache-Control"), hearts(again)[1]![1]]).toEqual([
    "private, no-cache",
    "true",
  ]);
  // Nobody has requested it in this language before.
  expect(hearts(await ana.get(`/fr${path}`))[1]![1]).toBe("true");
  for (const code of ["es", "fr"] as const) {
    const theirs = await site.get(`/${code}${path}`);
    expect(hearts(theirs).map(([, pressed]) => pressed)).toEqual(["false", "false"]);
    expect(theirs.headers.get("Cache-Control")).toContain("public");
  }
  // A page without any shelf data is the same for everybody.
  expect((await ana.get("/es/brands")).headers.get("Cache-Control")).toContain("public");
});

test("the shelf is private, noindex, and without third-party scripts", async () => {
  const page = await site.get("/es/shelf");
  expect(page.status).toBe(200);
  expect(page.headers.get("Cache-Control")).toBe("private, no-store");
  expect(page.dom.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex");
  expect(page.dom.querySelectorAll("link[rel=alternate][hreflang]")).toHaveLength(0);
  expect((await site.get("/shelf")).status).toBe(200);
});

test.each(twoLanguages)(
  "an empty shelf explains itself, and every page links to it, in %s",
  async (code) => {
    const { ui, pages } = translationsOf(code);
    const page = await site.get(`/${code}/shelf`);
    expect(page.dom.querySelector("h1")?.text).toBe(pages.shelf.title);
    expect(page.dom.querySelector(".bare h2")?.text).toBe(pages.shelf.emptyTitle);
    expect(page.dom.querySelector(`footer a[href="/${code}/shelf"]`)?.text).toBe(ui.nav.shelf);
    const ana = await somebody();
    const own = await ana.get(`/${code}/shelf`);
    for (const { dom } of [page, own])
      for (const list of ["header .sheet", "header .wide"])
        expect(dom.querySelector(`${list} a[href="/${code}/shelf"]`)?.text).toBe(ui.nav.shelf);
    expect(own.dom.querySelector(".bare .hint")).toBeNull();
  },
);

test("the cookie is signed, functional, HttpOnly, lasts a year, and is deleted when the shelf is empty", async () => {
  const ana = site.newBrowser();
  const set = setCookieHeader(await ana.post("/es/shelf", put(bottle)), "shelf")!;
  expect(set).toMatch(/Max-Age=31536000;.*HttpOnly;.*SameSite=Lax/u);
  const left = await ana.post("/es/shelf", {
    intent: "shelf-remove",
    perfume_id: String(bottle),
  });
  expect(setCookieHeader(left, "shelf")).toContain("Max-Age=0");
  expect(ana.cookies.has("shelf")).toBe(false);
});

test("a forged, foreign or huge cookie counts as an empty shelf", async () => {
  const ana = site.newBrowser();
  await ana.post("/es/shelf", put(bottle));
  const real = ana.cookies.get("shelf")!;
  const unsigned = Buffer.from(JSON.stringify([[bottle, 0, 1]])).toString("base64");
  const foreign = /=([^;]*)/u.exec(await site.services.cookies.flash.serialize({ a: 1 }))![1]!;
  for (const value of [
    "",
    "x",
    unsigned,
    real.replace(/.(?=[^.]*$)/u, (sign) => (sign === "A" ? "B" : "A")),
    foreign,
    "a".repeat(12_000),
  ]) {
    const page = await site.get("/es/shelf", { Cookie: `shelf=${value}` });
    expect([page.status, shown(page)]).toEqual([200, {}]);
    const bottlePage = await site.get(`/es${path}`, { Cookie: `shelf=${value}` });
    expect([bottlePage.status, hearts(bottlePage)[1]![1]]).toEqual([200, "false"]);
  }
});

test("a browser's 51st bottle is refused with an invitation to sign up; moving one is not", async () => {
  const ana = site.newBrowser();
  const { storeVisitorShelf } = await import("#app/domain/shelf/visitor-shelf.ts");
  const ids: number[] = [];
  for (let n = 0; n < 50; n++)
    ids.push(await addPerfume(db, "Casa Alba", `Cincuenta ${made} ${n}`));
  const full = ids.map((perfumeId) => ({
    perfumeId,
    list: "want" as const,
    since: new Date().toISOString(),
  }));
  const cookie = await site.services.cookies.shelf.serialize(storeVisitorShelf(full));
  expect(cookie.length).toBeLessThan(4000);
  ana.cookies.set("shelf", /=([^;]*)/u.exec(cookie)![1]!);
  const refused = await ana.post("/it/shelf", put(bottle));
  expect(refused).toBeRefused(409, "it", "shelf.full");
  expect(linkInAlert(refused)?.getAttribute("href")).toMatch(/^\/it\/auth\?redirectTo=/u);
  const heart = await ana.post(`/it${path}`, put(bottle, "want", { path: `/it${path}` }));
  expect(heart).toBeRefused(409, "it", "shelf.full");
  expect(heart.dom.querySelector(`#dupe-${dupe}`)).not.toBeNull();
  expect((await ana.post("/it/shelf", put(ids[7]!, "have"))).status).toBe(303);
  const first = await ana.get("/it/shelf");
  expect(Object.values(shown(first)).flat()).toHaveLength(48);
  expect(Object.values(shown(await ana.get("/it/shelf?page=2"))).flat()).toHaveLength(2);
});

test.each(twoLanguages)(
  "an unknown bottle or list is refused and stores nothing, in %s",
  async (code) => {
    const removed = await addPerfume(db, "Casa Alba", `Removed ${made}`);
    await db.deleteFrom("perfumes").where("id", "=", removed).execute();
    const ana = await somebody();
    for (const browser of [ana, site.newBrowser()]) {
      for (const id of ["", "0", "1e3", "9".repeat(40), String(removed)]) {
        const answer = await browser.post(`/${code}/shelf`, { ...put(1), perfume_id: id });
        expect(answer).toBeRefused(404, code, "shelf.missing");
      }
      for (const list of ["", "WANT", "all", "want,have"])
        expect(await browser.post(`/${code}/shelf`, put(bottle, list))).toBeRefused(
          422,
          code,
          "shelf.noList",
        );
      expect((await browser.post(`/${code}/shelf`, { intent: "drop" })).status).toBe(422);
      expect(browser.cookies.has("shelf")).toBe(false);
    }
    expect(await shelfOf(ana.id)).toEqual([]);
  },
);

test("no form redirects to another site, and another site's form changes nothing", async () => {
  const ana = await somebody();
  for (const [sent, to] of [
    ["//evil.example", "/"],
    ["/es/brands", "/es/brands"],
    ["", "/es/shelf"],
  ] as const) {
    const answer = await ana.post("/es/shelf", put(bottle, "want", { path: sent }));
    expect(answer.headers.get("Location")).toBe(to);
  }
  await ana.post("/es/shelf", { intent: "shelf-remove", perfume_id: String(bottle) });
  const foreign = { Origin: "https://evil.example" };
  expect((await ana.post("/es/shelf", put(bottle), foreign)).status).toBe(403);
  expect(await shelfOf(ana.id)).toEqual([]);
});

test("a person changes and sees only their own shelf, whatever the form says", async () => {
  const [ana, eva] = [await somebody(), await somebody()];
  await eva.post("/es/shelf", put(bottle, "have"));
  await ana.post("/es/shelf", { ...put(original), user_id: eva.id });
  await ana.post("/es/shelf", {
    intent: "shelf-remove",
    perfume_id: String(bottle),
    user_id: eva.id,
  });
  expect(await shelfOf(eva.id)).toEqual([{ perfume_id: bottle, list: "have" }]);
  const page = await ana.get(`/es/shelf?user_id=${eva.id}`);
  expect(Object.keys(shown(page))).toEqual(["want"]);
});

test("signing in merges the browser's shelf into the account's and deletes the cookie", async () => {
  const id = await addAccount(db, `person_${++made}`);
  const had = await addPerfume(db, "Casa Alba", `Had ${made}`);
  await db
    .insertInto("shelf")
    .values({ user_id: id, perfume_id: had, list: "had", since: "2026-01-01T00:00:00.000Z" })
    .execute();
  const visitor = site.newBrowser();
  await visitor.post("/es/shelf", put(original));
  await visitor.post("/es/shelf", put(bottle, "have"));
  expect((await logIn(visitor, id)).status).toBe(303);
  expect(visitor.cookies.has("shelf")).toBe(false);
  expect(await shelfOf(id)).toEqual(
    [
      { perfume_id: original, list: "want" },
      { perfume_id: bottle, list: "have" },
      { perfume_id: had, list: "had" },
    ].toSorted((a, b) => a.perfume_id - b.perfume_id),
  );
  await visitor.post("/logout", {});
  expect(shown(await visitor.get("/es/shelf"))).toEqual({});
});

test("a wrong password leaves the browser's shelf in place", async () => {
  const id = await addAccount(db, `person_${++made}`);
  const visitor = site.newBrowser();
  await visitor.post("/es/shelf", put(bottle));
  expect((await logIn(visitor, id, { password: "wrong" })).status).toBe(401);
  expect(visitor.cookies.has("shelf")).toBe(true);
  expect(await shelfOf(id)).toEqual([]);
});

test("signing up moves the browser's shelf into the account, immediately if no email is needed", async () => {
  const visitor = site.newBrowser();
  await visitor.post("/es/shelf", put(bottle));
  await visitor.post("/es/auth?mode=signup", registration(`nueva_${++made}`));
  expect(visitor.cookies.has("shelf")).toBe(false);
  expect(shown(await visitor.get("/es/shelf"))).toMatchObject({ want: [expect.any(String)] });
});

test("one's own votes, reviews and alerts are below the shelf, in pages; an alert can be withdrawn", async () => {
  const [ana, eva] = [await somebody(), await somebody()];
  const created_at = new Date().toISOString();
  const mine = { user_id: ana.id, created_at };
  for (let n = 0; n < 25; n++) {
    const dupe_id = await addDupe(db, original, "Lattafa", `Voted ${made} ${n}`);
    const vote = { ...mine, dupe_id, voto: n % 2 ? 1 : -1 } as const;
    await db.insertInto("user_votes").values(vote).execute();
  }
  await addReview(db, dupe, ana.id, { description: "<b>Mine</b>" });
  const lonely = await addPerfume(db, "Casa Alba", `Lonely ${made}`);
  const alert = { user_id: ana.id, perfume_id: lonely, language: "es", since: created_at };
  await db.insertInto("dupe_alerts").values(alert).execute();
  const page = await ana.get("/es/shelf");
  const own = (of: Page, kind: string) =>
    of.dom.querySelectorAll(`#${kind} li`).map(({ text }) => text);
  expect([own(page, "votes").length, own(page, "reviews").length]).toEqual([5, 1]);
  expect(page.html).toContain("&lt;b&gt;Mine&lt;/b&gt;");
  expect(own(page, "alerts")[0]).toContain(`Lonely ${made}`);
  expect(own(await ana.get("/es/shelf?show=votes"), "votes")).toHaveLength(20);
  expect(own(await ana.get("/es/shelf?show=votes&page=2"), "votes")).toHaveLength(5);
  expect((await eva.get("/es/shelf?show=votes&page=2")).html).not.toContain("Voted");
  const stop = { intent: "tell-me-not", perfume_id: String(lonely) };
  expect(await site.newBrowser().post("/es/shelf", stop)).toBeRefused(
    401,
    "es",
    "shelf.mustSignIn",
  );
  const withdrawn = await ana.post("/es/shelf", stop);
  expect(withdrawn.headers.get("Location")).toBe("/es/shelf#alerts");
  const after = await ana.follow(withdrawn);
  expect(after).toShow("es", "perfume.tellMeOff");
  expect(own(after, "alerts")).toEqual([]);
});

test("one's own verdicts are on the shelf, newest first, with a link to change them", async () => {
  const [ana, eva] = [await somebody(), await somebody()];
  const { pages, t } = translationsOf("de");
  await say(db, ana.id, dupe, { lasting: "less", again: "either" });
  await say(db, eva.id, dupe, { opening: "different" });
  const page = await ana.get("/de/shelf");
  const { answers, again } = pages.verdict;
  expect(said(page)).toEqual([[answers.lasting.less, `${again} ${answers.again.either}`]]);
  const link = page.dom.querySelector("#verdicts li a")!;
  expect(link.getAttribute("href")).toBe(`/de${await pairOf(db, dupe)}#verdict`);
  const panel = (await ana.get(link.getAttribute("href")!)).dom.querySelector("#verdict");
  expect(panel?.text).toContain(t("pages:verdict.delete"));
  for (let n = 1; n < 22; n++) {
    const id = await addDupe(db, original, "Zara", `Compared ${made} ${n}`);
    const now = new Date(Date.UTC(2026, 3, n));
    await say(db, ana.id, id, { opening: n === 21 ? "same" : "close" }, { now });
  }
  const five = await ana.get("/de/shelf");
  expect([said(five).length, said(five)[0]]).toEqual([5, [answers.opening.same]]);
  const all = five.dom.querySelector("#verdicts a.quiet")!;
  expect(all.text).toBe(pages.shelf.allVerdicts);
  const first = await ana.get(all.getAttribute("href")!);
  expect([said(first).length, first.dom.querySelector("#votes, #reviews")]).toEqual([20, null]);
  expect(said(await ana.get("/de/shelf?show=verdicts&page=2"))).toHaveLength(2);
  expect(said(await site.get("/de/shelf?show=verdicts"))).toEqual([]);
});

test("the shelf can be downloaded as CSV without spreadsheet formulas", async () => {
  const evil = await addPerfume(db, "=cmd()", `+Formula ${made}`);
  for (const ana of [await somebody(), site.newBrowser()]) {
    await ana.post("/es/shelf", put(evil, "have"));
    await ana.post("/es/shelf", put(original));
    const file = await ana.get("/es/shelf.csv");
    expect(file.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(file.headers.get("Content-Disposition")).toBe('attachment; filename="sosia.csv"');
    expect(file.headers.get("Cache-Control")).toBe("private, no-store");
    const [head, ...rows] = file.html
      .trim()
      .split("\n")
      .map((row) => row.split(";"));
    expect(head!.slice(1, 4)).toEqual(["Perfume", "Lista", "Desde"]);
    expect(rows.map((row) => row.slice(0, 3))).toEqual([
      ["Casa Alba", expect.stringContaining("Rosa"), "Los que quiero"],
      ["'=cmd()", expect.stringMatching(/^'\+Formula \d+$/u), "Los que tengo"],
    ]);
    expect(rows[0]!.slice(4, 6)).toEqual([expect.stringContaining("Zara Flor"), "91"]);
  }
});

test.each(["es", "en"] as const)(
  "the downloaded shelf opens in Excel as it is set in %s",
  async (code) => {
    await addPrice(db, bottle, 1995, new Date());
    const ana = await somebody();
    await ana.post(`/${code}/shelf`, put(original));
    const [head, row] = (await ana.get(`/${code}/shelf.csv`)).html.trim().split("\n");
    const [separator, amount] = code === "en" ? [",", "19.95"] : [";", "19,95"];
    expect(head!.split(separator)).toHaveLength(9);
    expect(row!.split(separator).slice(-2)).toEqual([amount, "EUR"]);
  },
);
