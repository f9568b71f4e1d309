// Sizes of the pages and their limits: checked by the page tests, printed by the benchmarks.
import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { languageCodes } from "../../app/i18n/languages.ts";
import { pairPath, perfumePath } from "../../app/domain/catalog/slugs.ts";
import { findByName } from "#app/domain/catalog/bottles.ts";
import { makeDump } from "#app/domain/open-data/make-dump.ts";
import { questions } from "#app/domain/reviews/verdict-questions.ts";
import type { Db } from "#db/database.ts";
import { slugify } from "#app/i18n/text.ts";
import { addAccount } from "./accounts.ts";
import { addDupe, addPerfume, addReview, addSource } from "./database.ts";
import { addPrice, addShop } from "./prices.ts";
import { openSite, type TestSite } from "./site.ts";
import { addVerdictCounts } from "./verdicts.ts";

/** The site with the largest possible pages, their names, shops and amounts real, because made-up ones compress better, and the addresses of two of them without a language. */
export interface FullSite extends TestSite {
  perfume: string;
  reviews: string;
  /** with sources, verdicts, reviews, prices and the facts of both */
  pair: string;
  lookAlike: string;
}

type PathOf = (site: FullSite) => string;

/** Each kind of page: its address without a language, its maximum size in bytes of brotli, and its status. */
export const pageLimits: [what: string, pathOf: PathOf, limit: number, status?: number][] = [
  [
    "a perfume with 20 dupes, all with prices, and 60 sources and verdicts",
    (site) => site.perfume,
    12_500,
  ],
  ["the same with 10 reviews open", (site) => site.reviews, 13_500],
  [
    "a pair with notes, prices, verdicts, blind tests, sources and 10 reviews",
    (site) => site.pair,
    10_000,
  ],
  ["a look-alike of three originals", (site) => site.lookAlike, 9200],
  ["home", () => "", 9500],
  ["search results", () => "?q=rose", 11_000],
  ["a search without results", () => "?q=zzzzqqqq", 11_000],
  ["brands", () => "/brands", 11_000],
  ["a brand of two pages", () => "/brand/jo-malone-london", 11_000],
  ["a brand's second page", () => "/brand/jo-malone-london?page=2", 11_000],
  ["a page that is not there", () => "/nowhere", 6000, 404],
  ["sign in", () => "/auth", 6000],
  ["sign up", () => "/auth?mode=signup", 6000],
  ["contact", () => "/contact", 6000],
  ["notice", () => "/notice", 6000],
  ["about", () => "/about", 6000],
  ["blog", () => "/blog", 6000],
  ["open data", () => "/data", 7600],
  ["legal notice", () => "/legal-notice", 6200],
  ["privacy policy", () => "/privacy-policy", 7000],
  ["cookie policy", () => "/cookie-policy", 6000],
];

/** Maximum bytes of brotli: a page's styles, and all scripts that it needs to hydrate. */
export const styleLimit = 5 * 1024;
export const scriptLimit = 116 * 1024;
/** Maximum bytes of brotli of all scripts for hydrating every kind of page, in one language. */
export const allScriptsLimit = 150 * 1024;

export const clientFolder = new URL("../../build/client/assets/", import.meta.url);

const opinions = [
  "Lo llevo desde hace un mes y me lo han preguntado dos veces en la oficina. La salida es algo más alcohólica que la del original, pero a la media hora nadie sabría distinguirlos. Por este precio, repito.",
  "I wore one on each wrist for a week and asked everyone I met. Six of nine picked this one as the original. It fades sooner on my skin, about five hours, yet the drydown is the same warm amber and sugar.",
  "Le départ est un peu plus vert et la vanille arrive tard, mais le fond est vraiment très proche. Mon mari, qui porte l’original depuis dix ans, n’a rien remarqué. Le flacon fait bon marché, c’est tout.",
  "Am Anfang riecht man den Alkohol deutlich, nach zwanzig Minuten ist er weg. Danach Safran, Zeder und etwas Karamell, ganz wie beim Vorbild. Auf Wolle hält der Duft zwei Tage, auf der Haut eher vier.",
  "Somiglia molto, ma è più dolce e meno arioso. D’estate lo trovo pesante, d’inverno è perfetto sotto la sciarpa. La durata mi ha sorpresa: lo sento ancora la sera dopo un’intera giornata di lavoro.",
  "Comprei às cegas por causa dos votos e não me arrependo. O açafrão é mais discreto e a madeira mais seca, mas quem passa por mim na rua pergunta sempre o nome. A tampa veio solta, pedi outra e trocaram.",
  "No estoy de acuerdo con la mayoría: le falta esa parte mineral, casi metálica, que hace especial al otro. Es un perfume dulce correcto y agradable, y dura mucho, pero quien busque el parecido, que pruebe antes.",
  "Bottle number three. Batches differ a little: the newest is thinner and lighter in colour. Two sprays are enough for a room, four were too many on a train. My sister, a nurse, gets compliments even at night.",
  "Très bon rapport qualité-prix. Je le vaporise sur mes écharpes et il tient la semaine. La ressemblance est frappante dans le sillage, moins quand on colle le nez au poignet, où il devient un peu poudré.",
  "Für mich der beste der Liste, ich habe fünf verglichen. Nicht so strahlend, dafür weicher und tragbarer fürs Büro. Der Zerstäuber sprüht ungleichmäßig, ich habe ihn umgefüllt. Klare Empfehlung für Neugierige.",
];

const shops = [
  ["druni.es", "Druni", "perfumes/mujer/"],
  ["notino.es", "Notino", "armaf/"],
  ["primor.eu", "Primor", "es_es/"],
  ["perfumesclub.com", "Perfumes Club", "es/arabes/p_"],
  ["douglas.es", "Douglas", "es/p/"],
  ["elcorteingles.es", "El Corte Inglés", "perfumeria/A"],
  ["arenal.com", "Arenal Perfumerías", "es/"],
  ["marionnaud.es", "Marionnaud", "p/"],
] as const;

const amounts = [1395, 2195, 995, 1749, 3299, 2450, 899, 1999, 4150, 2790];

/** Fixed, because other names weigh up to a hundred bytes more or less. */
const lookAlikes = [
  ["Armaf", "Club de Nuit Untold"],
  ["Dossier", "Ambery Saffron"],
  ["Al Haramain", "Amber Oud Ruby Edition"],
  ["Lattafa", "Ana Abiyedh Rouge"],
  ["Maison Alhambra", "La Rouge Baroque"],
  ["Fragrance World", "Barakkat Rouge 540"],
  ["Zara", "Red Temptation"],
  ["Ariana Grande", "Cloud"],
  ["Aldi", "Lacura Cardinal Red"],
  ["Maison Alhambra", "Salvo"],
  ["Armaf", "Club de Nuit Intense Man Limited Edition"],
  ["Dossier", "Woody Oakmoss"],
  ["Dossier", "Ambery Vanilla"],
  ["Armaf", "Club de Nuit Man"],
  ["Maison Alhambra", "Tobacco Touch"],
  ["Maison Alhambra", "Woody Oud"],
  ["Zimaya", "Sharaf Blend"],
  ["Afnan", "Rare Carbon"],
  ["Rasasi", "Fattan"],
  ["Armaf", "Odyssey Homme White"],
] as const;

const dupesOf = (db: Db, perfumeId: number) =>
  db
    .selectFrom("dupes")
    .select(["id", "dupe_perfume_id", "nombre"])
    .where("perfume_id", "=", perfumeId)
    .orderBy("id")
    .execute();

/** Different prices for a bottle and all its dupes, in known shops. */
async function addPrices(db: Db, perfumeId: number): Promise<void> {
  for (const [host, name] of shops) await addShop(db, host, { name });
  const now = new Date();
  const seen = (days: number) =>
    new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10);
  await addPrice(db, perfumeId, 24_995, now, { size_ml: 70 });
  for (const [i, { dupe_perfume_id, nombre }] of (await dupesOf(db, perfumeId)).entries()) {
    const [shop, , folder] = shops[(i * 3) % shops.length]!;
    await addPrice(db, dupe_perfume_id, amounts[i % amounts.length]! + (i > 9 ? 250 : 0), now, {
      shop,
      size_ml: [100, 80, 100, 50, 105, 100, 60][i % 7]!,
      url: `https://${shop}/${folder}${slugify(nombre)}`,
      seen_on: seen((i * 13) % 90),
    });
  }
}

const articles: [host: string, path: string, title: string][] = [
  ["www.fragrantica.com", "board/viewtopic.php?id=1875", "Best Baccarat Rouge 540 clones ranked"],
  ["www.parfumo.com", "Perfumes/reviews/", "Ana_82’s statement: closer than I dared to hope"],
  ["basenotes.com", "threads/burnt-sugar-amber.4821/", "Burnt sugar and amber: which clone wins?"],
  ["www.reddit.com", "r/fragranceclones/comments/", "[Review] Side by side after eight hours"],
  ["www.vogue.es", "belleza/articulos/", "Perfumes que huelen a lujo por menos de 30 euros"],
];

/** Three sources for each dupe, every fourth of which has one against. */
async function addSources(db: Db, perfumeId: number): Promise<void> {
  for (const [i, { id, nombre }] of (await dupesOf(db, perfumeId)).entries())
    for (const at of [0, 1, 2]) {
      const [host, path, title] = articles[(i + at * 2) % articles.length]!;
      await addSource(db, id, {
        url: `https://${host}/${path}${slugify(nombre)}-${at}`,
        title: `${title}: ${nombre}`,
        stance: i % 4 === 1 && at === 0 ? "against" : "for",
        kind: (["review", "article", "discussion", "maker"] as const)[(i + at) % 4]!,
        said_on: new Date(Date.UTC(2025, i, 3 * at + 1)).toISOString().slice(0, 10),
      });
    }
}

/** For every dupe, more for those with more votes; most people answer all questions. */
const judges = [24, 31, 12, 9, 17, 8, 5, 11, 3, 7, 4, 14, 6, 3, 10, 5, 3, 8, 4, 3];

async function addVerdicts(db: Db, perfumeId: number): Promise<void> {
  for (const [i, { id }] of (await dupesOf(db, perfumeId)).entries()) {
    const people = judges[i % judges.length]!;
    const given = questions.map((question, at) => {
      const most = Math.round(people * (0.62 + ((i * 5 + at * 3) % 7) / 20));
      const numbers = [most, people - most, 0];
      return [question, numbers.map((_, n) => numbers[(n + i + at * 2) % 3]!)];
    });
    await addVerdictCounts(db, id, Object.fromEntries(given));
  }
}

/** A fourth of the dupes are not what their original is. */
async function addConcentrations(db: Db, perfumeId: number): Promise<void> {
  for (const [i, { dupe_perfume_id }] of (await dupesOf(db, perfumeId)).entries()) {
    const concentracion = i % 4 === 1 ? (i % 8 === 1 ? "extrait" : "edt") : "edp";
    const bottle = db.updateTable("perfumes").where("id", "=", dupe_perfume_id);
    await bottle.set({ concentracion }).execute();
  }
}

/** A dupe of three perfumes, in a brand that has eight more. @returns its address without a language */
async function addLookAlike(db: Db): Promise<string> {
  const names = { marca: "Paris Corner", nombre: "Khair Pistachio" };
  const votes = { likes: 12, dislikes: 3, estimacion: 80 };
  for (const nombre of ["Angels’ Share", "Oud Wood Intense", "Baccarat Rouge 540 Extrait"]) {
    const original = await addPerfume(db, "Kilian", nombre, {
      concentracion: nombre.endsWith("Extrait") ? "extrait" : "edp",
    });
    await addDupe(db, original, names.marca, names.nombre, {
      ...votes,
      sources: { for: 2, against: nombre.startsWith("Oud") ? 1 : 0 },
    });
    for (let i = 0; i < 5; i++)
      await addDupe(db, original, "Lattafa", `${nombre.split(" ")[0]} ${i}`);
  }
  for (const nombre of "Emir Rifaaqat Taskeen Qissa Hawa Charuto North Ministry".split(" "))
    await addPerfume(db, names.marca, `${nombre} Extrait`);
  const bottle = await findByName(db, names);
  await db
    .updateTable("perfumes")
    .set({ concentracion: "edp", anio: 2023, genero: "unisex", familia: "amber vanilla" })
    .set({ notas: "pistachio|cognac|praline|tonka bean|vanilla|sandalwood" })
    .where("id", "=", bottle!.id)
    .execute();
  return perfumePath({ ...names, id: bottle!.id });
}

export async function openFullSite(): Promise<FullSite> {
  const site = await openSite({
    AFFILIATE_URL_TEMPLATE: "https://shop.example/?q={marca}+{nombre}",
  });
  const brands = [
    "Maison Alhambra",
    "Fragrance World",
    "Lattafa",
    "Al Haramain",
    "Armaf",
    "Zara",
    "Dossier",
  ];
  const names = [
    "Rouge Baroque",
    "Amber Oud Ruby",
    "Club de Nuit Untold",
    "Barakkat",
    "Crystal Saffron",
  ];
  const original = { marca: "Maison Francis Kurkdjian", nombre: "Baccarat Rouge 540" };
  const id = await addPerfume(site.db, original.marca, original.nombre, {
    popularidad: 99,
    concentracion: "edp",
    anio: 2015,
    genero: "unisex",
    familia: "amber floral",
    notas: "saffron|jasmine|amberwood|ambergris|fir resin|cedar",
  });
  let dupe = 0;
  for (const [i, [marca, nombre]] of lookAlikes.entries())
    dupe = await addDupe(site.db, id, marca, nombre, {
      likes: 41 - 2 * i + ((i * 7) % 5),
      dislikes: (i * i) % 23,
    });
  const [marca, nombre] = lookAlikes.at(-1)!;
  const bottle = (await findByName(site.db, { marca, nombre }))!;
  await site.db
    .updateTable("perfumes")
    .set({ concentracion: "edp", anio: 2021, genero: "unisex", familia: "amber woody" })
    .set({ notas: "saffron|bergamot|jasmine|cedar|patchouli|ambergris|musk|vanilla" })
    .where("id", "=", bottle.id)
    .execute();
  await addPrices(site.db, id);
  await addSources(site.db, id);
  await addConcentrations(site.db, id);
  await addVerdicts(site.db, id);
  await site.db
    .insertInto("blind_counts")
    .values({ dupe_id: dupe, tests: 40, found: 14 })
    .execute();
  for (const [i, description] of opinions.entries()) {
    const author = await addAccount(site.db, `${names[i % names.length]!.split(" ")[0]}_${i}`);
    const created_at = new Date(Date.UTC(2026, i, 1 + i)).toISOString();
    await addReview(site.db, dupe, author, { description, created_at });
  }
  for (let i = 0; i < 16; i++)
    await addPerfume(
      site.db,
      `${brands[i % brands.length]} Paris`,
      `${names[i % names.length]} Rose ${i}`,
      { popularidad: i },
    );
  for (let i = 0; i < 60; i++)
    await addPerfume(site.db, "Jo Malone London", `${names[i % names.length]} Cologne ${i}`);
  const perfume = `/perfume/maison-francis-kurkdjian-baccarat-rouge-540-${id}`;
  const lookAlike = await addLookAlike(site.db);
  const { dumpsFolder: folder, dataLicence: licence } = site.config;
  await makeDump(
    site.db,
    { site: site.origin, shelf: site.services.dumps, folder, licence, acceptShrink: false },
    new Date(),
  );
  return {
    ...site,
    perfume,
    reviews: `${perfume}?reviews=${dupe}`,
    pair: pairPath({ ...original, id }, { marca, nombre, id: bottle.id }),
    lookAlike,
  };
}

/** @returns bytes of brotli of a page in the language in which it is largest */
export async function heaviest(site: TestSite, path: string, status = 200): Promise<number> {
  const sizes = languageCodes.map(async (code) => {
    const answer = await site.bytes(`/${code}${path}`, { "Accept-Encoding": "br" });
    if (answer.status !== status) throw new Error(`${path} is ${answer.status}, not ${status}`);
    return answer.body.length;
  });
  return Math.max(...(await Promise.all(sizes)));
}

export async function styleBytes(site: TestSite, path: string): Promise<number> {
  const { dom } = await site.get(path);
  const styles = dom.querySelectorAll("style").map((style) => style.innerHTML);
  return brotliCompressSync(styles.join("")).length;
}

/** @returns total bytes of brotli, each script compressed separately, of what the pages at these addresses need to hydrate */
export async function scriptBytes(site: TestSite, ...paths: string[]): Promise<number> {
  const pages = await Promise.all(
    paths.map(async (path) =>
      scriptsOf((await site.get(path)).html, /suggest=|reviews=/u.test(path)),
    ),
  );
  const names = new Set(pages.flat());
  const sizes = [...names].map(
    (name) => brotliCompressSync(readFileSync(new URL(name, clientFolder))).length,
  );
  return sizes.reduce((a, b) => a + b, 0);
}

/** One address for each kind of page with scripts, except those for signed-in people. */
export const scriptedPaths = ({ perfume, reviews }: FullSite): string[] => [
  "/de",
  "/de?q=rose",
  "/de?suggest=perfume",
  `/de${perfume}`,
  `/de${reviews}`,
  "/de/brands",
  "/de/brand/jo-malone-london",
  "/de/contact",
  "/de/auth",
  "/de/auth/forgot",
  "/de/auth/confirm",
  "/de/auth/reset",
  "/de/cookie-policy",
];

/**
 * The scripts that a page needs to hydrate: those it references, all their imports, and one language's texts.
 * @param isOpen whether it shows a panel or a form, whose code comes on demand
 */
export function scriptsOf(html: string, isOpen = false): string[] {
  // The module that draws bottles is needed by client navigation only.
  const later = new RegExp(
    `import\\([\`"']\\./(draw${isOpen ? "" : "|panels|suggest"})-[\\w-]+\\.js[\`"']\\)`,
    "gu",
  );
  const needed = new Set<string>();
  const add = (text: string) => {
    for (const [, name] of text.matchAll(/["'`](?:\/assets\/|\.\/)([\w.-]+\.js)["'`]/gu)) {
      const words = name!.startsWith("texts-");
      if (needed.has(name!) || (words && [...needed].some((one) => one.startsWith("texts-"))))
        continue;
      needed.add(name!);
      // The manifest lists every route's files; they are fetched with the route.
      if (!name!.startsWith("manifest-"))
        add(
          readFileSync(new URL(name!, clientFolder), "utf8")
            .replaceAll(/__vite__mapDeps\s*=[\s\S]*?\]\)/gu, "")
            .replaceAll(later, ""),
        );
    }
  };
  add(html);
  return [...needed];
}
