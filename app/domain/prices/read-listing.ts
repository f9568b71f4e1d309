import { parseAmount } from "./amounts.ts";
import { dayOf, isPastDay } from "#app/domain/catalog/days.ts";
import { parseAddress } from "#app/domain/catalog/public-addresses.ts";
import type { Shop } from "./shops.ts";
import { parseSize } from "./sizes.ts";
import type { NewPrice } from "./write-sighting.ts";
import { slugify } from "#app/i18n/text.ts";

export type Stock = "available" | "out" | "unknown";

const list = (text: string) => text.split(",").map((phrase) => phrase.trim());

/** Beginnings of words in en, es, fr, de, it, pt, with which a cell says that the product cannot be bought now. */
const unavailable = list(`
  sold out, soldout, outofstock, unavailable, discontinu, preorder, pre order, backorder, back order, presale, pre sale, made to order, on order, on request, reserved, soon, wait, notify, oos, obsolete, restock, out of, end of life,
  agotad, indisponible, vendid, descatalogad, descontinuad, preventa, pre venta, prepedido, reserva, bajo pedido, por encargo, proximamente, avisame, a la espera, en camino,
  epuise, rupture, vendu, arrete, precommande, pre commande, sur commande, reserve, bientot, en attente,
  ausverkauft, vergriffen, verkauft, eingestellt, auslauf, vorbestell, vorverkauf, auf bestellung, reserviert, demnachst, demnaechst, bald, nachbestell, unterwegs,
  esaurit, terminat, vendut, preordin, pre ordin, prenot, su ordinazione, su richiesta, in arrivo, prossimamente,
  esgotad, indisponivel, indisponiveis, encomenda, prevenda, pre venda, precompra, em breve, por encomenda`);

const negations = list(
  "no, not, none, without, false, n, sin, fuera, falso, ninguno, non, pas, hors, faux, aucun, nicht, nein, kein, keine, falsch, senza, fuori, nessuno, nao, sem, fora, nenhum, plus disponible, plus en stock, plus dispo",
);

const availablePhrases = list(`
  in stock, instock, available, limited availability, online only, in store only, on hand, low stock, yes, y, true,
  en stock, disponible, disponibles, en existencia, en existencias, existencias, hay, hay stock, si, verdadero, ultimas unidades, ultima unidad, ultimas piezas, stock bajo, pocas unidades,
  dispo, oui, vrai, derniers articles, dernieres unites, dernier article, dernieres pieces,
  auf lager, am lager, lagernd, verfugbar, verfuegbar, lieferbar, sofort lieferbar, vorratig, vorraetig, erhaltlich, erhaeltlich, vorhanden, ja, wahr, wenige stuck, letzte stucke,
  disponibile, disponibili, disponibilita immediata, in magazzino, vero, ultimi pezzi, ultimo pezzo, pochi pezzi,
  disponivel, disponiveis, em stock, em estoque, ha stock, sim, verdadeiro, poucas unidades`);

const fillers = list(`
  only, over, more than, left, piece, pieces, pcs, pc, unit, units, item, items, qty, quantity, stock, few,
  quedan, queda, solo, mas de, unidad, unidades, ud, uds, u, pieza, piezas, plus que, plus de, seulement, article, articles, piece, unite, unites, pieces,
  nur noch, noch, nur, uber, mehr als, stuck, stueck, stk, rimasti, rimasto, piu di, pezzi, pezzo, pz, restam, resta, apenas, mais de, peca, pecas`);

const anyOf = (phrases: string[]) =>
  phrases
    .toSorted((a, b) => b.length - a.length)
    .join("|")
    .replaceAll(" ", "-");
const isUnavailable = new RegExp(`(?<![a-z\\d])(?:${anyOf(unavailable)})`, "u");
const isNegated = new RegExp(`(?<![a-z\\d])(?:${anyOf(negations)})(?![a-z\\d])`, "u");
const beside = `(?:-(?:${anyOf([...fillers, ...availablePhrases])}))*`;
const isAvailable = new RegExp(
  `^(?:(?:${anyOf(fillers)})-)*(?:\\d{1,6}${beside}|(?:${anyOf(availablePhrases)})${beside}(?:-\\d{1,6}${beside})?)$`,
  "u",
);
const schemaOrg = /^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)(?=[a-z]+$)/iu;

/** Reads words, a count or one of schema.org's states; an empty cell is available. */
export function readStock(cell: string): Stock {
  const text = cell.trim();
  if (text === "" || /^[✓✔☑]$/u.test(text)) return "available";
  if (/^(?:[✗✘☒]|[-−]\s?\d+)$/u.test(text)) return "out";
  const plain = text.replace(/(?<=\d)[.,](?=\d)|\+$/gu, "").replace(schemaOrg, "");
  const said = slugify(plain.replace(/(?<=[a-z])(?=[A-Z])/gu, " "));
  const numbers = said.match(/\d+/gu) ?? [];
  const isNone = numbers.length > 0 && numbers.every((number) => Number(number) === 0);
  if (isNone || isNegated.test(said) || isUnavailable.test(said)) return "out";
  return isAvailable.test(said) ? "available" : "unknown";
}

export interface ListingRow {
  brand: string;
  title: string;
  size: string;
  price: string;
  seen?: string;
  url?: string;
  stock?: string;
}

/** `isMl`: a size without a unit is in ml; otherwise it could be in ounces. */
export function readListingRow(
  row: ListingRow,
  of: { shop: Shop; currency: string; isMl: boolean; now: Date },
): { out: string } | { price: Omit<NewPrice, "perfume_id"> } {
  const { shop, currency, isMl, now } = of;
  const amount = parseAmount(row.price, currency);
  const size = !isMl && /^[\d.,\s×x*]+$/iu.test(row.size) ? null : parseSize(row.size);
  const seenOn = row.seen || dayOf(now);
  const stock = readStock(row.stock ?? "");
  if (stock === "out") return { out: "out of stock" };
  if (stock === "unknown") return { out: `no known stock: ${JSON.stringify(row.stock)}` };
  if (amount === null) return { out: `no price: ${JSON.stringify(row.price)}` };
  if (size === null) return { out: `no size: ${JSON.stringify(row.size)}` };
  if (!isPastDay(seenOn, now)) return { out: `no date: ${JSON.stringify(row.seen)}` };
  return {
    price: {
      amount_cents: amount,
      currency,
      size_ml: size,
      kind: /\btester\b/iu.test(row.title) ? "tester" : "bottle",
      shop: shop.host,
      url: (row.url && parseAddress(row.url)?.url) || null,
      country: shop.country,
      seen_on: seenOn,
      user_id: null,
      state: "shown",
      vouched: 1,
      created_at: now.toISOString(),
    },
  };
}
