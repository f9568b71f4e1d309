import { expect, test } from "vitest";
import { readStock } from "./read-listing.ts";

const inSchema = (states: string) =>
  states
    .split(" ")
    .flatMap((state) => [`https://schema.org/${state}`, `http://schema.org/${state}`, state]);

/** One line of cells for each language, or kind of cell. */
const listed = (cells: string) => cells.trim().split(/\s*[|\n]\s*/u);

test.each([
  ...inSchema("InStock LimitedAvailability OnlineOnly InStoreOnly"),
  "",
  " ",
  ...listed(`
    In stock|in_stock|IN-STOCK|available|Yes|TRUE|true|only 3 left|3 in stock|12 pcs|10+|> 10|low stock|✓
    En stock|Disponible|disponibles|Sí|VERDADERO|Hay existencias|Últimas unidades|Últimas piezas|Stock bajo|Quedan 3 unidades|12 uds.|5 disponibles
    en stock|Disponible|Dispo|Oui|VRAI|Derniers articles|Plus que 2 articles|Plus que 3 en stock
    Auf Lager|verfügbar|Sofort lieferbar|lieferbar|vorrätig|Ja|WAHR|nur noch 2 Stück|Noch 3 verfügbar
    Disponibile|disponibili|in magazzino|Sì|VERO|Ultimi pezzi|solo 2 pezzi
    Disponível|Em stock|em estoque|Sim|VERDADEIRO|Últimas unidades|Restam 4 unidades
    1|7|120|1.0|12,000|schema:InStock|Stock: 5|Disponible (4)|In stock (12)
    Only 1 left in stock - order soon|In Stock (Ships Today)|Available now|Add to cart|In stock, dispatched within 24 hours
    Disponible - envío inmediato|Envío en 24h|Entrega inmediata|En stock, entrega en 3-5 días laborables|Con stock
    En stock - expédié sous 24h|Expédié sous 24h|En stock, livraison 2 à 4 jours ouvrés|Stock limité
    Auf Lager, Lieferzeit 1-3 Tage|sofort verfügbar, Lieferzeit: 1-2 Werktage|Versandfertig in 24 Stunden|Geringer Bestand
    Disponibile, spedizione in 24 ore|Pronta consegna|Poche unità disponibili|Pronta entrega|Disponível para envio imediato`),
])("%j can be bought", (cell) => {
  expect(readStock(cell)).toBe("available");
});

test.each([
  ...inSchema("OutOfStock SoldOut Discontinued PreOrder PreSale BackOrder MadeToOrder Reserved"),
  ...listed(`
    Out of stock|outofstock|out_of_stock|OOS|Sold out|SOLD OUT|Unavailable|not available|No longer available|discontinued|preorder|Pre-order|backorder|Coming soon|Join the waiting list|notify me|No|false|N|none left|0 left
    Agotado|AGOTADA|Sin stock|sin existencias|No disponible|no hay stock|Fuera de stock|Descatalogado|Reserva|Preventa|Próximamente|Bajo pedido|FALSO|Temporalmente agotado|Disponible: no|Avísame
    Épuisé|épuisée|Rupture de stock|En rupture|Hors stock|Indisponible|Non disponible|Plus disponible|Plus en stock|pas en stock|Précommande|Sur commande|Bientôt disponible|Vendu|FAUX|Non
    Ausverkauft|nicht verfügbar|Nicht auf Lager|zurzeit nicht lieferbar|Vergriffen|Vorbestellung|Vorbestellbar|Nein|FALSCH|Bald verfügbar|demnächst|kein Bestand
    Esaurito|ESAURITI|Non disponibile|fuori produzione|Preordine|Preordina|In arrivo|Su ordinazione|senza scorte
    Esgotado|Indisponível|Sem stock|sem estoque|Não disponível|Fora de linha|Pré-venda|Brevemente não|Em breve|Por encomenda|Não
    Back in stock soon|Out of stock, ships in 3 days|Envío no disponible|En réassort|Victime de son succès|Nicht auf Lager, Lieferzeit 3 Tage|Avvisami|Sold out soon|Stock 0, entrega 24h
    0|00|0.0|0,00|0 uds|In stock (0)|Disponible: 0|-3|−1|✗`),
])("%j cannot be bought", (cell) => {
  expect(readStock(cell)).toBe("out");
});

test.each(
  listed(
    "-|–|—|?|n/a|N/D|#N/A|maybe|Ask in the shop|Consultar|consultar tienda|2026-08-17|Available from May|Disponible el 12/12|Disponible en 30 días|In stock, ships from 12 December|Envío gratis|Available to ship in 3 weeks|in 3 Tagen|active|8411061012345|1E+05|https://schema.org/InStockish|https://shop.example/InStock|stock|unidades|в наличии|12 34",
  ),
)("%j is not understood", (cell) => {
  expect(readStock(cell)).not.toBe("available");
});
