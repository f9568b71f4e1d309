/** A dupe as its page hands it over; its card shows the rest. */
interface Row {
  id: number;
  nombre?: string;
  marca?: string;
  price?: object;
}

interface PerfumeData {
  dupes?: Row[];
}

type Loaded = Record<string, PerfumeData | null | undefined>;

const page = "routes/perfume/perfume";
/** Shorter lists cost little. */
const longList = 8;

/** Omits what the page shows anyway, because a tenth of its bytes would be repetitions (RULES.md 11.8). */
export function withoutShown(loaderData: object): object {
  const data = (loaderData as Loaded)[page];
  if (!data?.dupes || data.dupes.length < longList) return loaderData;
  return { ...loaderData, [page]: { ...data, dupes: data.dupes.map(withoutCard) } };
}

const onCard = ["nombre", "marca", "amount", "size", "shop", "date", "saved", "per", "link"];

const without = (object: object) =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !onCard.includes(key)));

function withoutCard({ price, ...row }: Row) {
  const rest = without(price ?? {});
  return { ...without(row), ...(Object.keys(rest).length > 0 && { price: rest }) };
}

/** Adds what `withoutShown` omitted. What an extension removed from the page becomes empty texts. */
export function readShown(loaderData: object, document: Document): void {
  for (const row of (loaderData as Loaded)[page]?.dupes ?? [])
    if (!row.nombre) Object.assign(row, readCard(row, document));
}

const text = (node: Node | null | undefined) => node?.textContent ?? "";

function readCard({ id, price }: Row, document: Document) {
  const of = (selector: string) => document.querySelector(`#dupe-${id} ${selector}`);
  const [amount, shop, saved] = [".amount", ".cost .shop", ".cost b"].map(of);
  const link = shop?.getAttribute("href");
  // The price per 100 ml, only sometimes, and the day.
  const said = [...(amount?.parentNode?.querySelectorAll(":scope > span") ?? [])].map(text);
  return {
    nombre: text(of("h3 a")),
    marca: text(of(".brand")),
    ...(amount && {
      price: {
        amount: text(amount.firstChild),
        size: text(amount.nextSibling).slice(1),
        shop: text(shop),
        date: said.at(-1),
        ...(saved && { saved: text(saved) }),
        ...(said.length === 2 && { per: said[0] }),
        ...(link && { link }),
        ...price,
      },
    }),
  };
}
