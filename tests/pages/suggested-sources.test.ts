// Pages that readers suggest for a dupe (RULES.md 1.15).
import { afterAll, beforeEach, expect, test } from "vitest";
import { addDupe, addPerfume, addSource, pairOf } from "../support/database.ts";
import { fieldValue } from "../support/form-page.ts";
import type { TestBrowser } from "../support/browser.ts";
import { signedIn, signedInAs } from "../support/sign-in.ts";
import { openSite } from "../support/site.ts";
import { texts } from "../support/structured-data.ts";
import { translate, twoLanguages } from "../support/translations.ts";
import "../support/matchers.ts";

const site = await openSite();
afterAll(() => site.close());

let dupe: number;
let path: string;
let ana: TestBrowser;
let people = 0;

beforeEach(async () => {
  const original = await addPerfume(site.db, "Creed", `Aventus ${++people}`);
  dupe = await addDupe(site.db, original, "Armaf", `Club ${people}`);
  path = await pairOf(site.db, dupe);
  ana = await signedIn(site, `reader_${people}`);
});

const page = {
  url: "https://blog.example/club?utm_source=x",
  author: "Ana López",
  stance: "against",
  said_on: "2025-01-31",
};
const send = (who: TestBrowser, more: Record<string, string> = {}, code = "es") =>
  who.post(`/${code}${path}`, {
    intent: "suggest-source",
    dupe_id: String(dupe),
    ...page,
    ...more,
  });
const suggested = () =>
  site.db
    .selectFrom("source_suggestions")
    .select(["url", "author", "stance", "said_on", "language"])
    .where("dupe_id", "=", dupe)
    .execute();

test.each(twoLanguages)("a pair's page takes a page that compares the two, in %s", async (code) => {
  const summary = (await site.get(`/${code}${path}`)).dom.querySelector("#sources summary")!;
  expect(summary.text).toBe(translate(code, "pages:pair.sourceAdd"));
  const sent = await send(ana, {}, code);
  expect([sent.status, sent.headers.get("Location")]).toEqual([303, `/${code}${path}#sources`]);
  expect(await ana.follow(sent)).toShow(code, "perfume.suggested");
  const { url: _, ...rest } = page;
  expect(await suggested()).toEqual([
    { url: "https://blog.example/club", ...rest, language: code },
  ]);
  expect(await send(ana, {}, code)).toBeRefused(409, code, "sources.known", { fields: ["url"] });
});

test.each([
  ["url", "", "catalogue.url"],
  ["url", "javascript:alert(1)", "catalogue.url"],
  ["url", "https://gist.github.com/a", "sources.errorHost"],
  ["author", "x".repeat(101), "sources.errorAuthor"],
  ["stance", "neutral", "facts.choice"],
  ["said_on", "2025-02-30", "catalogue.saidOn"],
  ["said_on", "9999-12-31", "catalogue.saidOn"],
] as const)(
  "%s %s is refused beside its field, and what was typed stays",
  async (field, value, why) => {
    const refused = await send(ana, { [field]: value });
    expect(refused).toBeRefused(422, "es", why, { fields: [field] });
    expect(refused.dom.querySelector("#sources details[open]")).not.toBeNull();
    const { stance: _, ...typed } = { ...page, [field]: value };
    for (const [name, text] of Object.entries(typed)) expect(fieldValue(refused, name)).toBe(text);
    expect(await suggested()).toEqual([]);
  },
);

test("a pair with fifty sources takes no more, and a pair that is gone keeps what was typed", async () => {
  for (let n = 0; n < 50; n++) await addSource(site.db, dupe);
  expect(await send(ana)).toBeRefused(422, "es", "sources.tooMany");
  expect(await send(ana, { dupe_id: "999999" })).toBeRefused(404, "es", "verdicts.errorMissing");
  await site.db.deleteFrom("dupes").where("id", "=", dupe).execute();
  const gone = await send(ana);
  expect(gone.status).toBe(404);
  expect(gone.html).toContain("Ana López");
});

test("visitors sign in first, and people without a confirmed address confirm it", async () => {
  expect(await send(site.newBrowser())).toBeRefused(401, "es", "facts.mustLogin");
  const bea = await signedIn(site, `newcomer_${people}`, { confirmed: false });
  expect(await send(bea)).toBeRefused(403, "es", "perfume.errorUnconfirmed");
  expect(await suggested()).toEqual([]);
});

test("an operator names author, title and kind while accepting, and the page shows them", async () => {
  const mod = await signedInAs("owner", site, `operator_${people}`);
  await send(ana, {}, "en");
  const { id } = await site.db
    .selectFrom("source_suggestions")
    .select("id")
    .where("dupe_id", "=", dupe)
    .executeTakeFirstOrThrow();
  const queue = await mod.get("/en/desk/queue?kind=source");
  const card = queue.dom.querySelector(`#source-${id}`)!;
  expect(card.text).toContain("https://blog.example/club");
  expect(card.querySelector("input[name=author]")!.getAttribute("value")).toBe("Ana López");
  const decide = (more: Record<string, string>) =>
    mod.post("/en/desk/queue", { intent: "accept", item: `source:${id}`, version: "1", ...more });
  const named = { title: "Side by side", author: "Ana L.", kind: "catalogue" };
  expect(await decide(named)).toBeRefused(422, "en", "sources.errorKind");
  expect((await decide({ ...named, kind: "article" })).status).toBe(303);
  const shown = await site.get(`/en${path}`);
  expect(texts(shown, "#sources li")).toEqual([
    "Side by sideAna L.\u00a0· blog.example\u00a0· article\u00a0· 31 January 2025",
  ]);
});
