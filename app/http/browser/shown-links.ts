export const text = (node: Node | null | undefined) => node?.textContent ?? "";

/** At the end of a bottle's address or a card's id. */
export const idIn = (address: string | null = "") => Number(/\d+$/u.exec(address!));

function readLink(link: Element) {
  const id = idIn(link.getAttribute("href"));
  const marca = text(link.nextElementSibling);
  return { id, ...(marca && { marca }), nombre: text(link) };
}

/** Links to other perfumes, as the page shows them. The brand's link is in the masthead, too; of the lists, that of its perfumes names no brands. */
export function readRelated(document: Document) {
  const linksIn = (list: Element | Document, selector: string) =>
    Array.from(list.querySelectorAll(selector), readLink);
  const also = Array.from(document.querySelectorAll(".related dl > div"), (dupe) => ({
    marca: text(dupe.querySelector("span")),
    nombre: text(dupe.querySelector("dt")?.firstChild),
    originals: linksIn(dupe, "a"),
  }));
  const links = linksIn(document, ".related li a");
  const dupes = links.filter((link) => "marca" in link);
  const siblings = links.filter((link) => !("marca" in link));
  const [next] = linksIn(document, ".related p > span + a");
  return {
    brand: document.querySelector(".facts a")?.getAttribute("href")?.slice("/es".length) ?? "",
    ...(also.length > 0 && { also }),
    ...(dupes.length > 0 && { dupes }),
    ...(siblings.length > 0 && { siblings }),
    ...(next && { next }),
  };
}
