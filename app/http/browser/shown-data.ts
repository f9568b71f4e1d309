/** A dupe as its page hands it over; its card shows the rest. */
interface Row {
  concentracion?: string;
  id: number;
  bottleId?: number;
  nombre?: string;
  marca?: string;
  price?: object;
}

interface PerfumeData {
  dupes?: Row[];
  questions?: object;
  inIt?: string;
  method?: string;
  texts?: object;
}

type Loaded = Record<string, PerfumeData | null | undefined>;

const page = "routes/perfume/perfume";
/** Shorter lists cost little. */
const longList = 8;

/** Omits what the page shows anyway, because a tenth of its bytes would be repetitions (RULES.md 11.8). */
export function withoutShown(loaderData: object): object {
  const data = (loaderData as Loaded)[page];
  if (!data?.dupes) return loaderData;
  const { dupes, texts = {} } = data;
  const rows = dupes.length < longList ? dupes : dupes.map(withoutCard);
  const left = { ...without(data, inText), dupes: rows, texts: without(texts, inText) };
  return { ...loaderData, [page]: left };
}

const inText = ["questions", "inIt", "method", "heading", "intro"];
const onCard = [
  "bottleId",
  "nombre",
  "marca",
  "concentracion",
  "amount",
  "size",
  "shop",
  "date",
  "saved",
  "per",
  "link",
];

const without = (object: object, names = onCard) =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !names.includes(key)));

function withoutCard({ price, ...row }: Row) {
  const rest = without(price ?? {});
  return { ...without(row), ...(Object.keys(rest).length > 0 && { price: rest }) };
}

/** Adds what `withoutShown` omitted. What an extension removed from the page becomes empty texts. */
export function readShown(loaderData: object, document: Document): void {
  const data = (loaderData as Loaded)[page];
  if (!data?.dupes) return;
  for (const row of data.dupes) if (!row.nombre) Object.assign(row, readCard(row, document));
  const faq = document.querySelector(".faq");
  const [line, intro] = document.querySelectorAll(".intro");
  if (intro) data.inIt = text(line);
  const heading = text(document.querySelector("h1"));
  Object.assign(data.texts ?? {}, { heading, intro: text(intro ?? line) });
  if (faq)
    Object.assign(data, {
      method: text(document.querySelector(".dupes + p")),
      questions: {
        title: text(faq.firstChild),
        list: Array.from(faq.querySelectorAll("dt"), (asked) => ({
          question: text(asked),
          answer: text(asked.nextSibling),
        })),
      },
    });
}

const text = (node: Node | null | undefined) => node?.textContent ?? "";

function readCard({ id, price }: Row, document: Document) {
  const of = (selector: string) => document.querySelector(`#dupe-${id} ${selector}`);
  const [amount, shop, saved, brand] = [".amount", ".cost .shop", ".cost b", ".brand"].map(of);
  const name = of("h3 a");
  const isLabelled = brand?.lastChild !== brand?.firstChild;
  const link = shop?.getAttribute("href");
  // The price per 100 ml, only sometimes, and the day.
  const said = [...(amount?.parentNode?.querySelectorAll(":scope > span") ?? [])].map(text);
  return {
    bottleId: Number(/\d+$/u.exec(name?.getAttribute("href") ?? "")),
    nombre: text(name),
    marca: text(brand?.firstChild),
    ...(isLabelled && { concentracion: text(brand?.lastChild).slice(3) }),
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
