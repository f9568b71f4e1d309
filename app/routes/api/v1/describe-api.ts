import { z } from "zod";
import { languageCodes } from "#app/i18n/languages.ts";
import { siteName } from "#app/i18n/site-name.ts";
import { licenceAddress } from "#app/seo/licence-address.ts";
import { schemas } from "./answer-schemas.ts";
import { maxRows } from "./paging.ts";

type Name = keyof typeof schemas;

const pathOf = (name: string) => `#/components/schemas/${name}`;

const content = (name: Name, type = "application/json") => ({
  content: { [type]: { schema: { $ref: pathOf(name) } } },
});

const problem = (description: string) => ({
  description,
  ...content("Problem", "application/problem+json"),
});

const header = (description: string) => ({ description, schema: { type: "string" } });

const wait = { "Retry-After": header("Seconds until the next request.") };

const always = {
  "304": { description: "Unchanged since the answer with the ETag of If-None-Match." },
  "429": { ...problem("Too many requests from this network."), headers: wait },
  "500": problem("The server failed."),
  "503": { ...problem("The database is unavailable."), headers: wait },
};

const bad = { "400": problem("A parameter is wrong.") };

const ofOne = {
  "301": {
    description: "It was merged into another perfume.",
    headers: { Location: header("The same answer for that perfume.") },
  },
  "404": problem("No perfume has this id."),
  "410": problem("It was removed."),
};

const answer = (name: Name) => ({
  description: "The answer.",
  headers: {
    ETag: header("Of this answer; for If-None-Match."),
    Link: header('The address of `next`, with rel="next", where there is more.'),
  },
  ...content(name),
});

const parameter = (name: string, place: "query" | "path", schema: object, description: string) => ({
  name,
  in: place,
  required: place === "path" || name === "q",
  schema,
  description,
});

const anId = { type: "integer", minimum: 1 };
const paging = (column: string) => [
  parameter("after", "query", anId, `The ${column} of the last row of the page before.`),
  parameter(
    "limit",
    "query",
    { ...anId, default: maxRows },
    `Rows of a page; more than ${maxRows} is ${maxRows}.`,
  ),
];
const ofPerfume = parameter("id", "path", anId, "The perfume's id.");
const searched = [
  parameter("q", "query", { type: "string", minLength: 2 }, "Brand and name, as people type them."),
  parameter(
    "lang",
    "query",
    { type: "string", enum: languageCodes },
    "The language of the pages at `url`; without it, the reader's.",
  ),
];

const get = (
  operationId: string,
  summary: string,
  of: Name,
  parameters: object[],
  others = {},
) => ({
  get: {
    operationId,
    summary,
    parameters,
    responses: { "200": answer(of), ...others, ...always },
  },
});

const paths = {
  "/perfumes": get("listPerfumes", "All perfumes, by id", "PerfumeList", paging("id"), bad),
  "/perfumes/{id}": get("getPerfume", "One perfume", "OnePerfume", [ofPerfume], ofOne),
  "/perfumes/{id}/dupes": get(
    "listDupes",
    "The dupes of a perfume, in the site's order, not by price: by similarity, those that people doubt last",
    "DupeList",
    [ofPerfume, ...paging("dupe_perfume_id")],
    { ...bad, ...ofOne },
  ),
  "/perfumes/{id}/dupes/{dupe}": get(
    "getDupe",
    "A dupe beside its original: figures, facts, shared notes, prices, sources",
    "OneDupe",
    [ofPerfume, parameter("dupe", "path", anId, "The dupe's own id as a perfume.")],
    ofOne,
  ),
  "/search": get(
    "search",
    "At most ten perfumes, the best match first, which need not be the one that was meant: compare marca and nombre",
    "FoundList",
    searched,
    bad,
  ),
};

/** OpenAPI 3.1, of everything below /api/v1 */
export function describeApi({ origin, dataLicence }: { origin: string; dataLicence: string }) {
  return {
    openapi: "3.1.1",
    info: {
      title: `${siteName}: open data`,
      version: "1",
      description: describeData(origin),
      license: { name: dataLicence, url: licenceAddress(dataLicence) },
    },
    servers: [{ url: `${origin}/api/v1` }],
    paths,
    components: { schemas: describeSchemas() },
  };
}

function describeSchemas() {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const made = z.toJSONSchema(registry, { uri: pathOf, io: "input" });
  for (const schema of Object.values(made.schemas)) {
    delete schema.$id;
    delete schema.$schema;
  }
  return made.schemas;
}

/** What a program must know beyond single fields: how files relate, and which price an answer has (RULES.md 4.5). */
const describeData = (origin: string) =>
  `Facts about perfumes and their dupes. Files with everything, and what their columns mean: ${origin}/en/data

The files' rows name perfumes by marca and nombre, as answers here do; in dupes, sources, verdicts and blind_tests, perfume_marca and perfume_nombre are the original. Prices are those that an operator or two people vouch for; the site shows others, too. An answer's price for a perfume is, among the rows of the file prices with its marca and nombre, tipo bottle and one moneda, the one with the lowest importe per ml whose fecha is within 60 days, else the newest within 180 days; older rows are in the file only.

${origin}/data/changes.jsonl?since=ID has one line for each row that was added, changed, merged or removed after the change ID; an empty answer means that nothing was. At most 5,000 come at once; the header Link then leads to the next. Put each row in its place, and take out those of the kind remove.`;
