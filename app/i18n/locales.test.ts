import { globSync, readFileSync } from "node:fs";
import { parseSync } from "vite";
import { expect, test } from "vitest";
import { type Language, languageCodes } from "./languages.ts";

/** Every text of a file by its key: "perfume.title_one", "legal.sections.0.heading". */
type Words = Map<string, string>;

const files = ["ui", "pages", "messages", "emails", "desk"] as const;
const texts = Object.fromEntries(
  files.map((file) => [
    file,
    Object.fromEntries(languageCodes.map((code) => [code, wordsOf(file, code)])),
  ]),
) as Record<(typeof files)[number], Record<Language, Words>>;

function wordsOf(file: string, code: Language): Words {
  const words: Words = new Map();
  const take = (value: unknown, key: string): void => {
    if (typeof value === "object" && value !== null)
      for (const [name, inner] of Object.entries(value)) take(inner, key ? `${key}.${name}` : name);
    else words.set(key, typeof value === "string" ? value : "");
  };
  take(
    JSON.parse(readFileSync(new URL(`locales/${code}/${file}.json`, import.meta.url), "utf8")),
    "",
  );
  return words;
}

const pluralSuffix = /_(zero|one|two|few|many|other)$/;

/** The key that code uses: "perfume.title" for "perfume.title_one". */
const baseOf = (key: string) => key.replace(pluralSuffix, "");

const keysOf = (words: Words) => [...new Set([...words.keys()].map(baseOf))].toSorted();

/** "{{date, il}}" counts as "date". */
const placeholdersOf = (text: string) =>
  [...text.matchAll(/\{\{([^},]*)[^}]*\}\}/g)].map(([, name]) => name!.trim()).toSorted();

/** Keys missing from some language, e.g. "de perfume.title". */
function missing(of: Record<string, Words>): string[] {
  const all = new Set(Object.values(of).flatMap(keysOf));
  return Object.entries(of).flatMap(([code, words]) => {
    const own = new Set(keysOf(words));
    return [...all].filter((key) => !own.has(key)).map((key) => `${code} ${key}`);
  });
}

/** Keys whose plural forms differ from the language's; `_zero` is optional. */
function wrongPlurals(code: string, words: Words): string[] {
  const wanted = new Intl.PluralRules(code).resolvedOptions().pluralCategories.toSorted().join();
  const forms = new Map<string, string[]>();
  for (const key of words.keys()) {
    const form = pluralSuffix.exec(key)?.[1];
    if (form) forms.set(baseOf(key), [...(forms.get(baseOf(key)) ?? []), form]);
  }
  return [...forms]
    .filter(([key, own]) => {
      const counted = own.filter((form) => form !== "zero" || wanted.includes("zero"));
      return counted.toSorted().join() !== wanted || words.has(key);
    })
    .map(([key, own]) => `${code} ${key}: ${own.join()} instead of ${wanted}`);
}

/** Texts whose {{placeholders}} differ from the Spanish text's; `_many` is compared with `_other`. */
function wrongPlaceholders(words: Words, spanish: Words): string[] {
  return [...words]
    .filter(([key, text]) => {
      const model = spanish.get(key) ?? spanish.get(key.replace(pluralSuffix, "_other"));
      return model !== undefined && `${placeholdersOf(text)}` !== `${placeholdersOf(model)}`;
    })
    .map(([key]) => key);
}

const emptyOf = (words: Words) => [...words].filter(([, text]) => !text.trim()).map(([key]) => key);

const wordsIn = (text: string) =>
  text.replace(/\{\{[^}]*\}\}/g, "").match(/\p{L}+(-\p{L}+)*/gu) ?? [];

/** In two of these, a few words may be identical ("Aviso legal", "{{shown}} votos"), but not a sentence. */
const sisters = new Set(["es", "fr", "it", "pt"]);
const maxShared = 4;

/** Texts that are identical in two languages, e.g. "en/de footer.blog: Blog". @param meant words allowed to be identical */
function untranslated(of: Record<string, Words>, meant: string[]): string[] {
  const codes = Object.keys(of);
  return codes.flatMap((code, at) =>
    codes.slice(at + 1).flatMap((other) =>
      [...of[code]!]
        .filter(([key, text]) => {
          const shared = wordsIn(text);
          if (of[other]!.get(key) !== text || shared.length === 0 || isAnchor(key)) return false;
          if (sisters.has(code) && sisters.has(other)) return shared.length > maxShared;
          return !meant.includes(shared.join(" "));
        })
        .map(([key, text]) => `${code}/${other} ${key}: ${text}`),
    ),
  );
}

/** The id of a section is part of an address, not text. */
const isAnchor = (key: string) => /\.sections\.\d+\.id$/.test(key);

interface Node {
  type: string;
  start: number;
  [property: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value;

function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode);
}

function parse(file: string, source: string): Node[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  const nodes: Node[] = [];
  const visit = (node: Node) => {
    nodes.push(node);
    for (const child of childrenOf(node)) visit(child);
  };
  visit(program as unknown as Node);
  return nodes;
}

/** The literals that an expression can evaluate to, also in ?:, &&, ??, + and templates. */
function literals(node: Node): string[] {
  switch (node.type) {
    case "Literal":
      return typeof node.value === "string" ? [node.value] : [];
    case "TemplateLiteral":
      return (node.quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked);
    case "ConditionalExpression":
      return [...literals(node.consequent as Node), ...literals(node.alternate as Node)];
    case "LogicalExpression":
    case "BinaryExpression":
      return /^(\+|&&|\|\||\?\?)$/.test(String(node.operator))
        ? [...literals(node.left as Node), ...literals(node.right as Node)]
        : [];
    case "JSXExpressionContainer":
    case "ParenthesizedExpression":
    case "TSAsExpression":
      return literals(node.expression as Node);
    default:
      return [];
  }
}

const spoken = new Set([
  "aria-label",
  "title",
  "alt",
  "placeholder",
  "label",
  "lead",
  "description",
]);
const hasLetters = (text: string) => /\p{L}/u.test(text);

/** Untranslated words that a component shows or reads out. */
function hardCoded(file: string, source: string): string[] {
  return parse(file, source)
    .flatMap((node) => {
      if (node.type === "JSXText") return [String(node.value)];
      if (node.type === "JSXElement" || node.type === "JSXFragment")
        return (node.children as Node[])
          .filter((child) => child.type === "JSXExpressionContainer")
          .flatMap(literals);
      if (node.type === "JSXAttribute" && spoken.has(String((node.name as Node).name)))
        return isNode(node.value) ? literals(node.value) : [];
      return [];
    })
    .filter(hasLetters)
    .map((text) => `${file}: ${text.trim()}`);
}

/** All string literals in a source. */
const stringsIn = (file: string, source: string) => parse(file, source).flatMap(literals);

/** The literal keys in a source's calls of t(). */
const askedIn = (file: string, source: string) =>
  parse(file, source)
    .filter((node) => {
      const callee = node.callee as Node | undefined;
      const name =
        callee?.type === "MemberExpression" ? (callee.property as Node).name : callee?.name;
      return node.type === "CallExpression" && name === "t";
    })
    .map((node) => (node.arguments as Node[])[0]!)
    .flatMap(literals)
    .filter((key) => /^\w+(\.\w+)+$/.test(key));

const sources = globSync("app/**/*.{ts,tsx}")
  .filter((file) => !file.includes(".test."))
  .map((file) => [file, readFileSync(file, "utf8")] as const);

/** Words that English shares with French, German, Italian, Portuguese or Spanish. */
const shared = {
  ui: "Blog Contact Cookies Error Legal Home Menu Message Name Password Privacy Profil Shop Tester Decant alternative alternatives dupe dupes vote votes",
  pages:
    "Blog Concentration Dupes Identification Liste Modifications Name Notes Session Website minute minutes Parfum Perfume perfume perfumes",
  messages: "article articles catalogue discussion discussions dupe dupes source sources",
  desk: "Adresse Catalogue Code Concentration Date Decant Dupe Dupes File Foto Link Marca Message Messages Name Nome Notes Original Pages Parfum Parfums Password Perfume Perfumes Person Photo Shop Suggestions Status Suspension Tester Sources Type Verdicts Votes article catalogue code discussion dupes ml no",
  emails: "E-mail Message Messages Name",
};

/** Printed on bottles in every language. */
const printed = ["Eau de parfum", "Eau de Parfum", "Eau de toilette", "Eau de Toilette"].concat([
  "Eau de cologne",
  "Eau de Cologne",
  "Extrait de parfum",
  "Extrait de Parfum",
  "Unisex",
]);

test.each(files)("every language has the same keys (%s.json)", (file) => {
  expect(texts[file].es.size).toBeGreaterThan(20);
  expect(missing(texts[file])).toEqual([]);
});

test.each(files)("every language has exactly the plural forms that it needs (%s.json)", (file) => {
  expect(languageCodes.flatMap((code) => wrongPlurals(code, texts[file][code]))).toEqual([]);
});

test.each(files)("a text has the same placeholders in every language (%s.json)", (file) => {
  for (const code of languageCodes)
    expect([code, wrongPlaceholders(texts[file][code], texts[file].es)]).toEqual([code, []]);
});

test.each(files)("no text is empty (%s.json)", (file) => {
  for (const code of languageCodes) expect([code, emptyOf(texts[file][code])]).toEqual([code, []]);
});

test.each(files)("no text is left untranslated (%s.json)", (file) => {
  expect(untranslated(texts[file], [...shared[file].split(" "), ...printed])).toEqual([]);
});

const anchors = (code: Language) => [...texts.pages[code]].filter(([key]) => isAnchor(key));

test("a section has the same anchor in every language", () => {
  expect(anchors("es").length).toBeGreaterThan(10);
  for (const code of languageCodes) expect(anchors(code)).toEqual(anchors("es"));
});

/** The strings with which code can ask for a text: its key, a section that it is in, or the start of a key with a value in it. */
function askedBy(file: string, key: string): string[] {
  const names = key.split(".");
  const sections = names.map((_, at) => `${file}:${names.slice(0, at + 1).join(".")}`);
  const starts = sections.slice(0, -1).map((section) => `${section}.`);
  // Code names some messages and emails without their file, and ui.json is the file of keys without one.
  const short =
    file === "emails" ? names.slice(0, 1) : file === "ui" || file === "messages" ? [key] : [];
  return [...short, ...sections, ...starts];
}

test.each(files)("every text is used somewhere (%s.json)", (file) => {
  const written = new Set(sources.flatMap(([name, source]) => stringsIn(name, source)));
  const unused = keysOf(texts[file].es).filter(
    (key) => !askedBy(file, key).some((asked) => written.has(asked)),
  );
  expect(unused).toEqual([]);
});

test("every key that code uses exists", () => {
  const asked = sources.flatMap(([file, source]) => askedIn(file, source));
  const there = new Set(keysOf(texts.ui.es));
  expect(asked.length).toBeGreaterThan(50);
  expect(asked.filter((key) => !there.has(key))).toEqual([]);
});

test("no component has hard-coded text", () => {
  const components = sources.filter(([file]) => file.endsWith(".tsx"));
  expect(components.length).toBeGreaterThan(20);
  expect(components.flatMap(([file, source]) => hardCoded(file, source))).toEqual([]);
});

/** Wording that shoppers would find odd, and its replacement; some are allowed in legal texts. */
const stumbles: [code: Language, wrong: RegExp, instead: string][] = [
  ["es", /\busted(es)?\b|\bvosotros\b/iu, "tú"],
  ["es", /de afiliación|\bunid[oa] a\b/iu, "de afiliados, vinculado a"],
  ["en", /\be-mail/iu, "email"],
  ["en", /\bdupes? of\b|\bto go on\b|\brefuse\b/iu, "dupe for, to continue, decline"],
  ["fr", /(?<!\p{L})(tu|toi|ton|tes)(?!\p{L})/iu, "vous"],
  ["fr", /d’affiliation|: les parfums\b/iu, "affilié, Parfums Dior"],
  ["de", /\b(der|den|einen|keinen|welcher|dieser|jeder) Dupe\b/iu, "das Dupe"],
  ["it", /\bcifr[ae]\b|di affiliazione|\bNe conosciamo \{/iu, "percentuale, affiliato"],
  ["pt", /\bvocês?\b/iu, "tu"],
  ["pt", /\b(a|na|da|à|pela) Sosia\b|\bcom Google\b|da marca \{/iu, "o Sosia, com o Google"],
];

/** @returns a language's texts with forbidden wording, by file and key */
const textsWith = (code: Language, wrong: RegExp, isAsked = (_key: string) => true) =>
  files.flatMap((file) =>
    [...texts[file][code]]
      .filter(([key, text]) => isAsked(`${file} ${key}`) && wrong.test(text))
      .map(([key, text]) => `${file} ${key}: ${text}`),
  );

test.each(stumbles)("%s texts avoid %s and say instead: %s", (code, wrong) => {
  expect(textsWith(code, wrong)).toEqual([]);
});

/** The desk's texts name people and dates in their own way. */
const isShoppers = (key: string) => !key.startsWith("desk ");

test("French and Italian leave elision to the formatter: {{nombre, de}}, {{date, il}}", () => {
  const name = /(?<!\p{L})(de|que|jusque|lorsque) \{\{?(nombre|marca|dupe|brand|original|like)/iu;
  const day = /(?<!\p{L})(il|al|dal|del|nel|sul|giorno|data) \{\{/iu;
  expect(textsWith("fr", name, isShoppers)).toEqual([]);
  expect(textsWith("it", day, isShoppers)).toEqual([]);
  for (const code of languageCodes)
    expect(textsWith(code, /\{\{[^}]*,/u, (key) => key.startsWith("ui "))).toEqual([]);
  for (const code of ["es", "en", "de", "pt"] as const)
    expect(textsWith(code, /\{\{[^}]*,/u)).toEqual([]);
  expect(textsWith("fr", /\{\{[^}]*, (?!de\}\})/u)).toEqual([]);
  expect(textsWith("it", /\{\{[^}]*, (?!(Il|il|al|Dal|dal|del)\}\})/u)).toEqual([]);
});

/** At the start of a sentence "Sie" can mean it, they or you; the verb form decides. */
const formal =
  /(?<=[\p{L},]\s)Sie\b|\bIhnen\b|\bIhre?[mnrs]?\b|\bSie (haben|können|sind|müssen|möchten|werden)\b/u;

test("German addresses everyone as du, in legal texts too", () => {
  expect(textsWith("de", formal)).toEqual([]);
});

/** A privacy policy informs: it is read, whereas terms are accepted, and a legal notice is neither. */
test.each([
  ["es", /acept\p{L}+ (la política|el aviso)/iu],
  ["en", /accept the (privacy|legal notice)/iu],
  ["fr", /accept\p{L}+ (la politique|les mentions)/iu],
  ["de", /akzeptier\p{L}+ (du )?(die Datenschutz|das Impressum|den rechtlichen)/iu],
  ["it", /accett\p{L}+ (l’informativa|le note)/iu],
  ["pt", /aceit\p{L}+ (a política|o aviso)/iu],
] as const)("%s: nobody accepts the privacy policy or the legal notice", (code, wrong) => {
  // spec.md quotes this sentence; the next one says what to do.
  const quoted = /^Debes aceptar la política de privacidad\. /u;
  const found = files
    .flatMap((file) => [...texts[file][code].values()])
    .filter((text) => wrong.test(text));
  expect(found.filter((text) => !quoted.test(text))).toEqual([]);
});

test.each(languageCodes)(
  "quotation marks, apostrophes and ellipses are typographic in %s",
  (code) => {
    expect(textsWith(code, /["'´`]|\.\.\./u)).toEqual([]);
  },
);

/** Abbreviations do not end a sentence, and a stop after the signs allowed in passwords would look like one of them. */
const isOpenEnded = (text: string) => {
  const said = text.replaceAll(/(?<!\p{L})(z\.\sB|Nr|n|no|p\.\s?ex|[Aa]rt)\.(º|\s)/gu, "");
  return /[.!?…][’”»)]?\s[\p{Lu}¡¿«„“{]/u.test(said) && !/([.!?…”»)]|\*\?&|\}\})$/u.test(said);
};

test.each(languageCodes)("a message of several sentences ends like a sentence in %s", (code) => {
  const found = [...texts.messages[code].values()].filter(isOpenEnded);
  expect(found).toEqual([]);
});

test("spaces before French punctuation and before % are non-breaking", () => {
  expect(
    textsWith("fr", /[^\u00a0]»|«[^\u00a0]|\p{L}[;!?]|[^\S\u202f][;!?]|[^\S\u00a0]:/u),
  ).toEqual([]);
  for (const code of ["es", "fr", "de"] as const)
    expect(textsWith(code, /\d[^\u00a0]?%/u)).toEqual([]);
  for (const code of ["en", "it", "pt"] as const) expect(textsWith(code, /\d\s%/u)).toEqual([]);
});

test.each([
  ["es", "Si dices que no,"],
  ["en", "If you decline,"],
  ["fr", "Si vous refusez,"],
  ["de", "Wenn du ablehnst,"],
  ["it", "Se rifiuti,"],
  ["pt", "Se recusares,"],
] as const)("the consent question in %s explains the consequences: %s…", (code, words) => {
  const asked = [...texts.pages[code]].filter(([key]) => key.startsWith("consent.ask"));
  expect(asked).toHaveLength(3);
  for (const [, text] of asked) expect(text).toContain(words);
});

test.each([
  ["es", "No prometemos ningún ahorro"],
  ["en", "We promise no saving"],
  ["fr", "Nous ne promettons aucune économie"],
  ["de", "Wir versprechen keine Ersparnis"],
  ["it", "Non promettiamo alcun risparmio"],
  ["pt", "Não prometemos qualquer poupança"],
] as const)(
  "the legal notice in %s disclaims what the site does not promise: %s",
  (code, words) => {
    const notice = [...texts.pages[code]].filter(([key]) => key.startsWith("legal.sections."));
    const said = notice.filter(([, text]) => text.includes(words));
    expect(said).toHaveLength(1);
    expect(said[0]![1]).toMatch(/\b90\s?%/u);
  },
);

/** The keys of texts on buttons, and on links that look like one; texts for screen readers may be longer. */
const buttonsIn = (file: string, source: string) =>
  parse(file, source)
    .filter((node) => node.type === "JSXElement")
    .filter((node) => {
      const { start, end } = node.openingElement as Node & { end: number };
      const tag = source.slice(start, end);
      return /^<(button|Submit)\b/u.test(tag) || /className="[^"]*\b(button|quiet)\b/u.test(tag);
    })
    .flatMap((node) => {
      const { start, end } = node as Node & { end: number };
      const inside = source
        .slice(start, end)
        .replace(/<span className="unseen">.*?<\/span>/gsu, "");
      return keysIn(inside);
    })
    .concat([...source.matchAll(/\bsubmit=\{[^{}]*\}/gu)].flatMap(([button]) => keysIn(button)));

const keysIn = (code: string) =>
  [...code.matchAll(/\bt\(\s*([^()]*)\)/gu)].flatMap(([, keys]) =>
    [...keys!.matchAll(/"(\w+\.\w+)"/gu)].map(([, key]) => key!),
  );

/** Texts of buttons that code reads as a section. */
const pageButtons =
  /(^pages (consent\.(refuse|accept|save)|legal\.noticeLink|shelf\.(remove|emptyButton|weekly(Ask|Stop)|back|all\w+|download|moves\.\w+)|report\.(submit|back)|notice\.submit|blog\.readMore|(unsubscribe|linkGoogle)\.(button|shelf)))|(^emails \S+(button|unsubscribe))$/u;

test("a button's words fit on it: at most 24 characters in every language", () => {
  const keys = new Set(
    sources
      .filter(([file]) => file.endsWith(".tsx") && !file.includes("/desk/"))
      .flatMap(([file, source]) => buttonsIn(file, source)),
  );
  expect(keys.size).toBeGreaterThan(30);
  const isButton = (key: string) => keys.has(key.replace(/^ui /u, "")) || pageButtons.test(key);
  for (const code of languageCodes) {
    expect(textsWith(code, /^.*$/u, isButton).length).toBeGreaterThan(60);
    expect(textsWith(code, /^.{25,}$/u, isButton)).toEqual([]);
  }
});

// Proves that the checks above can fail.

const words = (object: Record<string, string>): Words => new Map(Object.entries(object));

test("each check of texts finds a mistake", () => {
  const es = words({ a: "Un {{texto}}", b_one: "B", b_other: "B" });
  const en = words({ a: "Un {{texto}}", c: " " });
  expect(missing({ es, en })).toEqual(["es c", "en b"]);
  expect(wrongPlurals("es", es)).toEqual(["es b: one,other instead of many,one,other"]);
  expect(wrongPlaceholders(words({ a: "A text" }), es)).toEqual(["a"]);
  expect(untranslated({ es, en }, [])).toEqual(["es/en a: Un {{texto}}"]);
  expect(emptyOf(en)).toEqual(["c"]);
});

test.each([
  ["<p>Hola</p>", "Hola"],
  ["<p>{n} votos</p>", "votos"],
  ["<p>{'Hola'}</p>", "Hola"],
  ["<p>{ok ? t('a.b') : 'Error'}</p>", "Error"],
  ["<p>{ok && `${n} votes`}</p>", "votes"],
  ["<p>{n + ' votes'}</p>", "votes"],
  ["<>Bonjour</>", "Bonjour"],
  ["<img alt='Frasco' />", "Frasco"],
  ["<nav aria-label={'Principal'} />", "Principal"],
  ["<input placeholder={ok ? `Brand` : undefined} />", "Brand"],
  ["<Head title='About' />", "About"],
])("detects hard-coded words in a component: %s", (jsx, found) => {
  expect(hardCoded("x.tsx", `export default () => ${jsx};`)).toEqual([`x.tsx: ${found}`]);
});

test("the privacy page says that texts of failed searches stay for six months (RULES.md 2.2, 14.9)", () => {
  const said = {
    es: /^Búsquedas sin resultado: .*varias personas.* 6 meses\./u,
    en: /^Searches that find nothing: .*several people.* 6 months\./u,
    fr: /^Recherches sans résultat.: .*plusieurs personnes.* 6 mois\./u,
    de: /^Suchen ohne Ergebnis: .*mehrere Leute.* 6 Monate\./u,
    it: /^Ricerche senza risultati: .*più persone.* 6 mesi\./u,
    pt: /^Pesquisas sem resultados: .*várias pessoas.* 6 meses\./u,
  };
  for (const code of languageCodes)
    expect([...texts.pages[code].values()].filter((text) => said[code].test(text))).toHaveLength(1);
});
