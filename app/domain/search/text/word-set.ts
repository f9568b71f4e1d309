/** Words separated by blanks or line breaks in; the set of them out. */
export const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));
