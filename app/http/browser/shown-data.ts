import { idIn, readRelated, text } from "./shown-links.ts";

/** A relation as its page hands it over; its card shows the rest. */
interface Row {
  likes: number;
  dislikes: number;
  similarity?: number;
  price?: object;
}

interface PerfumeData {
  dupes: Row[];
  originals: Row[];
  bar?: { answers: object[] };
  related?: object;
  available?: string;
  questions?: object;
  inIt?: string;
  facts?: string[][];
  method?: string;
  texts?: object;
}

type Loaded = Record<string, PerfumeData | null | undefined>;

const page = "routes/perfume/perfume";
const lists = ["dupes", "originals"] as const;

/** Omits what the page shows anyway, because a tenth of its bytes would be repetitions (RULES.md 11.8). */
export function withoutShown(loaderData: object): object {
  const data = (loaderData as Loaded)[page];
  if (!data?.dupes) return loaderData;
  const { dupes, originals, bar, texts = {} } = data;
  const left = {
    ...without(data, inText),
    texts: without(texts, inText),
    dupes: rowsLeft(dupes),
    originals: rowsLeft(originals),
    ...(bar && { bar: without(bar, ["answers"]) }),
  };
  return { ...loaderData, [page]: left };
}

/** By their place, because most rows have nothing left. */
const rowsLeft = (rows: Row[]) =>
  Object.fromEntries(
    rows.map(withoutCard).flatMap((row, at) => (Object.keys(row).length > 0 ? [[at, row]] : [])),
  );

const inText = [
  "related",
  "questions",
  "inIt",
  "facts",
  "method",
  "available",
  "description",
  "heading",
  "intro",
];
const onCard = [
  "id",
  "bottleId",
  "nombre",
  "marca",
  "concentracion",
  "likes",
  "dislikes",
  "similarity",
  "words",
  "heading",
  "said",
  "both",
  "blind",
  "amount",
  "size",
  "shop",
  "saved",
  "per",
  "link",
];

const without = (object: object, names = onCard) =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !names.includes(key)));

function withoutCard({ price, ...row }: Row) {
  const rest = without(price ?? {});
  return {
    ...without(row),
    ...(Object.keys(rest).length > 0 && { price: rest }),
  };
}

/** Adds what `withoutShown` omitted. What an extension removed from the page becomes empty texts. */
export function readShown(loaderData: object, document: Document): void {
  const data = (loaderData as Loaded)[page];
  if (!data?.dupes) return;
  for (const list of lists) {
    const cards = document.querySelectorAll(`[aria-labelledby="${list}-title"] .dupe`);
    data[list] = Array.from(cards, (card, at) => readCard(data[list][at] ?? {}, card));
  }
  if (data.bar) data.bar.answers = readAnswers(document);
  data.related = readRelated(document);
  const title = document.querySelector("#dupes-title");
  if (data.dupes.length > 0 || data.bar) data.available = text(title);
  const faq = document.querySelector(".faq");
  const line = document.querySelector(".in-it summary");
  if (line) {
    data.inIt = text(line);
    data.facts = Array.from(document.querySelectorAll(".in-it div"), (fact) => [
      text(fact.firstChild),
      text(fact.lastChild),
    ]);
  }
  Object.assign(data.texts ?? {}, {
    description: document.querySelector("meta[name=description]")?.getAttribute("content") ?? "",
    heading: text(document.querySelector("h1")),
    intro: text(document.querySelector(".intro")),
  });
  const method = document.querySelector(".asks > .small");
  if (method) data.method = text(method);
  if (faq)
    Object.assign(data, {
      questions: {
        title: text(faq.firstChild),
        list: Array.from(faq.querySelectorAll("dt"), (asked) => ({
          question: text(asked),
          answer: text(asked.nextSibling),
        })),
      },
    });
}

const numberIn = (node: Node | null | undefined) => Number(text(node).replace(/\D/gu, ""));

function readCard(row: Partial<Row>, card: Element) {
  const of = (selector: string) => card.querySelector(selector);
  const [name, brand, figure] = ["h3 a", ".about p", ".score b"].map(of);
  const [likes = 0, dislikes = 0] = Array.from(
    card.querySelectorAll(".vote"),
    ({ firstChild, lastChild }) => (firstChild === lastChild ? 0 : numberIn(lastChild)),
  );
  const words = !figure && likes + dislikes > 0 && of(".score");
  const before = card.previousElementSibling;
  const heading = before?.getAttribute("class") === "others" ? text(before) : "";
  const [said, blind] = card.querySelectorAll(".said > :not(.soft)");
  const both = of(".said > .soft");
  const isLabelled = brand?.lastChild !== brand?.firstChild;
  return {
    ...row,
    id: idIn(card.id),
    bottleId: idIn(name?.getAttribute("href")),
    nombre: text(name),
    marca: text(brand?.firstChild),
    ...(isLabelled && { concentracion: text(brand?.lastChild).slice(3) }),
    likes,
    dislikes,
    ...(figure && { similarity: numberIn(figure) }),
    ...(words && { words: text(words) }),
    ...(heading && { heading }),
    ...(said && { said: text(said) }),
    ...(both && { both: text(both) }),
    ...(blind && { blind: text(blind) }),
    ...(of(".amount") && { price: { ...readPrice(card), ...row.price } }),
  };
}

function readPrice(place: Element) {
  const [amount, shop, saved, per] = [".amount", ".shop", ".cost b", ".cost i"].map((of) =>
    place.querySelector(of),
  );
  const link = shop?.getAttribute("href");
  return {
    amount: text(amount?.firstChild),
    size: text(amount?.nextSibling).slice(1, -1),
    shop: text(shop),
    ...(saved && { saved: text(saved) }),
    ...(per && { per: text(per) }),
    ...(link && { link }),
  };
}

const answers = {
  similarity: "closest",
  price: "cheapest",
  value: "bestValue",
  lasting: "lastsLongest",
};

/** An answer's link leads to its order. */
function readAnswers(document: Document) {
  return Array.from(document.querySelectorAll(".answers a"), (answer) => {
    const [, sort = "similarity"] = /[?&]sort=(\w+)/u.exec(answer.getAttribute("href")!) ?? [];
    const figure = text(answer.lastChild);
    return { of: answers[sort as keyof typeof answers], sort, ...(figure && { figure }) };
  });
}
