// Adding a perfume at the desk (RULES.md 10.12).
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestBrowser } from "../support/browser.ts";
import { addPerfume } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { fieldValue, linkInAlert } from "../support/form-page.ts";
import "../support/matchers.ts";
import { openSite, type Page } from "../support/site.ts";
import { signedInAs } from "../support/sign-in.ts";
import { translationsOf, twoLanguages } from "../support/translations.ts";

const site = await openSite();
afterAll(() => site.close());
const list = "/es/desk/perfumes";
let mia: TestBrowser & { id: string };
let khamrah: number;

beforeAll(async () => {
  mia = await signedInAs("moderator", site, "mia");
  await site.start();
  khamrah = await addPerfume(site.db, "Lattafa", "Khamrah");
});

const formIn = ({ dom }: Page) => dom.querySelector("main form#add")!;
/** What the form sends as it stands. */
const fieldsIn = (page: Page) =>
  Object.fromEntries(
    formIn(page)
      .querySelectorAll("input")
      .map((field) => [field.getAttribute("name")!, field.getAttribute("value") ?? ""]),
  );
const namesIn = (page: Page) =>
  formIn(page)
    .querySelectorAll("li a")
    .map((one) => one.text);
const ids = async () =>
  (await site.db.selectFrom("perfumes").select("id").orderBy("id").execute()).map(({ id }) => id);

test.each(twoLanguages)(
  "a bottle is added, found by shoppers, and taken back, in %s",
  async (code) => {
    const { catalogue, log } = translationsOf(code).desk;
    const path = `/${code}/desk/perfumes`;
    const page = await mia.get(path);
    const details = formIn(page).closest("details")!;
    expect(details.hasAttribute("open")).toBe(false);
    expect(details.querySelector("summary")?.text).toBe(catalogue.addPerfume);
    const nombre = `Zzyx ${code}`;
    const added = await mia.post(path, { ...fieldsIn(page), marca: "Nishane", nombre });
    const id = (await ids()).at(-1)!;
    expect([added.status, added.headers.get("Location")]).toEqual([303, `${path}/${id}`]);
    const bottle = await mia.follow(added);
    expect(bottle).toShow(code, "catalogue.added");
    expect(bottle.dom.querySelector("h1")?.text).toBe(`Nishane ${nombre}`);
    expect(bottle.dom.querySelector("#history article h3")?.text).toBe(
      `Nishane · ${nombre}: ${log.actions.add}`,
    );
    const shown = `/${code}/perfume/nishane-zzyx-${code}-${id}`;
    await eventually(async () => {
      expect((await site.get(shown)).status).toBe(200);
      expect((await site.get(`/${code}?q=zzyx+${code}`)).html).toContain(shown);
    });
    const undo = bottle.dom.querySelector("main [role=status] form [name=entry]")!;
    const undone = await mia.post(`${path}/${id}`, {
      intent: "undo",
      entry: undo.getAttribute("value")!,
    });
    expect(undone.headers.get("Location")).toBe(path);
    expect(await mia.follow(undone)).toShow(code, "catalogue.undone");
    expect(await ids()).not.toContain(id);
    await eventually(async () => expect((await site.get(shown)).status).toBe(410));
  },
);

test("a name that is there is refused, with a link to its bottle", async () => {
  const page = await mia.post(list, { intent: "add", marca: "LATTAFA", nombre: "khamráh" });
  const values = { id: String(khamrah) };
  expect(page).toBeRefused(409, "es", "catalogue.taken", { fields: ["nombre"], values });
  expect(linkInAlert(page)?.getAttribute("href")).toBe(`${list}/${khamrah}`);
  expect(fieldValue(page, "nombre")).toBe("khamráh");
});

test("a similar name is asked about once", async () => {
  const name = { marca: "Lattafa", nombre: "Khamrah Waha" };
  const asked = await mia.post(list, { intent: "add", ...name });
  expect(asked).toBeRefused(409, "es", "catalogue.similar");
  expect(namesIn(asked)).toEqual(["Lattafa · Khamrah"]);
  expect(fieldsIn(asked)).toMatchObject(name);
  const other = await mia.post(list, { ...fieldsIn(asked), nombre: "Khamrah Dukhan" });
  expect(other).toBeRefused(409, "es", "catalogue.similar");
  expect((await mia.post(list, fieldsIn(asked))).status).toBe(303);
});

test.each([
  { marca: "" },
  { nombre: " " },
  { nombre: "A\u200bB" },
  { nombre: "\u2800" },
  { nombre: "\u0301" },
  { marca: "x".repeat(201) },
])("a name that is none is refused: %o", async (wrong) => {
  const fields = { intent: "add", marca: "Creed", nombre: "Viking", ...wrong };
  const page = await mia.post(list, fields);
  expect(page).toBeRefused(422, "es", "catalogue.name", { fields: Object.keys(wrong) });
  expect(formIn(page).closest("details")?.hasAttribute("open")).toBe(true);
});

test("a search that found nothing is one press from adding it", async () => {
  const page = await mia.get(`${list}?q=${encodeURIComponent("lattafa khamrah l'été no 5")}`);
  expect(page.dom.querySelector("main")?.text).toContain(translationsOf("es").desk.catalogue.none);
  expect(formIn(page).closest("details")?.hasAttribute("open")).toBe(true);
  const name = { marca: "Lattafa", nombre: "Khamrah L'été No 5" };
  expect(fieldsIn(page)).toMatchObject(name);
  expect(namesIn(page)).toContain("Lattafa · Khamrah");
  const added = await mia.post(formIn(page).getAttribute("action")!, fieldsIn(page));
  expect(await mia.follow(added)).toShow("es", "catalogue.added");
});

test("a search that found something offers to add it all the same, closed", async () => {
  const page = await mia.get(`${list}?q=khamrah`);
  expect(formIn(page).closest("details")?.hasAttribute("open")).toBe(false);
  expect(fieldsIn(page)).toMatchObject({ marca: "", nombre: "Khamrah" });
});
