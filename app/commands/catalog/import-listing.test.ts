import { existsSync, readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/open/open.ts";
import { newDatabaseUrl, runCommand } from "../../../tests/support/command.ts";
import { newFile } from "../../../tests/support/new-file.ts";

let database: string;

const columns = "brand=brand,title=title,size=size,price=price_usd,seen=seen_on,stock=in_stock";

beforeEach(async () => {
  database = newDatabaseUrl();
});

const catalog = (...words: string[]) => runCommand("catalog", database, words);
const listing = (path: string, ...more: string[]) =>
  catalog("import", "listing", path, "--shop", "shop.example", "--columns", columns, ...more);

async function prepare(): Promise<void> {
  await catalog("import", "perfumes", newFile("marca,nombre\nDior,Sauvage\nCreed,Aventus\n"));
  await catalog("import", "shops", newFile("host,nombre,pais,moneda\nshop.example,Shop,US,USD\n"));
}

async function prices() {
  const db = connect(database);
  const rows = await db.selectFrom("prices").selectAll().orderBy("id").execute();
  await db.destroy();
  return rows;
}

const some = `brand,title,size,price_usd,in_stock,seen_on,other
DIOR,Sauvage Eau de Toilette,3.4 Ounce,120,True,2026-08-17,x
Creed,Aventus Fragrance,2 x 1 oz,"1,299.50",True,2026-08-17,x
Creed,Aventus Fragrance,One Size,340,True,2026-08-17,x
Creed,Aventus Fragrance,3.4,340,True,2026-08-17,x
Creed,Aventus Fragrance,1 Ounce,340,False,2026-08-17,x
Creed,Aventus Gift Set,1 Ounce,340,True,2026-08-17,x
Nobody,Nothing,1 Ounce,30,True,2026-08-17,x
`;

test("a shop's export becomes sightings of confidently matched bottles; the rest is printed", async () => {
  await prepare();
  const path = newFile(some);
  const done = await listing(path);
  expect([done.code, done.err]).toEqual([0, ""]);
  expect(done.out).toBe(`line 4: Creed · Aventus Fragrance: no size: "One Size"
line 5: Creed · Aventus Fragrance: no size: "3.4" (write its unit, or have ml in the column's name)
line 6: Creed · Aventus Fragrance: out of stock
line 7: Creed · Aventus Gift Set: no similar bottle
line 8: Nobody · Nothing: no similar bottle
listing: 2 of 7 lines matched a bottle, 2 prices added, 5 lines left out.
`);
  expect(await prices()).toMatchObject([
    { perfume_id: 1, amount_cents: 12_000, currency: "USD", size_ml: 100, shop: "shop.example" },
    { perfume_id: 2, amount_cents: 129_950, size_ml: 60, seen_on: "2026-08-17", country: "US" },
  ]);
  expect((await listing(path)).out).toContain("0 prices added");
  expect(await prices()).toHaveLength(2);
});

test("goods that cannot be bought are left out, and so is a stock that is not understood", async () => {
  await prepare();
  const stocks =
    "Agotado;épuisé;Ausverkauft;preorder;https://schema.org/SoldOut;0;-;maybe;;InStock";
  const rows = stocks
    .split(";")
    .map((stock, at) => `Creed,Aventus,${at + 1} oz,${100 + at},${stock},`);
  const head = "brand,title,size,price_usd,in_stock,seen_on";
  const { out } = await listing(newFile([head, ...rows].join("\n")));
  expect(out.trim().split("\n")).toEqual([
    ...[2, 3, 4, 5, 6, 7].map((line) => `line ${line}: Creed · Aventus: out of stock`),
    'line 8: Creed · Aventus: no known stock: "-"',
    'line 9: Creed · Aventus: no known stock: "maybe"',
    "listing: 2 of 10 lines matched a bottle, 2 prices added, 8 lines left out.",
  ]);
  expect((await prices()).map(({ amount_cents }) => amount_cents)).toEqual([10_800, 10_900]);
});

test("a day can have its time behind it; another date is left out, with how to write it", async () => {
  await prepare();
  const days = ["2026-08-15T10:00:00Z", "2026-08-16 23:30", "17/08/2026"];
  const rows = days.map((day, at) => `Creed,Aventus,${at + 1} oz,100,yes,${day}`);
  const head = "brand,title,size,price_usd,in_stock,seen_on";
  const { out } = await listing(newFile([head, ...rows].join("\n")));
  expect(out).toContain('line 4: Creed · Aventus: no date: "17/08/2026" (write it as 2026-01-31)');
  expect((await prices()).map(({ seen_on }) => seen_on)).toEqual(["2026-08-15", "2026-08-16"]);
});

test("a tester can stand in the size's column, and another currency is named", async () => {
  await prepare();
  const rows = "Creed,Aventus,1 oz TESTER,100,,\nCreed,Aventus,2 oz,100 EUR,,\n";
  const { out } = await listing(newFile(`brand,title,size,price_usd,in_stock,seen_on\n${rows}`));
  expect(out).toContain(
    'line 3: Creed · Aventus: a price in another currency than USD: "100 EUR" (import it with --currency)',
  );
  expect(await prices()).toMatchObject([{ kind: "tester" }]);
});

test("a dry run prints and stores nothing", async () => {
  await prepare();
  expect((await listing(newFile(some), "--dry-run")).out).toContain("0 prices added");
  expect(await prices()).toEqual([]);
});

test("an unknown shop, a missing column and invalid options give a one-line error and store nothing", async () => {
  await prepare();
  const path = newFile(some);
  const unknown = await catalog(
    "import",
    "listing",
    path,
    "--shop",
    "x.example",
    "--columns",
    columns,
  );
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining("not a known shop")]);
  const lost = await listing(newFile("brand,title,size\na,b,c\n"));
  expect([lost.code, lost.err]).toEqual([1, expect.stringContaining("price_usd is missing")]);
  for (const words of [
    ["--shop", "shop.example"],
    ["--shop", "shop.example", "--columns", "brand=a,title=b"],
    ["--shop", "shop.example", "--columns", `${columns},nothing=x`],
  ])
    expect(await catalog("import", "listing", path, ...words)).toMatchObject({
      code: 2,
      err: expect.stringContaining("Usage"),
    });
  expect(await prices()).toEqual([]);
});

test.each(["€", "ABC", "euro"])(
  "the currency %s is refused in one line with what to write",
  async (sign) => {
    const refused = await listing(newFile(some), "--currency", sign);
    expect([refused.code, refused.err]).toEqual([
      2,
      `--currency must be a code of three letters, e.g. EUR, not ${JSON.stringify(sign)}.\n`,
    ]);
  },
);

test("a column's name may have a comma", async () => {
  await prepare();
  const path = newFile('Marca,Título,Tamaño,"Precio, USD",Enlace\nDior,Sauvage,100 ml,99,\n');
  const words = ["--columns", "brand=Marca,title=Título,size=Tamaño,price=Precio, USD,url=Enlace"];
  const done = await catalog("import", "listing", path, "--shop", "shop.example", ...words);
  expect([done.code, done.err, await prices()]).toMatchObject([0, "", [{ amount_cents: 9900 }]]);
});

const data = "../shared/data";
const real = `${data}/shop_listing.csv`;
if (!existsSync(real)) console.warn(`${real} is not there: the test of a real listing is skipped.`);

/** The shop's brands and every twentieth other bottle, or with `npm run verify -- --all` each of 46,019. */
function realNames(): string {
  const lines = readFileSync(`${data}/perfumes.csv`, "utf8").split("\n");
  if (process.env.ALL_TESTS) return lines.join("\n");
  const brandOf = (line: string) => line.split(",")[0]!.toLowerCase();
  const brands = new Set(readFileSync(real, "utf8").split("\n").map(brandOf));
  return lines.filter((line, n) => n % 20 === 0 || brands.has(brandOf(line))).join("\n");
}

test.skipIf(!existsSync(real))(
  "real names are all imported, and more than half of a real listing is matched",
  async () => {
    const sent = realNames();
    const names = await catalog("import", "perfumes", newFile(sent));
    const added = sent.trim().split("\n").length - 1;
    expect(added).toBeGreaterThan(3000);
    expect(names.out).toContain(`perfumes: ${added} added, 0 changed, 0 unchanged `);
    await prepare();
    const words = ["--shop", "shop.example", "--columns", columns.replace(/,stock=\w+/u, "")];
    const { out } = await catalog("import", "listing", real, ...words);
    const [, matched, of] = /(\d+) of (\d+) lines matched/.exec(out)!;
    expect(Number(of)).toBe(850);
    // The last run matched 508.
    expect(Number(matched)).toBeGreaterThan(850 / 2);
  },
);
