import { otherCurrencyIn, parseAmount } from "./amounts.ts";
import { isTester } from "./bounds.ts";
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
  sold out, soldout, outofstock, unavailable, discontinu, preorder, pre order, backorder, back order, presale, pre sale, made to order, on order, on request, reserved, soon, wait, notify, oos, obsolete, restock, out of, end of life, eol, email me,
  agotad, indisponible, vendid, descatalogad, descontinuad, preventa, pre venta, prepedido, reserva, bajo pedido, por encargo, proximamente, avisame, a la espera, en camino, reposicion, reponiendo, retirad, proxima llegada,
  epuise, rupture, vendu, arrete, precommande, pre commande, sur commande, reserve, bientot, en attente, victime de son succes, reassort, reapprovision, m avertir, prevenez,
  ausverkauft, vergriffen, verkauft, eingestellt, auslauf, vorbestell, vorverkauf, auf bestellung, reserviert, demnachst, demnaechst, bald, nachbestell, unterwegs,
  esaurit, terminat, vendut, preordin, pre ordin, prenot, su ordinazione, su richiesta, in arrivo, prossimamente, avvis,
  esgotad, indisponivel, indisponiveis, encomenda, prevenda, pre venda, precompra, em breve, por encomenda`);

const negations = list(
  "no, not, none, without, false, n, sin, fuera, falso, ninguno, non, pas, hors, faux, aucun, nicht, nein, kein, keine, falsch, senza, fuori, nessuno, nao, sem, fora, nenhum, plus disponible, plus en stock, plus dispo",
);

const availablePhrases = list(`
  in stock, instock, available, limited availability, online only, in store only, on hand, low stock, yes, y, true, available now, buy now, add to cart, add to bag, add to basket,
  en stock, disponible, disponibles, en existencia, en existencias, existencias, hay, hay stock, si, verdadero, ultimas unidades, ultima unidad, ultimas piezas, stock bajo, pocas unidades, con stock, ultimas uds, stock limitado, anadir al carrito, anadir a la cesta,
  dispo, oui, vrai, derniers articles, dernieres unites, dernier article, dernieres pieces, stock limite, ajouter au panier,
  auf lager, am lager, lagernd, verfugbar, verfuegbar, lieferbar, sofort lieferbar, sofort verfugbar, sofort verfuegbar, vorratig, vorraetig, erhaltlich, erhaeltlich, vorhanden, ja, wahr, wenige stuck, wenige, letzte stucke, geringer bestand, in den warenkorb,
  disponibile, disponibili, disponibilita immediata, in magazzino, vero, ultimi pezzi, ultimo pezzo, pochi pezzi, poche unita, aggiungi al carrello,
  disponivel, disponiveis, em stock, em estoque, ha stock, sim, verdadeiro, poucas unidades, adicionar ao carrinho`);

const fillers = list(`
  only, over, more than, left, piece, pieces, pcs, pc, unit, units, item, items, qty, quantity, stock, few,
  quedan, queda, solo, mas de, unidad, unidades, ud, uds, u, pieza, piezas, plus que, plus de, seulement, article, articles, piece, unite, unites, pieces,
  nur noch, noch, nur, uber, mehr als, stuck, stueck, stk, rimasti, rimasto, piu di, pezzi, pezzo, pz, restam, resta, apenas, mais de, peca, pecas`);

/** Beginnings of words for sending, then when: "Lieferzeit 1-3 Tage", "ships today". */
const sending = list(
  "ship, deliver, dispatch, envio, entrega, recibelo, expedi, livr, lieferzeit, liefertermin, versand, consegna, spedi, pronta",
);
const when = list(`
  in, en, em, sous, within, a, to, and, y, bis, de, today, tomorrow, now, same, next, day, days, hours, h, hs, working, business,
  hoy, manana, inmediata, inmediato, dias, dia, horas, laborables, habiles, immediat, immediate, jour, jours, heures, ouvres,
  sofort, heute, morgen, demain, domani, amanha, tag, tage, tagen, werktag, werktage, werktagen, stunden, fertig, oggi, immediata, giorni, ore, lavorativi, imediato, imediata, uteis`);

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
const isSent = new RegExp(
  `(?<![a-z\\d])(?:(?:para|pour|pret-a|pronto-per|ready-to|to)-)?(?:${anyOf(sending)})[a-z]*(?:-(?:${anyOf(when)}|\\d{1,2}h?)(?![a-z\\d]))*`,
  "gu",
);
/** A call to buy before it is too late. */
const hurry = /(?<![a-z\d])(?:order|ends|selling|going)-(?:soon|fast)(?![a-z\d])/gu;
const schemaOrg = /^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)(?=[a-z]+$)/iu;

/** Reads words, a count or one of schema.org's states; an empty cell is available. */
export function readStock(cell: string): Stock {
  const text = cell.trim();
  if (text === "" || /^[✓✔☑]$/u.test(text)) return "available";
  if (/^(?:[✗✘☒]|[-−]\s?\d+)$/u.test(text)) return "out";
  const plain = text.replace(/(?<=\d)[.,](?=\d)|\+$/gu, "").replace(schemaOrg, "");
  const words = slugify(plain.replace(/(?<=[a-z])(?=[A-Z])/gu, " ")).replace(hurry, "");
  const said = slugify(words.replace(isSent, ""));
  const numbers = said.match(/\d+/gu) ?? [];
  const isNone = numbers.length > 0 && numbers.every((number) => Number(number) === 0);
  if (said === "" && words !== "") return "available";
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
  const isBare = !isMl && /^[\d.,\s×x*]+$/iu.test(row.size);
  const size = isBare ? null : parseSize(row.size);
  const seenOn = row.seen?.replace(/[T ]\d\d:\d\d.*$/u, "") || dayOf(now);
  const stock = readStock(row.stock ?? "");
  if (stock === "out") return { out: "out of stock" };
  if (stock === "unknown") return { out: `no known stock: ${JSON.stringify(row.stock)}` };
  if (otherCurrencyIn(row.price, currency) !== null)
    return {
      out: `a price in another currency than ${currency}: ${JSON.stringify(row.price)} (import it with --currency)`,
    };
  if (amount === null) return { out: `no price: ${JSON.stringify(row.price)}` };
  const advice = isBare ? " (write its unit, or have ml in the column's name)" : "";
  if (size === null) return { out: `no size: ${JSON.stringify(row.size)}${advice}` };
  if (!isPastDay(seenOn, now))
    return { out: `no date: ${JSON.stringify(row.seen)} (write it as 2026-01-31)` };
  return {
    price: {
      amount_cents: amount,
      currency,
      size_ml: size,
      kind: isTester(`${row.title} ${row.size}`) ? "tester" : "bottle",
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
