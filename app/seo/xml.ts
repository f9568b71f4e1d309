import { XMLBuilder } from "fast-xml-parser";

/** The content of an XML element: `@_name` is an attribute, an array repeats an element. */
export type Xml = { [name: string]: string | number | Xml | Xml[] };

/** Characters that XML forbids, even escaped (XML 1.0 §2.2). */
// oxlint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\p{Cs}]/gu;

/** @param root the root element by its name */
export function xmlDocument(root: Xml): string {
  const builder = new XMLBuilder({ ignoreAttributes: false, suppressEmptyNode: true });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build(root).replace(forbidden, "")}`;
}
