import { changed, type Words } from "./trigger-words.ts";

const facts = ["concentracion", "anio", "genero", "familia", "notas"];
const names = ["marca", "nombre"];

/** The columns of each table that decide what a file of the open data shows. */
const columns = {
  perfumes: [...names, "popularidad", ...facts],
  perfume_aliases: ["perfume_id", "alias", "kind"],
  dupes: ["perfume_id", "dupe_perfume_id", "estimacion", "estimacion_url"],
  dupe_sources: ["dupe_id", "url", "title", "author", "stance", "kind", "said_on"],
  prices: [
    "perfume_id",
    "amount_cents",
    "currency",
    "size_ml",
    "kind",
    "shop",
    "url",
    "country",
    "seen_on",
    "state",
    "vouched",
  ],
  verdict_counts: [
    "verdicts",
    ...["same", "close", "different"].flatMap((one) => [`opening_${one}`, `drydown_${one}`]),
    ...["less", "same", "more"].flatMap((one) => [`lasting_${one}`, `projection_${one}`]),
    ...["dupe", "either", "original"].map((one) => `again_${one}`),
  ],
  perfume_redirects: ["perfume_id"],
  blind_counts: ["tests", "found", "few_voices"],
};

type Table = keyof typeof columns;

const files: Record<Table, [file: string, id: string]> = {
  perfumes: ["perfumes", "id"],
  perfume_aliases: ["aliases", "id"],
  dupes: ["dupes", "id"],
  dupe_sources: ["sources", "id"],
  prices: ["prices", "id"],
  verdict_counts: ["verdicts", "dupe_id"],
  perfume_redirects: ["redirects", "old_id"],
  blind_counts: ["blind_tests", "dupe_id"],
};

const upsert = "on conflict (file, row_id) do update set at = excluded.at, waits = 1;";

const note = ({ now }: Words, file: string, id: string) =>
  `insert into data_changes (file, row_id, at) values ('${file}', ${id}, ${now}) ${upsert}`;

/** One row per row of a file: the log stays as small as the data. */
export function dataTriggers(words: Words): string[] {
  const noteAll = (table: Table, condition: string) => {
    const [file, id] = files[table];
    return `insert into data_changes (file, row_id, at) select '${file}', ${id}, ${words.now} from ${table} where ${condition} ${upsert}`;
  };

  const ofTable = ([table, [file, id]]: [string, [string, string]]) => [
    `data_${file}_coming after insert on ${table} begin ${note(words, file, `new.${id}`)} end`,
    `data_${file}_changing after update of ${columns[table as Table].join()} on ${table}
      when ${changed(columns[table as Table], words)} begin ${note(words, file, `new.${id}`)} end`,
    `data_${file}_going after delete on ${table} begin ${note(words, file, `old.${id}`)} end`,
  ];
  const pricesOf = (row: "old" | "new") => noteAll("prices", `shop = ${row}.host`);
  const itsDupes = "(select id from dupes where perfume_id = new.id or dupe_perfume_id = new.id)";
  return [
    ...Object.entries(files).flatMap(ofTable),
    // Rows name their bottles.
    `data_bottle_renamed after update of ${names.join()} on perfumes when ${changed(names, words)} begin
      ${noteAll("perfume_aliases", "perfume_id = new.id")}
      ${noteAll("dupes", `id in ${itsDupes}`)}
      ${noteAll("dupe_sources", `dupe_id in ${itsDupes}`)}
      ${noteAll("verdict_counts", `dupe_id in ${itsDupes}`)}
      ${noteAll("prices", "perfume_id = new.id")}
    end`,
    `data_dupe_moved after update of perfume_id, dupe_perfume_id on dupes
      when ${changed(["perfume_id", "dupe_perfume_id"], words)}
      begin
        ${noteAll("dupe_sources", "dupe_id = new.id")} ${noteAll("verdict_counts", "dupe_id = new.id")}
      end`,
    `data_blind_tests_renamed after update of ${names.join()} on perfumes when ${changed(names, words)}
      begin ${noteAll("blind_counts", `dupe_id in ${itsDupes}`)} end`,
    `data_blind_tests_moved after update of perfume_id, dupe_perfume_id on dupes
      when ${changed(["perfume_id", "dupe_perfume_id"], words)}
      begin ${noteAll("blind_counts", "dupe_id in (new.id)")} end`,
    `data_shop_coming after insert on shops when new.state = 'blocked' begin ${pricesOf("new")} end`,
    `data_shop_changing after update of state on shops when old.state <> new.state
      begin ${pricesOf("new")} end`,
    `data_shop_going after delete on shops when old.state = 'blocked' begin ${pricesOf("old")} end`,
  ];
}
