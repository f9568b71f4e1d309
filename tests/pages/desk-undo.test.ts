// The button beside the message about a decision, which undoes it (RULES.md 10.10).
import { afterAll, beforeAll, expect, test } from "vitest";
import { suggestPerfume } from "../support/suggestions.ts";
import { addAccount } from "../support/accounts.ts";
import type { TestBrowser } from "../support/browser.ts";
import { addPerfume } from "../support/database.ts";
import { deskRefusal } from "../support/form-page.ts";
import "../support/matchers.ts";
import { openSite, type Page } from "../support/site.ts";
import { signedInAs } from "../support/sign-in.ts";
import { translate, translationsOf, twoLanguages } from "../support/translations.ts";

const site = await openSite();
const { db } = site;
afterAll(() => site.close());
const queue = "/es/desk/queue";
let mia: TestBrowser & { id: string };
let kim: typeof mia;
let made = 0;

beforeAll(async () => {
  mia = await signedInAs("moderator", site, "mia");
  kim = await signedInAs("owner", site, "kim");
});

async function suggest() {
  const nombre = `Thing ${++made}`;
  await suggestPerfume(db, { marca: "Brand", nombre, userId: null, language: "es" }, new Date());
  const { id } = await db
    .selectFrom("sugerencias_perfumes")
    .select("id")
    .where("nombre_perfume", "=", nombre)
    .executeTakeFirstOrThrow();
  return `perfume:${id}`;
}
const stateOf = async (name: string) =>
  (
    await db
      .selectFrom("sugerencias_perfumes")
      .select("state")
      .where("id", "=", Number(name.split(":")[1]))
      .executeTakeFirstOrThrow()
  ).state;

/** The form beside the message. */
const formIn = ({ dom }: Page) => dom.querySelector("main [role=status] form");

/** Sends a form with a field that is there several times. */
function sendAll(path: string, intent: string, name: string, values: string[]) {
  const fields = [["intent", intent], ...values.map((value) => [name, value])];
  const body = new URLSearchParams(fields as [string, string][]).toString();
  const headers = {
    Origin: site.origin,
    "Content-Type": "application/x-www-form-urlencoded",
    "Content-Length": String(body.length),
  };
  return mia.request(path, { method: "POST", body, headers });
}

function press(page: Page) {
  const form = formIn(page)!;
  expect(form.getAttribute("method")).toBe("post");
  const entries = form.querySelectorAll("[name=entry]").map((one) => one.getAttribute("value")!);
  return sendAll(form.getAttribute("action")!, "undo", "entry", entries);
}

test.each(twoLanguages)("undoes what was just refused, once, in %s", async (code) => {
  const [item, other] = [await suggest(), await suggest()];
  const path = `/${code}/desk/queue`;
  const refused = await mia.post(path, { intent: "refuse", item, version: "1", next: other });
  expect(refused.headers.get("Location")).not.toContain("undo");
  const page = await mia.follow(refused);
  expect(page).toShow(code, "desk.refused");
  expect(formIn(page)?.querySelector("button")?.text).toBe(translationsOf(code).desk.log.undo);
  expect(formIn(await mia.get(path))).toBeNull();
  const undone = await press(page);
  expect(undone.headers.get("Location")).toBe(`${path}?next=${encodeURIComponent(item)}`);
  const after = await mia.follow(undone);
  expect(after).toShow(code, "catalogue.undone");
  expect(formIn(after)).toBeNull();
  expect(after.dom.querySelector("[autofocus]")?.closest("li")?.id).toBe(item.replace(":", "-"));
  expect(await stateOf(item)).toBe("waiting");
  expect(deskRefusal(await press(page))).toEqual([
    409,
    translate(code, "messages:desk.undoTooLate"),
  ]);
  await mia.post(path, { intent: "refuse-all", item: `${item}:3` });
});

test("is missing after a decision that cannot be undone", async () => {
  const item = await suggest();
  const page = await mia.follow(await mia.post(queue, { intent: "accept", item, version: "1" }));
  expect(page).toShow("es", "desk.accepted");
  expect(formIn(page)).toBeNull();
});

test("is missing once another decision followed", async () => {
  const item = await suggest();
  const refused = await mia.post(queue, { intent: "refuse", item, version: "1" });
  const { id } = await db
    .selectFrom("audit_log")
    .select("id")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  await kim.post("/es/desk/log", { intent: "undo", entry: String(id) });
  await kim.post(queue, { intent: "refuse", item, version: "3" });
  expect(await stateOf(item)).toBe("refused");
  expect(formIn(await mia.follow(refused))).toBeNull();
});

test("undoes all decisions on ticked items that can still be undone", async () => {
  const items = [await suggest(), await suggest(), await suggest()];
  const ticked = items.map((item) => `${item}:1`);
  const page = await mia.follow(await sendAll(queue, "refuse-all", "item", ticked));
  const label = translate("es", "desk:log.undoAll", { count: 3 });
  expect(formIn(page)?.querySelector("button")?.text).toBe(label);
  const entries = formIn(page)!.querySelectorAll("[name=entry]");
  await kim.post(queue, { intent: "undo", entry: entries[1]!.getAttribute("value")! });
  const undone = await mia.follow(await press(page));
  expect(undone).toShow("es", "desk.someUndone", { values: { done: "2", left: "1" } });
  for (const item of items) expect([item, await stateOf(item)]).toEqual([item, "waiting"]);
});

test("undoes a correction, a merge, a removal and a suspension", async () => {
  const id = await addPerfume(db, "Creed", "Aventus");
  const twin = await addPerfume(db, "Creed", "Aventus Twin");
  await addAccount(db, "bought");
  const [of, ofTwin] = [id, twin].map((one) => `/es/desk/perfumes/${one}`);
  const confirmed = "yes";
  for (const [path, fields] of [
    [of, { intent: "save", marca: "Creed", nombre: "X", popularidad: "1", version: "1" }],
    [ofTwin, { intent: "merge", into: String(id), confirmed }],
    [ofTwin, { intent: "remove", confirmed }],
    ["/es/desk/people/bought", { intent: "suspend", reason: "Spam", days: "3", confirmed }],
  ] as const) {
    const undone = await press(await mia.follow(await mia.post(path!, fields as never)));
    expect([fields.intent, undone.status]).toEqual([fields.intent, 303]);
    expect(await mia.follow(undone)).toShow("es", "catalogue.undone");
  }
  const names = db.selectFrom("perfumes").select("nombre").where("marca", "=", "Creed");
  expect(await names.orderBy("id").execute()).toEqual([
    { nombre: "Aventus" },
    { nombre: "Aventus Twin" },
  ]);
  expect(await db.selectFrom("suspensions").selectAll().execute()).toEqual([]);
});

test("works on whichever of the desk's pages shows the message", async () => {
  for (const path of ["/es/desk", "/es/desk/people", "/es/desk/emails", "/es/desk/messages"]) {
    const item = await suggest();
    await mia.post(queue, { intent: "refuse", item, version: "1" });
    const undone = await press(await mia.get(path));
    expect([path, undone.headers.get("Location")]).toEqual([path, path]);
    expect(await stateOf(item)).toBe("waiting");
  }
});
