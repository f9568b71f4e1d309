/** For each page of a suggested dupe, which are all sent as `fuente`. */
export const pageFields = ["fuente", "fuente_2", "fuente_3", "fuente_4", "fuente_5"] as const;
export type PageField = (typeof pageFields)[number];

/** @param pages the addresses that a form shows */
export const pagesAsFields = (pages: readonly string[]) =>
  Object.fromEntries(pageFields.map((name, at) => [name, pages[at] ?? ""]));
