// The blind test: who smells, the friend who prepares the strips, and everybody else (RULES.md 5.11).
import { afterAll, beforeEach, expect, test } from "vitest";
import type { TestBrowser } from "../support/browser.ts";
import { orderOf } from "../support/blind.ts";
import { addPerfumeWithDupe, lookAlikeOf, originalOf, pairOf } from "../support/database.ts";
import "../support/matchers.ts";
import { signedIn } from "../support/sign-in.ts";
import { openSite } from "../support/site.ts";
import { texts } from "../support/structured-data.ts";
import { translationsOf, twoLanguages } from "../support/translations.ts";

const site = await openSite();
afterAll(() => site.close());

let dupe: number;
let path: string;
let pair: string;
let people = 0;

beforeEach(async () => {
  await site.db.deleteFrom("rate_limits").execute();
  const added = await addPerfumeWithDupe(site.db);
  dupe = added.dupe;
  path = added.path;
  pair = await pairOf(site.db, dupe);
});

const somebody = (more = {}) => signedIn(site, `smells_${++people}`, more);
const begin = (who: TestBrowser, lang = "es") =>
  who.post(`/${lang}${pair}`, { intent: "blind-start", dupe_id: String(dupe) });
const codeIn = (location: string | null) => /\?blind=([a-z]{6})#blind$/u.exec(location ?? "")![1]!;
const started = async (who: TestBrowser) => codeIn((await begin(who)).headers.get("Location"));
const answer = (who: TestBrowser, fields: Record<string, string>) =>
  who.post(`/es${pair}`, { intent: "blind-answer", liked: "", ...fields });
const ageBy = (hours: number) =>
  site.db
    .updateTable("blind_tests")
    .set({ expires_at: new Date(Date.now() - hours * 60 * 60 * 1000).toISOString() })
    .execute();
const namesOf = async () => {
  const row = await site.db
    .selectFrom("dupes")
    .innerJoin("perfumes", "perfumes.id", "perfume_id")
    .select(["dupes.nombre as dupe", "perfumes.nombre as original"])
    .where("dupes.id", "=", dupe)
    .executeTakeFirstOrThrow();
  return row;
};

test.each(twoLanguages)(
  "one person smells, a friend without an account prepares, in %s",
  async (code) => {
    const ana = await somebody();
    const begun = await begin(ana, code);
    expect(begun.status).toBe(303);
    const page = await ana.follow(begun);
    expect(page).toShow(code, "blind.started");
    const secret = codeIn(begun.headers.get("Location"));
    expect(texts(page, "#blind .code")).toEqual([secret]);
    const friend = site.newBrowser();
    const typed = await friend.post(`/${code}/blind`, { code: ` ${secret.toUpperCase()} ` });
    expect([typed.status, typed.headers.get("Location")]).toEqual([
      303,
      `/${code}/blind/${secret}`,
    ]);
    const strips = await friend.follow(typed);
    const { odd, carries } = await orderOf(site.db, secret);
    const names = await namesOf();
    const shown = texts(strips, "main ol li");
    expect(shown).toHaveLength(3);
    for (const [at, text] of shown.entries())
      expect(text).toContain(
        names[at + 1 === odd ? carries : carries === "dupe" ? "original" : "dupe"],
      );
    const answered = await ana.post(`/${code}${pair}`, {
      intent: "blind-answer",
      code: secret,
      odd: String(odd),
      liked: "dupe",
    });
    expect(answered.headers.get("Location")).toBe(`/${code}${pair}#blind`);
    const told = await ana.follow(answered);
    expect(told).toShow(code, "blind.counted");
    expect(told.dom.querySelector("#blind")!.text).toContain(names[carries]);
  },
);

test("nothing that who smells gets tells the order before the answer: six orders look alike", async () => {
  const seen = new Set<string>();
  for (const odd of [1, 2, 3] as const)
    for (const carries of ["dupe", "original"] as const) {
      const ana = await somebody();
      const code = await started(ana);
      await site.db
        .updateTable("blind_tests")
        .set({ odd, carries })
        .where("code", "=", code)
        .execute();
      const asked = [`/es${pair}?blind=${code}`, `/es/blind/${code}`, `/es/blind/${code}.data`];
      for (const address of asked) {
        const { html, headers, status } = await ana.get(address);
        const told = [...headers].filter(([name]) => !/^(date|etag|x-request-id)$/u.test(name));
        const said = html.replaceAll(code, "CODE").replaceAll(/smells_\d+/gu, "WHO");
        seen.add(
          JSON.stringify([address.replace(code, "CODE"), status, told, said]).replaceAll(
            code,
            "CODE",
          ),
        );
      }
      const own = JSON.parse((await ana.get("/profile/data")).html);
      expect(JSON.stringify(own.blindTests)).not.toMatch(/odd|carries/u);
    }
  expect(seen.size).toBe(3);
});

test("the friend's pages are neither stored nor indexed, and say nothing but what goes on the strips", async () => {
  const code = await started(await somebody());
  for (const [address, status] of [
    ["/de/blind", 200],
    [`/de/blind/${code}`, 200],
    ["/de/blind/bcdfgh", 404],
  ] as const) {
    const page = await site.get(address);
    expect(page.status).toBe(status);
    expect(page.headers.get("Cache-Control")).toContain("no-store");
    expect(page.headers.get("Referrer-Policy")).toBe("strict-origin");
    expect(page.dom.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex");
    expect(page.dom.querySelectorAll("main script")).toEqual([]);
  }
  const bare = await site.get(`/blind/${code}`);
  expect([bare.status, texts(bare, "main ol li").length]).toEqual([200, 3]);
  const moved = await site.get(`/de/blind/${code.toUpperCase()}`);
  expect([moved.status, moved.headers.get("Location")]).toEqual([301, `/de/blind/${code}`]);
});

test("who smells sees one sentence instead of the strips, from whichever browser", async () => {
  const ana = await somebody();
  const code = await started(ana);
  const page = await ana.get(`/es/blind/${code}`);
  expect(page.status).toBe(403);
  expect(page.dom.querySelectorAll("main li")).toEqual([]);
});

test("an unknown and an expired code differ in the status alone, and guessing is stopped", async () => {
  const code = await started(await somebody());
  await ageBy(1);
  const over = await site.get(`/es/blind/${code}`);
  const unknown = await site.get("/es/blind/bcdfgh");
  expect([over.status, unknown.status]).toEqual([410, 404]);
  const plain = (html: string) => html.replaceAll(code, "CODE").replaceAll("bcdfgh", "CODE");
  const main = (page: typeof over) => plain(page.dom.querySelector("main")!.text);
  expect(main(over)).toBe(main(unknown));
  expect(texts(over, "h1")).toEqual([translationsOf("es").messages.blind.unknown]);
  expect(over.dom.querySelector("main a")?.getAttribute("href")).toBe("/es/blind");
  await ageBy(24);
  expect((await site.get(`/es/blind/${code}`)).status).toBe(404);
  const visitor = site.newBrowser();
  expect(await visitor.post("/es/blind", { code: "bcdfgh" })).toBeRefused(
    404,
    "es",
    "blind.unknown",
  );
  expect((await visitor.post("/es/blind", { code: "12" })).status).toBe(422);
  let last = 0;
  for (let n = 0; n < 70 && last !== 429; n++)
    ({ status: last } = await site.get("/es/blind/bcdfgh"));
  expect(last).toBe(429);
  const stopped = await site.get("/es/blind/bcdfgj");
  expect(Number(stopped.headers.get("Retry-After"))).toBeGreaterThan(0);
});

test("who is signed out, or has not confirmed, cannot start", async () => {
  const refused = await begin(site.newBrowser());
  expect(refused).toBeRefused(401, "es", "blind.errorMustLogin");
  expect(await begin(await somebody({ confirmed: false }))).toBeRefused(
    403,
    "es",
    "perfume.errorUnconfirmed",
  );
});

test("answers that are none are refused, each with its status", async () => {
  const ana = await somebody();
  const bea = await somebody();
  expect(await answer(ana, { code: "", odd: "1" })).toBeRefused(404, "es", "blind.unknown");
  const code = await started(ana);
  expect((await answer(ana, { code, odd: "4" })).status).toBe(422);
  expect((await answer(ana, { code })).status).toBe(422);
  expect((await answer(ana, { code, odd: "1", liked: "both" })).status).toBe(422);
  expect(await answer(bea, { code, odd: "1" })).toBeRefused(404, "es", "blind.unknown");
  expect(await answer(site.newBrowser(), { code, odd: "1" })).toBeRefused(
    401,
    "es",
    "auth.signInAgain",
  );
  const newer = await started(ana);
  expect(await answer(ana, { code, odd: "1" })).toBeRefused(410, "es", "blind.unknown");
  expect((await answer(ana, { code: newer, odd: "1" })).status).toBe(303);
  expect(await answer(ana, { code: newer, odd: "2" })).toBeRefused(
    409,
    "es",
    "blind.errorAnswered",
  );
  const late = await started(ana);
  await ageBy(0);
  expect(await answer(ana, { code: late, odd: "1" })).toBeRefused(410, "es", "blind.unknown");
});

test("figures show from five tests on, on a card from twenty, and the API has them", async () => {
  const [original, lookAlike] = [originalOf, lookAlikeOf].map((of) => of(site.db, dupe));
  const api = `/api/v1/perfumes/${await original}/dupes/${await lookAlike}`;
  const shown = async () => {
    const said = (await site.get(`/en${pair}`)).dom.querySelector("#blind > p")?.text;
    const card = (await site.get(`/en${path}`)).dom.querySelector(".said")?.text;
    return [said, card?.includes("Blind test: ") ?? false];
  };
  const counted = async (tests: number, found: number) => {
    await site.db.deleteFrom("blind_counts").where("dupe_id", "=", dupe).execute();
    await site.db.insertInto("blind_counts").values({ dupe_id: dupe, tests, found }).execute();
    site.services.pages.clear();
    return shown();
  };
  expect(await counted(4, 2)).toEqual([undefined, false]);
  const atFive = "Too few to say. 2 of 5 found the odd one; guessing finds 2.";
  expect(await counted(5, 2)).toEqual([atFive, false]);
  const atTwenty = "Hard to tell apart. 5 of 20 found the odd one; guessing finds 7.";
  expect(await counted(20, 5)).toEqual([atTwenty, true]);
  const { dupe: row } = JSON.parse((await site.get(api)).html);
  expect(row.blind).toEqual({ tests: 20, found: 5 });
});
