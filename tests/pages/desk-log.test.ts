// The log of decisions at the desk (RULES.md 10.27).
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { recordDecision, type Subject } from "#app/domain/desk/log/audit.ts";
import { familyIn, noteIn } from "#app/i18n/fact-words.server.ts";
import { formatIn } from "#app/i18n/format.ts";
import { languageCodes } from "#app/i18n/languages.ts";
import { suggestPerfume } from "../support/suggestions.ts";
import { refuse } from "#app/domain/desk/queue/decide.ts";
import type { TestBrowser } from "../support/browser.ts";
import { addPerfume } from "../support/database.ts";
import { signedIn, signedInAs } from "../support/sign-in.ts";
import { openSite } from "../support/site.ts";
import {
  type MessageKey,
  translate,
  translationsOf,
  twoLanguages,
} from "../support/translations.ts";
import "../support/matchers.ts";
import { deskRefusal } from "../support/form-page.ts";

const site = await openSite();
const { db } = site;
const now = new Date();
let moderator: TestBrowser & { id: string };
let made = 0;

beforeAll(async () => {
  moderator = await signedInAs("moderator", site, "mia");
  await signedIn(site, "olga");
});
beforeEach(async () => {
  vi.spyOn(console, "error").mockReturnValue();
});
afterAll(() => site.close());

/** Refuses a new suggestion. @returns its id and the log's entry */
async function refused(
  reason: string,
  nombre = `Ani ${++made}`,
): Promise<{ id: number; entry: number }> {
  await suggestPerfume(db, { marca: "Nishane", nombre, userId: null, language: "es" }, now);
  const { id } = await db
    .selectFrom("sugerencias_perfumes")
    .select("id")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  const done = await refuse(db, { kind: "perfume", id, version: null }, reason, "mia", now);
  return { id, entry: done.entry };
}
const stateOf = async (id: number) =>
  (
    await db
      .selectFrom("sugerencias_perfumes")
      .select("state")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).state;
const note = (subject: Subject, more: object = {}) =>
  db
    .transaction()
    .execute((tx) => recordDecision(tx, { actor: "mia", action: "refuse", subject, ...more }, now));

const says = (key: MessageKey) => translate("en", `messages:${key}`);

test.each(twoLanguages)(
  "an entry says who, what, why and what changed, and is undone, in %s",
  async (code) => {
    const { id, entry } = await refused("No such perfume", `Hacivat ${code}`);
    const { log } = translationsOf(code).desk;
    const path = `/${code}/desk/log`;
    const card = (await moderator.get(path)).dom.querySelector(`#entry-${entry}`)!;
    expect(card.querySelector("h2")?.text).toBe(`Nishane · Hacivat ${code}: ${log.actions.refuse}`);
    expect(card.querySelector(".brand")?.text).toBe(`${log.kinds["perfume-suggestion"]} ${id}`);
    expect(card.text).toContain(translate(code, "desk:log.why", { reason: "No such perfume" }));
    expect(card.querySelectorAll("tbody tr")[0]?.text).toBe(
      `${log.fields.state}${log.values.waiting}${log.values.refused}`,
    );
    const done = await moderator.post(`${path}?person=mia`, {
      intent: "undo",
      entry: String(entry),
    });
    expect(done.headers.get("Location")).toBe(`${path}?person=mia`);
    expect(await moderator.follow(done)).toShow(code, "catalogue.undone");
    expect(await stateOf(id)).toBe("waiting");
    const after = (await moderator.get(path)).dom.querySelector(`#entry-${entry}`)!;
    expect(after.querySelector("button")).toBeNull();
    const undoneBy = after
      .querySelectorAll("a")
      .find((one) => one.text === translate(code, "desk:log.undone", { id: String(entry + 1) }))!;
    // The entry alone, wherever it is in the log, and a link back to the log.
    const alone = await moderator.get(undoneBy.getAttribute("href")!);
    expect(alone.dom.querySelectorAll("article").map((one) => one.id)).toEqual([
      `entry-${entry + 1}`,
    ]);
    const back = alone.dom
      .querySelectorAll("article a")
      .find((one) => one.text === translate(code, "desk:log.undoes", { id: String(entry) }));
    expect(back?.getAttribute("href")).toBe(`${path}?entry=${entry}`);
  },
);

test("an entry that was undone or changed since, cannot be undone or is missing says so", async () => {
  const { id, entry } = await refused("x");
  const undo = (one: number | string) =>
    moderator.post("/en/desk/log", { intent: "undo", entry: String(one) });
  expect((await undo(entry)).status).toBe(303);
  expect(deskRefusal(await undo(entry))).toEqual([409, says("desk.undoTooLate")]);
  expect(deskRefusal(await undo(entry + 1))).toEqual([422, says("desk.cannotUndo")]);
  await refuse(db, { kind: "perfume", id, version: null }, "again", "mia", now);
  expect(deskRefusal(await undo(entry))).toEqual([409, says("desk.undoTooLate")]);
  expect(deskRefusal(await undo(999_999))).toEqual([404, says("desk.noEntry")]);
  expect(deskRefusal(await undo("x"))).toEqual([422, says("desk.unknown")]);
  expect(await stateOf(id)).toBe("refused");
});

test("the form keeps what the log is filtered by", async () => {
  const bottle = await addPerfume(db, "Creed", "Aventus");
  const price = await note("price:7", { perfumeId: bottle });
  await note("person:olga", { personId: "olga" });
  const { dom } = await moderator.get(`/en/desk/log?person=mia&kind=price&bottle=${bottle}`);
  expect(dom.querySelectorAll("article").map((one) => one.id)).toEqual([`entry-${price}`]);
  for (const name of ["person", "bottle"])
    expect(dom.querySelector(`#${name}`)?.getAttribute("value")).toBe(
      { person: "mia", bottle: String(bottle) }[name],
    );
  expect(dom.querySelector("#kind option[selected]")?.getAttribute("value")).toBe("price");
  const unknown = await moderator.get("/en/desk/log?person=%3Cb%3E");
  expect(unknown.dom.text).toContain(translationsOf("en").desk.log.unknownPerson);
});

test("the log has several pages, which keep the filter", async () => {
  for (let id = 100; id < 135; id++) await note(`price:${id}`);
  const first = await moderator.get("/en/desk/log?kind=price");
  expect(first.dom.querySelectorAll("article")).toHaveLength(30);
  const next = first.dom
    .querySelector('a[rel="next"]')!
    .getAttribute("href")!
    .replaceAll("&amp;", "&");
  expect(next).toContain("kind=price");
  const second = await moderator.get(next);
  expect(second.dom.querySelectorAll("article").length).toBeGreaterThanOrEqual(5);
  expect(second.dom.querySelector('a[rel="next"]')).toBeNull();
});

test("hostile names and reasons are shown as text, and a moderator sees no address in them", async () => {
  const { entry } = await refused(
    "<img src=x onerror=alert(1)> ana@private.example",
    "<script>alert(1)</script>",
  );
  const { dom, html } = await moderator.get("/en/desk/log");
  const card = dom.querySelector(`#entry-${entry}`)!;
  expect(card.querySelectorAll("img, script")).toEqual([]);
  expect(card.text).toContain("<script>alert(1)</script>");
  expect(html).not.toContain("private.example");
});

test("what is gone keeps the name that its entry has, or is named by its kind and number", async () => {
  const { log } = translationsOf("en").desk;
  const { kinds, actions } = log;
  const entries = [
    await note("dupe:99999", { action: "dupe-remove", before: { marca: "Old", nombre: "One" } }),
    await note("price:7"),
    await note("emails", { action: "retry", after: { count: 1 } }),
    await note("perfume:9", { action: "merge", after: { into: 998, name: "Old Two" } }),
    await note("price:8", { after: { original: 999, amount: 2490 } }),
  ];
  const { dom } = await moderator.get("/en/desk/log");
  const [titles, cells] = ["h2", "td"].map((what) =>
    entries.map((id) => dom.querySelectorAll(`#entry-${id} ${what}`).map(({ text }) => text)),
  );
  expect(titles!.flat()).toEqual([
    `Old · One: ${actions["dupe-remove"]}`,
    `${kinds.price} 7: ${actions.refuse}`,
    `${kinds.emails}: ${actions.retry}`,
    `${kinds.perfume} 9: ${actions.merge}`,
    `${kinds.price} 8: ${actions.refuse}`,
  ]);
  expect(cells!.slice(3)).toEqual([
    ["–", "Old Two"],
    ["–", `${kinds.perfume} 999`, "–", "2,490"],
  ]);
});

test("a suspension may have no end, and long texts are cut", async () => {
  const gone = await note("perfume:99999", { before: { shop: "x".repeat(400) } });
  const after = { suspended: true, until: null };
  const forGood = await note("person:olga", { action: "suspend", personId: "olga", after });
  const { dom } = await moderator.get("/en/desk/log");
  const last = (entry: number) => dom.querySelectorAll(`#entry-${entry} td`).at(-1)?.text;
  expect(dom.querySelector(`#entry-${gone} td`)?.text).toBe(`${"x".repeat(300)}…`);
  expect(last(forGood)).toBe(translationsOf("en").desk.log.values.forGood);
});

test("a missing entry gives an empty page, and an existing one is kept when the language changes", async () => {
  const missing = await moderator.get("/en/desk/log?entry=999999");
  expect(missing.status).toBe(404);
  expect(missing.dom.querySelector("main")?.text).toContain(translationsOf("en").desk.log.none);
  const entry = await note("price:7");
  const page = await moderator.get(`/en/desk/log?entry=${entry}`);
  expect(page.status).toBe(200);
  expect(page.dom.querySelector("footer")?.innerHTML).toContain(`/desk/log?entry=${entry}`);
});

test.each(languageCodes)(
  "differences are shown as words, names, amounts and links in %s",
  async (code) => {
    const bottle = await addPerfume(db, "Creed", `Viking ${code}`);
    const facts = { familia: "woody", notas: "birch|moon dust" };
    const entry = await note("price:8", {
      perfumeId: bottle,
      before: { state: "held", amount: 2490, currency: "EUR", size: 50 },
      after: {
        bottle,
        suspended: true,
        until: "2026-12-07T10:00:00.000Z",
        estimacion: 80,
        ...facts,
      },
    });
    const { dom } = await moderator.get(`/${code}/desk/log?entry=${entry}`);
    const format = formatIn(code);
    const card = dom.querySelector("article")!;
    const amount = format.money("24.90", "EUR");
    expect(card.querySelector("h2")?.text).toContain(`${amount} · ${format.millilitres(50)}`);
    const cells = card.querySelectorAll("td").map((one) => one.text);
    for (const text of [
      amount,
      `Creed · Viking ${code}`,
      format.moment("2026-12-07T10:00:00.000Z"),
      format.percent(80),
      familyIn(code, "woody"),
      `${noteIn(code, "birch")}, moon dust`,
    ])
      expect(cells).toContain(text);
    expect(card.querySelector("td a")?.getAttribute("href")).toBe(
      `/${code}/desk/perfumes/${bottle}`,
    );
  },
);
