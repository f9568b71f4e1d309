// The queue page: waiting items, and decisions on them (RULES.md 10.10, 10.11).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { suggestDupe, suggestPerfume } from "../support/suggestions.ts";
import { accept } from "#app/domain/desk/queue/decide.ts";
import { languageCodes } from "#app/i18n/languages.ts";
import { addAccount } from "../support/accounts.ts";
import type { TestBrowser } from "../support/browser.ts";
import { addDupe, addPerfume } from "../support/database.ts";
import { noticeIn, refusalIn } from "../support/form-page.ts";
import { addPrice } from "../support/prices.ts";
import { openSite, type Page, type TestSite } from "../support/site.ts";
import { signedInAs } from "../support/sign-in.ts";
import { translate, translationsOf, twoLanguages } from "../support/translations.ts";

const { desk, messages } = translationsOf("es");
const queue = "/es/desk/queue";

/** Bottles of the catalogue; for each language, one that a suggestion resembles. */
const nombres = {
  es: "Club",
  en: "Ventana",
  fr: "Hunter",
  de: "Odyssey",
  it: "Tres",
  pt: "Iconic",
};

let site: TestSite;
let mia: TestBrowser & { id: string };
let kim: typeof mia;
let aventus: number;

beforeAll(async () => {
  site = await openSite();
  mia = await signedInAs("moderator", site, "mia");
  await addAccount(site.db, "ana");
  kim = await signedInAs("owner", site, "kim");
  aventus = await addPerfume(site.db, "Creed", "Aventus");
  for (const nombre of Object.values(nombres)) await addPerfume(site.db, "Armaf", nombre);
});

afterAll(() => site.close());

beforeEach(async () => {
  for (const table of ["sugerencias_perfumes", "sugerencias_dupes", "review_reports"] as const)
    await site.db.deleteFrom(table).execute();
  await site.db.deleteFrom("prices").where("state", "=", "held").execute();
});

let minute = 0;
/** @returns the item's name */
async function suggest(marca: string, nombre: string, userId: string | null = null) {
  const at = new Date(Date.now() - 3_600_000 + ++minute * 1000);
  await suggestPerfume(site.db, { marca, nombre, userId, language: "es" }, at);
  const { id } = await site.db
    .selectFrom("sugerencias_perfumes")
    .select("id")
    .where("nombre_perfume", "=", nombre)
    .executeTakeFirstOrThrow();
  return `perfume:${id}`;
}

async function suggestFor(marca: string, nombre: string) {
  const at = new Date(Date.now() - 3_600_000 + ++minute * 1000);
  const dupe = { perfumeId: aventus, marca, nombre, userId: null, language: "es" };
  await suggestDupe(site.db, dupe, at);
  const { id } = await site.db
    .selectFrom("sugerencias_dupes")
    .select("id")
    .where("nombre_dupe", "=", nombre)
    .executeTakeFirstOrThrow();
  return `dupe:${id}`;
}

const stateOf = async (name: string) => {
  const [kind, id] = name.split(":");
  const table = kind === "dupe" ? "sugerencias_dupes" : "sugerencias_perfumes";
  const row = await site.db
    .selectFrom(table)
    .select(["state", "reason"])
    .where("id", "=", Number(id))
    .executeTakeFirst();
  return row && [row.state, row.reason];
};
const decisionsOn = async (name: string) =>
  (
    await site.db
      .selectFrom("audit_log")
      .select(["action", "actor_id"])
      .where("subject", "=", name.replace(/^(perfume|dupe):/u, "$1-suggestion:"))
      .execute()
  ).map(({ action, actor_id }) => [action, actor_id]);
const namesIn = ({ dom }: Page) =>
  dom.querySelectorAll(".desk-item").map((item) => item.id.replace("-", ":"));
/** the item that gets the focus without any script */
const focusedIn = ({ dom }: Page) =>
  dom
    .querySelectorAll("[autofocus]")
    .map((one) => one.closest(".desk-item")?.id.replace("-", ":") ?? one.tagName);

test.each(twoLanguages)(
  "waiting items are listed in %s, with who, how often and similar bottles",
  async (code) => {
    const nombre = nombres[code];
    const first = await suggest("Armaf", `${nombre} Intense`, "ana");
    await suggest("Armaf", `${nombre} Intense`);
    const page = await mia.get(`/${code}/desk/queue`);
    const t = translationsOf(code).desk.queue;
    expect(page.status).toBe(200);
    const item = page.dom.querySelector(`#${first.replace(":", "-")}`)!;
    expect(item.querySelector(".brand")?.text).toBe(t.kinds.perfume);
    expect(item.text).toContain("ana");
    expect(item.querySelectorAll("a").map((one) => one.getAttribute("href"))).toContain(
      `/${code}/desk/people/ana`,
    );
    expect(item.text).toContain(translate(code, "desk:queue.times", { times: 2 }));
    expect(item.querySelector("time")?.getAttribute("datetime")).toMatch(/^\d{4}-/u);
    expect(item.querySelector("[name=marca]")?.getAttribute("value")).toBe("Armaf");
    expect(item.querySelector(".desk-alike")?.text).toContain(nombre);
    const buttons = item.querySelectorAll("button").map((one) => one.text.trim());
    expect(buttons.slice(0, 2)).toEqual([t.accept, t.refuse]);
    expect(buttons[2]).toMatch(new RegExp(`^${t.same}`, "u"));
    expect(page.html).not.toContain("@example.org");
  },
);

test("a suggestion's names are its heading, and prefilled in closed fields of the form that accepts it", async () => {
  const one = await suggest("Dior", "Joya Nueva");
  const item = (await mia.get(queue)).dom.querySelector(`#${one.replace(":", "-")}`)!;
  expect(item.querySelector("h2")?.text).toBe("Dior Joya Nueva");
  const details = item.querySelector(".desk-accept details")!;
  expect(details.hasAttribute("open")).toBe(false);
  expect(details.querySelectorAll("input").map((one) => one.getAttribute("value"))).toEqual([
    "Dior",
    "Joya Nueva",
  ]);
  expect(item.querySelector("[name=reason]")?.hasAttribute("required")).toBe(false);
});

test("the tick box is the first thing on a card, apart from its buttons", async () => {
  const one = await suggest("Armaf", "Club Apart");
  const item = (await mia.get(queue)).dom.querySelector(`#${one.replace(":", "-")}`)!;
  const label = item.querySelector("label")!;
  expect(item.querySelectorAll("input, button, a, h2")[0]).toBe(label.querySelector("input"));
  expect(label.text.trim()).toBe(`${desk.queue.tick}: ${desk.queue.kinds.perfume}`);
});

test("main begins with the outcome; the desk's navigation comes before it", async () => {
  const one = await suggest("Dior", "Zzz");
  const done = await mia.follow(
    await mia.post(queue, { intent: "refuse", item: one, version: "1" }),
  );
  const refused = await mia.post(queue, { intent: "nonsense" });
  for (const [page, role] of [
    [done, "status"],
    [refused, "alert"],
  ] as const) {
    const nav = page.dom.querySelector("nav.desk-pages")!;
    expect(nav.parentNode?.rawTagName).toBe("body");
    expect(nav.querySelector("[aria-current=page]")?.getAttribute("href")).toBe(queue);
    const told = page.dom.querySelectorAll("main :is([role], nav, h1, a, button)")[0]!;
    expect(told.getAttribute("role")).toBe(role);
  }
  const missing = await mia.get("/es/desk/perfumes/999999");
  expect([missing.status, missing.dom.querySelectorAll("nav.desk-pages").length]).toEqual([404, 1]);
  const bottle = await mia.get(`/es/desk/perfumes/${aventus}`);
  expect(bottle.dom.querySelector("nav.desk-pages [aria-current]")?.getAttribute("href")).toBe(
    "/es/desk/perfumes",
  );
});

test("the list is the same in another language", async () => {
  const page = await mia.get(`${queue}?kind=dupe&page=1&utm_source=x&next=first`);
  expect(page.dom.querySelector("header [name=path]")?.getAttribute("value")).toBe(
    `${queue}?kind=dupe&page=1`,
  );
  expect(page.dom.querySelector("footer [hreflang=de]")?.getAttribute("href")).toBe(
    "/de/desk/queue?kind=dupe&page=1",
  );
});

test("an empty queue says so", async () => {
  expect((await mia.get(queue)).dom.querySelector("main")?.text).toContain(desk.queue.nothing);
});

describe("a decision", () => {
  test("accepts with corrected names, shows the bottle immediately, and focuses the next item", async () => {
    const [one, two] = [await suggestFor("armaf", "club de nui"), await suggest("Dior", "Joya")];
    const path = `/es${perfumePath({ id: aventus, marca: "Creed", nombre: "Aventus" })}`;
    expect((await site.get(path)).html).not.toContain("Club de Nuit");
    const answer = await mia.post(queue, {
      intent: "accept",
      item: one,
      version: "1",
      marca: "Armaf",
      nombre: " Club de  Nuit ",
      next: two,
    });
    expect([answer.status, answer.headers.get("Location")]).toEqual([
      303,
      `${queue}?next=${encodeURIComponent(two)}`,
    ]);
    expect((await site.get(path)).html).toContain("Club de Nuit");
    const page = await mia.follow(answer);
    expect(noticeIn(page)).toEqual({ role: "status", text: messages.desk.accepted });
    expect(focusedIn(page)).toEqual([two]);
    expect(namesIn(page)).not.toContain(one);
    expect(await decisionsOn(one)).toEqual([["accept", "mia"]]);
    expect((await mia.get(queue)).dom.querySelectorAll("[autofocus]")).toHaveLength(0);
  });

  test("refuses with a reason, keeps kind and page, and focuses the first item when the next one is gone", async () => {
    const names = [];
    for (let n = 0; n < 12; n++) names.push(await suggest("Brand", `Thing ${n}`));
    const list = `${queue}?kind=perfume&page=2`;
    const item = { intent: "refuse", item: names[11]!, version: "1", reason: " no existe " };
    const answer = await mia.post(list, { ...item, next: "first" });
    expect(answer.headers.get("Location")).toBe(`${list}&next=first`);
    expect(await stateOf(names[11]!)).toEqual(["refused", "no existe"]);
    const page = await mia.follow(answer);
    expect(namesIn(page)).toEqual([names[10]]);
    expect(focusedIn(page)).toEqual([names[10]]);
    const last = await mia.post(list, { ...item, item: names[10]!, next: "first" });
    const redirected = await mia.follow(last);
    expect(redirected.headers.get("Location")).toBe(`${queue}?kind=perfume`);
  });

  test("matches a suggestion to a bottle of the catalogue", async () => {
    const one = await suggest("Creed", "Aventos");
    const fields = { intent: "same", item: one, version: "1", perfume_id: String(aventus) };
    expect((await mia.post(queue, fields)).status).toBe(303);
    expect(await stateOf(one)).toEqual(["same", null]);
    const other = await suggest("Creed", "Aventis");
    for (const perfume_id of ["999999", "x", ""]) {
      const page = await mia.post(queue, { ...fields, item: other, perfume_id });
      expect([page.status, refusalIn(page).text]).toEqual([422, messages.desk.noBottle]);
    }
    expect(await stateOf(other)).toEqual(["waiting", null]);
  });

  test("with wrong names is refused with 422, keeps what was typed and changes nothing", async () => {
    const one = await suggest("Dior", "Sovage");
    const fields = { intent: "accept", item: one, version: "1", marca: "", nombre: "Sauvage" };
    const page = await mia.post(queue, fields);
    const refusal = refusalIn(page);
    expect(page.status).toBe(422);
    expect(refusal).toMatchObject({
      takesFocus: true,
      linked: ["marca"],
      marked: ["marca"],
      untold: [],
    });
    const item = page.dom.querySelector(`#${one.replace(":", "-")}`)!;
    expect(item.querySelector("[name=nombre]")?.getAttribute("value")).toBe("Sauvage");
    expect(item.querySelector("details")?.hasAttribute("open")).toBe(true);
    expect(focusedIn(page)).toHaveLength(1);
    expect(await stateOf(one)).toEqual(["waiting", null]);
  });

  test("on an item that somebody else has decided is refused with 409 and says who decided what, when and why", async () => {
    const one = await suggest("Dior", "Fahrenheit X");
    const item = { item: one, version: "1" };
    await kim.post(queue, { intent: "refuse", ...item, reason: "no es <b>eso</b>" });
    for (const intent of ["accept", "refuse", "same"]) {
      const page = await mia.post(queue, { intent, ...item, perfume_id: String(aventus) });
      expect(page.status).toBe(409);
      const { text, takesFocus } = refusalIn(page);
      expect(takesFocus).toBe(true);
      for (const word of ["kim", desk.log.actions.refuse, "ahora"]) expect(text).toContain(word);
      expect(page.html).toContain("no es &lt;b&gt;eso&lt;/b&gt;");
    }
    expect(await decisionsOn(one)).toEqual([["refuse", "kim"]]);
  });

  test("on an item that changed but still waits is 409", async () => {
    const one = await suggest("Dior", "Dune X");
    const page = await mia.post(queue, { intent: "accept", item: one, version: "7" });
    expect([page.status, refusalIn(page).text]).toEqual([409, messages.desk.changed]);
    expect(await stateOf(one)).toEqual(["waiting", null]);
  });

  test.each([
    { item: "perfume:999999", version: "1", status: 404 },
    { item: "review:999999", version: "1", status: 404 },
    { item: "person:mia", version: "1", status: 422 },
    { item: "perfume:1; drop table perfumes", version: "1", status: 422 },
    { item: "", version: "1", status: 422 },
    { item: "perfume:1", version: "-1", status: 422 },
    { item: "perfume:1", version: "", status: 422 },
  ])(
    "on $item in version “$version” is $status and decides nothing",
    async ({ status, ...item }) => {
      for (const intent of ["accept", "refuse"])
        expect((await mia.post(queue, { intent, ...item })).status).toBe(status);
    },
  );
});

describe("several at once", () => {
  const send = (fields: [string, string][]) =>
    mia.request(queue, {
      method: "POST",
      body: new URLSearchParams(fields).toString(),
      headers: {
        Origin: site.origin,
        "Content-Type": "application/x-www-form-urlencoded",
        "Content-Length": String(new URLSearchParams(fields).toString().length),
      },
    });

  test("are refused with one reason, each as a separate decision; items that others decided are counted", async () => {
    const names = [
      await suggest("A", "Uno"),
      await suggestFor("B", "Dos"),
      await suggest("C", "Tres"),
    ];
    const [kind, id] = names[2]!.split(":");
    await accept(
      site.db,
      { kind: kind as "perfume", id: Number(id), version: 1 },
      {},
      "kim",
      new Date(),
    );
    const ticks = names.map((name): [string, string] => ["item", `${name}:1`]);
    const answer = await send([["intent", "refuse-all"], ["reason", "basura"], ...ticks]);
    expect(answer.status).toBe(303);
    expect(noticeIn(await mia.follow(answer))?.text).toBe(
      translate("es", "messages:desk.someDecided", { done: "2", left: "1" }),
    );
    expect(await stateOf(names[0]!)).toEqual(["refused", "basura"]);
    expect(await stateOf(names[1]!)).toEqual(["refused", "basura"]);
    expect(await stateOf(names[2]!)).toEqual(["accepted", null]);
    expect(await decisionsOn(names[1]!)).toEqual([["refuse", "mia"]]);
  });

  test("are accepted", async () => {
    const names = [await suggest("Xa", "Cuatro"), await suggest("Xb", "Cinco")];
    const ticks = names.map((name): [string, string] => ["item", `${name}:1`]);
    const page = await mia.follow(await send([["intent", "accept-all"], ...ticks]));
    expect(noticeIn(page)?.text).toBe(translate("es", "messages:desk.allDecided", { done: "2" }));
    for (const name of names) expect(await stateOf(name)).toEqual(["accepted", null]);
  });

  test("require a ticked box", async () => {
    for (const intent of ["accept-all", "refuse-all"]) {
      const page = await send([
        ["intent", intent],
        ["item", "perfume:1"],
      ]);
      expect([page.status, refusalIn(page).text]).toEqual([422, messages.desk.noneTicked]);
    }
  });

  test("have checkboxes outside the items' own forms, and a reason in which Enter refuses", async () => {
    const one = await suggest("Xc", "Seis");
    const long = "x".repeat(501);
    const page = await send([
      ["intent", "refuse-all"],
      ["item", `${one}:1`],
      ["reason", long],
    ]);
    const tick = page.dom.querySelector("input[type=checkbox]")!;
    expect([tick.getAttribute("name"), tick.getAttribute("value")]).toEqual(["item", `${one}:1`]);
    const form = page.dom.querySelector(`form#${tick.getAttribute("form")}`)!;
    expect(form.querySelector("button")?.getAttribute("value")).toBe("refuse-all");
    expect(form.querySelector("[name=reason]")?.getAttribute("value")).toBe(long);
    expect([page.status, refusalIn(page).marked]).toEqual([422, ["reason"]]);
  });
});

test("a held price is shown with the usual range, and on its page as soon as it is accepted", async () => {
  const bottle = await addPerfume(site.db, "Lattafa", "Asad");
  await addPrice(site.db, bottle, 2400, new Date());
  await addPrice(site.db, bottle, 2600, new Date(), { shop: "otra.example" });
  const id = await addPrice(site.db, bottle, 333, new Date(), { state: "held", size_ml: 50 });
  const page = await mia.get(`${queue}?kind=price`);
  const text = page.dom.querySelector(`#price-${id}`)!.text.replaceAll(/\s/gu, " ");
  for (const word of ["3,33 €", "6,66 €", "Asad", "druni.es"]) expect(text).toContain(word);
  const path = `/es${perfumePath({ id: bottle, marca: "Lattafa", nombre: "Asad" })}?prices=${bottle}`;
  expect((await site.get(path)).html).not.toMatch(/3,33\s€/u);
  await mia.post(queue, { intent: "accept", item: `price:${id}`, version: "1" });
  expect((await site.get(path)).html).toMatch(/3,33\s€/u);
});

test("a removed review disappears from the cached page immediately, and a price cannot be matched to a bottle", async () => {
  const original = await addPerfume(site.db, "Dior", "Sauvage R");
  const dupe = await addDupe(site.db, original, "Zara", "Vibrant R");
  const { id } = await site.db
    .insertInto("dupe_reviews")
    .values({
      dupe_id: dupe,
      user_id: "ana",
      description: "Compra aquí <script>",
      language: "es",
      created_at: new Date().toISOString(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const at = new Date().toISOString();
  await site.db
    .insertInto("review_reports")
    .values([
      { review_id: id, user_id: "kim", reason: "spam", note: "Publicidad.", created_at: at },
      { review_id: id, user_id: "mia", reason: "spam", note: "Otra vez.", created_at: at },
    ])
    .execute();
  const page = await mia.get(`${queue}?kind=review`);
  const item = page.dom.querySelector(`#review-${id}`)!;
  expect(item.querySelector("blockquote")?.text).toContain("Compra aquí");
  const reports = item.querySelectorAll(".desk-reports li");
  expect(reports).toHaveLength(1);
  expect(reports[0]?.text).toContain(" · 2 ×");
  expect(reports[0]?.querySelectorAll("q").map((note) => note.text)).toEqual([
    "Publicidad.",
    "Otra vez.",
  ]);
  expect(item.querySelectorAll("button").map((one) => one.text)).toEqual([
    desk.queue.remove,
    desk.queue.showAgain,
  ]);
  expect(page.html).not.toContain("aquí <script>");
  const path = `/es${perfumePath({ id: original, marca: "Dior", nombre: "Sauvage R" })}?reviews=${dupe}`;
  expect((await site.get(path)).html).toContain("Compra aquí");
  const fields = { item: `review:${id}`, version: "0" };
  const wrong = await mia.post(queue, { intent: "same", ...fields, perfume_id: String(original) });
  expect([wrong.status, refusalIn(wrong).text]).toEqual([422, messages.desk.notPossible]);
  const done = await mia.follow(await mia.post(queue, { intent: "accept", ...fields }));
  expect(noticeIn(done)?.text).toBe(messages.desk.removed);
  expect((await site.get(path)).html).not.toContain("Compra aquí");
  expect((await mia.post(queue, { intent: "refuse", ...fields })).status).toBe(409);
});

/** A review hidden by reports whose authors have all left since. */
async function hiddenReview() {
  const original = await addPerfume(site.db, "Dior", `Sauvage H ${++minute}`);
  const dupe = await addDupe(site.db, original, "Zara", "Vibrant H");
  const { id } = await site.db
    .insertInto("dupe_reviews")
    .values({
      dupe_id: dupe,
      user_id: "ana",
      description: "Compra aquí",
      language: "es",
      state: "hidden",
      created_at: new Date().toISOString(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

test("the queue says in every language that a hidden review's reporters have all left", async () => {
  const id = await hiddenReview();
  for (const code of languageCodes) {
    const { dom } = await mia.get(`/${code}/desk/queue?kind=review`);
    const text = dom.querySelector(`#review-${id} .desk-what`)!.text;
    const { queue: t } = translationsOf(code).desk;
    expect(text).toContain(t.reportersLeft);
    expect(text).not.toContain(t.anonymous);
    expect(text).not.toContain(translate(code, "desk:queue.times", { times: 0 }));
  }
  await site.db.deleteFrom("dupe_reviews").where("id", "=", id).execute();
});

describe("one item alone", () => {
  const shelved = async (count: number) => {
    const names = [];
    for (let n = 0; n < count; n++) names.push(await suggest("Uno", `Solo ${n}`));
    return names;
  };
  const settledIn = ({ dom }: Page) => {
    const told = dom.querySelectorAll("main .desk > p");
    return told.length > 0 ? told.map((one) => one.text).join(" ") : null;
  };

  test("is shown at its own address, even if it is on the second page, in every language", async () => {
    const names = await shelved(12);
    const page = await mia.get(`${queue}?item=${names[11]}`);
    expect([page.status, namesIn(page)]).toEqual([200, [names[11]]]);
    expect(page.dom.querySelectorAll("nav.desk-kinds [aria-current]")).toHaveLength(0);
    expect(page.dom.querySelectorAll("[type=checkbox], #ticked")).toHaveLength(0);
    expect(page.dom.querySelectorAll("datalist#reasons")).toHaveLength(1);
    const item = encodeURIComponent(names[11]!);
    expect(page.dom.querySelector("header [name=path]")?.getAttribute("value")).toBe(
      `${queue}?item=${item}`,
    );
    const other = page.dom.querySelector("footer [hreflang=de]")!.getAttribute("href")!;
    expect(namesIn(await mia.get(other))).toEqual([names[11]]);
  });

  test("is decided there, and leads back to the list", async () => {
    const names = await shelved(12);
    const path = `${queue}?item=${names[11]}`;
    const refuse = { intent: "refuse", item: names[11]!, version: "1", next: "first" };
    const wrong = await mia.post(path, { ...refuse, intent: "accept", marca: "", nombre: "X" });
    expect([wrong.status, namesIn(wrong)]).toEqual([422, [names[11]]]);
    const answer = await mia.post(path, refuse);
    expect(answer.headers.get("Location")).toBe(`${queue}?next=first`);
    const page = await mia.follow(answer);
    expect(noticeIn(page)).toEqual({ role: "status", text: messages.desk.refused });
    expect([namesIn(page), focusedIn(page)]).toEqual([names.slice(0, 10), [names[0]]]);
  });

  test("that was decided shows the decision and its reason, and links to the log entry", async () => {
    const one = await suggest("Uno", "Decidido");
    const path = `${queue}?item=${one}`;
    const fields = { intent: "refuse", item: one, version: "1" };
    await mia.post(path, { ...fields, reason: "no existe" });
    const { id } = await site.db
      .selectFrom("audit_log")
      .select("id")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    const entry = `/es/desk/log?entry=${id}`;
    const page = await mia.get(path);
    expect([page.status, namesIn(page)]).toEqual([200, []]);
    for (const word of ["mia", desk.log.actions.refuse, "no existe"])
      expect(settledIn(page)).toContain(word);
    expect(page.dom.querySelector("main .desk > p a")?.getAttribute("href")).toBe(entry);
    expect((await mia.get(entry)).status).toBe(200);
    const late = await mia.post(path, fields);
    expect([late.status, settledIn(late)]).toEqual([409, null]);
    expect(late.dom.querySelector("[role=alert] a")?.getAttribute("href")).toBe(entry);
  });

  test("that is a removed review is described as removed, not as accepted", async () => {
    const name = `review:${await hiddenReview()}`;
    const fields = { intent: "accept", item: name, version: "0" };
    await mia.post(queue, fields);
    const told = desk.log.actions["accept-review"];
    expect(settledIn(await mia.get(`${queue}?item=${name}`))).toContain(told);
    expect(refusalIn(await mia.post(queue, fields)).text).toContain(told);
  });

  test.each(["perfume:999999", "review:999999", "price:999999", "dupe:999999"])(
    "that does not exist (%s) is not a 404: nothing waits",
    async (name) => {
      const page = await mia.get(`${queue}?item=${name}`);
      expect([page.status, settledIn(page)]).toEqual([200, desk.queue.notWaiting]);
    },
  );

  test("is where a bottle's prices and a person's suggestions link to", async () => {
    const bottle = await addPerfume(site.db, "Lattafa", "Badee");
    const more = { state: "held", user_id: "ana" } as const;
    const id = await addPrice(site.db, bottle, 444, new Date(), more);
    const one = await suggest("Uno", "De Ana", "ana");
    const hrefs = async (path: string) =>
      (await mia.get(path)).dom.querySelectorAll("main a").map((a) => a.getAttribute("href"));
    expect(await hrefs(`/es/desk/perfumes/${bottle}`)).toContain(`${queue}?item=price:${id}`);
    const person = await hrefs("/es/desk/people/ana");
    expect(person).toContain(`${queue}?item=price:${id}`);
    expect(person).toContain(`${queue}?item=${one}`);
    expect(namesIn(await mia.get(`${queue}?item=price:${id}`))).toEqual([`price:${id}`]);
  });
});

test.each([
  "kind=nonsense",
  "page=0",
  "page=x",
  "page=99999999999999999999",
  "next=%00",
  "item=nonsense",
  "item=person:mia",
  "kind[]=a",
])("an address with ?%s is a page of the queue", async (query) => {
  await suggest("Q", `Query ${query.length}`);
  const page = await mia.get(`${queue}?${query}`);
  expect(page.status).toBe(200);
  expect(namesIn(page)).toHaveLength(1);
});
