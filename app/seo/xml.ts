import XMLBuilder from "fast-xml-builder";

/** What stands in an XML document: `@_name` is an attribute, a list the same element over and over. */
export type Xml = { [name: string]: string | number | Xml | Xml[] };

/** Characters that no XML document may hold, not even escaped (XML 1.0 §2.2). */
// oxlint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\p{Cs}]/gu;

/** @returns an XML document of this one root element */
export function xmlDocument(root: Xml): string {
  const builder = new XMLBuilder({ ignoreAttributes: false, suppressEmptyNode: true });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build(root).replace(forbidden, "")}`;
}
