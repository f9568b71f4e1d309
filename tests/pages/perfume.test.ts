import { afterAll, beforeAll, expect, test } from "vitest";
import { addDupe, addPerfume } from "../support/database.ts";
import { addPrice, addShop } from "../support/prices.ts";
import { openSite } from "../support/site.ts";
import { texts } from "../support/structured-data.ts";
import { translate } from "../support/translations.ts";
import { findByName } from "#app/domain/catalog/bottles.ts";
import { formatIn } from "#app/i18n/format.ts";
import { languageCodes } from "#app/i18n/languages.ts";

const site = await openSite({ AFFILIATE_URL_TEMPLATE: "https://shop.example/?q={marca}+{nombre}" });
afterAll(() => site.close());

let aventus: number;
let lonely: number;
let path: string;

beforeAll(async () => {
  aventus = await addPerfume(site.db, "Creed", "Aventus");
  lonely = await addPerfume(site.db, "Viktor&Rolf", "Flowerbomb L'Été");
  path = `/es/perfume/creed-aventus-${aventus}`;
  await addDupe(site.db, aventus, "Armaf", "Club de Nuit Intense Man", { likes: 30, dislikes: 2 });
  await addDupe(site.db, aventus, "Afnan", "Supremacy <Silver>", { likes: 1, dislikes: 9 });
  await addDupe(site.db, aventus, "Zara", "Vibrant Leather", {
    estimacion: 97,
    enlace: "https://zara.example/p",
  });
});

test("dupes are sorted by similarity and show their figures", async () => {
  const { dom } = await site.get(path);
  const cards = dom.querySelectorAll(".dupe");
  expect(cards.map((card) => card.querySelector("h3")?.text)).toEqual([
    "Club de Nuit Intense Man",
    "Vibrant Leather",
    "Supremacy <Silver>",
  ]);
  expect(cards[0]!.querySelector(".score b")?.text).toBe("91\u00a0%");
  expect(cards[0]!.querySelector(".score")?.text).toContain("32 votos");
});

test("without votes a card says Sin datos, and as its evidence an estimate, labelled as such (RULES.md 1.6)", async () => {
  const { dom } = await site.get(path);
  const [, estimated] = dom.querySelectorAll(".dupe");
  expect(estimated!.querySelectorAll(".score, .said").map(({ text }) => text)).toEqual([
    "Sin datos",
    "Estimación de Sosia: 97\u00a0%",
  ]);
  const id = await addPerfume(site.db, "Dior", "Fahrenheit");
  await addDupe(site.db, id, "Zara", "Unknown");
  for (const [code, text] of [
    ["es", "Sin datos"],
    ["en", "No data"],
  ]) {
    const page = await site.get(`/${code}/perfume/dior-fahrenheit-${id}`);
    expect(page.dom.querySelector(".dupe .score")?.text.trim()).toBe(text);
  }
});

test.each([
  ["es", "1 de 2 dice que se parece", "0 de 2 dicen que se parece", "Pocos votos o ninguno"],
  ["en", "1 of 2 says they smell alike", "0 of 2 say they smell alike", "Few votes or none"],
] as const)(
  "in %s one or two votes are said in words, and move no dupe from among those without any (RULES.md 1.6, 1.7)",
  async (code, one, nobody, heading) => {
    const nombre = `Few ${code}`;
    const id = await addPerfume(site.db, "Dior", nombre);
    for (const [name, votes] of [
      ["Nothing known", {}],
      ["Split", { likes: 1, dislikes: 1 }],
      ["Rejected twice", { dislikes: 2 }],
      ["Disputed", { likes: 6, dislikes: 4 }],
      ["Estimated", { dislikes: 1, estimacion: 60 }],
    ] as const)
      await addDupe(site.db, id, "Zara", name, votes);
    const { dom } = await site.get(`/${code}/perfume/dior-few-${code}-${id}`);
    const votes = (count: number) => translate(code, "perfume.votes", { count, shown: count });
    const percent = (value: number) => formatIn(code).percent(value);
    expect(dom.querySelectorAll(".dupes h3, .dupe .score").map(({ text }) => text.trim())).toEqual([
      "Disputed",
      `${percent(58)} ${translate(code, "perfume.alike")}\n${votes(10)}`,
      "Estimated",
      translate(code, "messages:dupeCard.say", { count: 0, votes: 1 }),
      heading,
      "Nothing known",
      translate(code, "perfume.noData"),
      "Rejected twice",
      nobody,
      "Split",
      one,
    ]);
    // 1 up and 1 down would be 50 %, 1 down 33 %, 2 down 25 %.
    expect(dom.querySelector("main")!.text).not.toMatch(/\b(50|33|25)\s?%/u);
  },
);

test("a dupe that most people reject stands last under its own heading, and no text names it as alike (RULES.md 1.7)", async () => {
  const id = await addPerfume(site.db, "Dior", "Doubted");
  await addDupe(site.db, id, "Zara", "Refused", { likes: 1, dislikes: 6 });
  const path = `/en/perfume/dior-doubted-${id}`;
  const alone = await site.get(path);
  expect(texts(alone, "h1, h2#dupes-title, .dupes h3")).toEqual([
    "Is there a dupe for Doubted?",
    "No dupe yet",
    "Less alike than claimed",
    "Refused",
  ]);
  const said = alone.dom.querySelectorAll("title, meta, .intro, .faq, [type*=json]").join(" ");
  expect(said.replaceAll(/"isSimilarTo".*/gu, "")).not.toMatch(/Refused|44/u);
  await addDupe(site.db, id, "Zara", "Unvoted");
  const sorted = await site.get(`${path}?sort=price`);
  expect(texts(sorted, ".dupes h3").slice(-2)).toEqual(["Less alike than claimed", "Refused"]);
  expect(texts(sorted, "title, h2#dupes-title")).toEqual([
    "Dior Doubted dupes and clones: 1 alternative · Sosia",
    "1 dupe",
  ]);
  const refused = await findByName(site.db, { marca: "Zara", nombre: "Refused" });
  const { dom } = await site.get(`/en/perfume/zara-refused-${refused!.id}`);
  expect(dom.querySelector(".intro")?.text).not.toContain("Doubted");
});

test("a page with only one or two votes claims no figure anywhere (RULES.md 1.6, 11.12)", async () => {
  const id = await addPerfume(site.db, "Dior", "Higher");
  const dupe = await addDupe(site.db, id, "Zara", "Once liked", { likes: 1 });
  const page = await site.get(`/en/perfume/dior-higher-${id}`);
  expect(page.dom.querySelector(".dupe .score")?.text).toBe("1 of 1 says they smell alike");
  expect(texts(page, ".faq dd")[0]).toMatch(/^None stands out so far/u);
  const said = page.dom.querySelectorAll("title, meta, main, [type*=json]").join(" ");
  expect(said.replaceAll(/90%|100%/gu, "")).not.toMatch(/\d%/u);
  expect(said).not.toMatch(/communit|nobody has voted/iu);
  expect(page.html).not.toContain("aggregateRating");
  const found = await site.get("/api/perfumes?q=higher&lang=en");
  expect(JSON.parse(found.html)[0].best_dupe).toBeNull();
  const lookAlike = await site.get("/api/perfumes?q=once+liked&lang=en");
  expect(JSON.parse(lookAlike.html)[0].dupe_of[0].porcentaje).toBeNull();
  await site.db.updateTable("dupes").set({ likes: 3 }).where("id", "=", dupe).execute();
  site.services.pages.drop(`/perfume/dior-higher-${id}`);
  expect((await site.get(`/en/perfume/dior-higher-${id}`)).html).toContain("aggregateRating");
});

test("the title counts the dupes in the language's plural form", async () => {
  const { dom } = await site.get(path);
  expect(dom.querySelector("h1")?.text).toBe("2 dupes de Aventus, 1 dudoso");
  expect(dom.querySelector("title")?.text).toBe(
    "Dupes y clones de Aventus de Creed: 2 equivalencias · Sosia",
  );
  const one = await addPerfume(site.db, "Dior", "Sauvage");
  await addDupe(site.db, one, "Armaf", "Ventana");
  const single = await site.get(`/es/perfume/dior-sauvage-${one}`);
  expect(single.dom.querySelector("title")?.text).toBe(
    "Dupes y clones de Sauvage de Dior: 1 equivalencia · Sosia",
  );
});

test("a shop link is the dupe's own, else follows the operator's template, and is always marked as sponsored", async () => {
  const { dom } = await site.get(path);
  const links = dom.querySelectorAll(".dupe a[rel]");
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "https://shop.example/?q=Armaf+Club%20de%20Nuit%20Intense%20Man",
    "https://zara.example/p",
    "https://shop.example/?q=Afnan+Supremacy%20%3CSilver%3E",
  ]);
  for (const link of links) expect(link.getAttribute("rel")).toBe("sponsored nofollow noopener");
});

test("a template's link stays beside a price without a link, otherwise it shows with the opened prices (RULES.md 1.8)", async () => {
  const id = await addPerfume(site.db, "Dior", "Priced");
  for (const nombre of ["Linked", "Unlinked"]) await addDupe(site.db, id, "Armaf", nombre);
  await addShop(site.db, "druni.es");
  const priced = async (nombre: string, shop: string) => {
    const bottle = await findByName(site.db, { marca: "Armaf", nombre });
    await addPrice(site.db, bottle!.id, 2490, new Date(), { shop });
    return bottle!.id;
  };
  const linked = await priced("Linked", "druni.es");
  await priced("Unlinked", "Perfumería Pepa");
  const links = async (query: string) =>
    (await site.get(`/es/perfume/dior-priced-${id}${query}`)).dom
      .querySelectorAll(".dupe a[rel]")
      .map((link) => link.getAttribute("href"));
  const template = (nombre: string) => `https://shop.example/?q=Armaf+${nombre}`;
  expect(await links("")).toEqual(["https://druni.es/", template("Unlinked")]);
  expect(await links(`?prices=${linked}`)).toEqual([
    "https://druni.es/",
    "https://druni.es/",
    template("Linked"),
    template("Unlinked"),
  ]);
});

test.each(languageCodes)("a shop link in %s is labelled as an affiliate link", async (code) => {
  const { dom } = await site.get(path.replace(/^\/\w+/u, `/${code}`));
  const links = dom.querySelectorAll(".dupe a[rel]");
  expect(links).toHaveLength(3);
  for (const link of links) {
    expect(link.text).toBe(translate(code, "perfume.shop"));
    expect(link.parentNode!.text).toContain(translate(code, "perfume.shopNote"));
    expect(link.parentNode!.querySelectorAll(".unseen, [hidden], [title]")).toEqual([]);
  }
  expect(translate(code, "perfume.shopNote")).toMatch(/afilia|affiliat|affilié|werbelink/iu);
});

test("a perfume without dupes says so, and links to its brand's other perfumes and to the suggestion form", async () => {
  await addPerfume(site.db, "Viktor&Rolf", "Spicebomb");
  const page = await site.get(`/en/perfume/viktor-and-rolf-flowerbomb-lete-${lonely}`);
  expect(page.status).toBe(200);
  const empty = page.dom.querySelector(".empty")!;
  expect(empty.querySelector("h2")?.text).toBe("No dupe yet");
  const suggest = empty.querySelector("a")!.getAttribute("href")!;
  expect((await site.get(suggest.split("#")[0]!)).dom.querySelector("#suggest")).not.toBeNull();
  const after = page.dom.querySelectorAll(".related, .faq").map(({ classNames }) => classNames);
  expect(after).toEqual(["related", "faq"]);
  expect(page.dom.querySelector(".related li a")?.text).toBe("Spicebomb");
});

test.each(["aventus%i", "x-0%i", "-%i", "1e%i", "%i"])(
  "only the digits at the end identify the perfume: /perfume/%s",
  async (form) => {
    const page = await site.get(`/perfume/${form.replace("%i", String(aventus))}`);
    expect(page.status).toBe(301);
    expect(page.headers.get("Location")).toBe(`/perfume/creed-aventus-${aventus}`);
  },
);

test.each(["creed-aventus-999999", "creed-aventus", "%F0%9F%92%A9x"])(
  "an unknown or malformed id is 404 with the load-error message: %s",
  async (slug) => {
    const page = await site.get(`/es/perfume/${slug}`);
    expect(page.status).toBe(404);
    expect(page.dom.querySelector("h1")?.text).toBe("Perfume no encontrado");
    expect(page.html).toContain("No se ha podido cargar el perfume");
    expect(page.dom.querySelector("main a")?.getAttribute("href")).toBe("/es");
  },
);

test("catalogue names are shown as text, whatever they contain", async () => {
  const id = await addPerfume(
    site.db,
    "</script><script>alert(1)</script>",
    `"><img src=x onerror=alert(1)>`,
  );
  await addDupe(site.db, id, "{{t}} $& %s", "<!--");
  const page = await site.get(`/es/perfume/${id}`);
  const shown = await site.get(page.headers.get("Location")!);
  expect(shown.status).toBe(200);
  expect(shown.dom.querySelector("h1")?.text).toContain(`"><img src=x onerror=alert(1)>`);
  expect(shown.dom.querySelector(".dupe h3")?.text).toBe("<!--");
  expect(shown.html).not.toContain("<img src=x");
  expect(shown.html).not.toContain("<script>alert(1)");
  expect(shown.html).not.toMatch(/<!--(?!\$|\/\$| -->)/);
});
