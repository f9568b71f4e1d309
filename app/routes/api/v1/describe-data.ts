/** What a program must know beyond single fields: how files relate, and which price an answer has (RULES.md 4.5). */
export const describeData = (origin: string) =>
  `Facts about perfumes and their dupes. Files with everything, and what their columns mean: ${origin}/en/data

The files' rows name perfumes by marca and nombre, as answers here do; in dupes, sources and verdicts, perfume_marca and perfume_nombre are the original. Prices are those that an operator or two people vouch for; the site shows others, too. An answer's price for a perfume is, among the rows of the file prices with its marca and nombre, tipo bottle and one moneda, the one with the lowest importe per ml whose fecha is within 60 days, else the newest within 180 days; older rows are in the file only.

${origin}/data/changes.jsonl?since=ID has one line for each row that was added, changed, merged or removed after the change ID; an empty answer means that nothing was. At most 5,000 come at once; the header Link then leads to the next. Put each row in its place, and take out those of the kind remove.`;
