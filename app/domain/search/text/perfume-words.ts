export const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

export const numberSigns = wordSet("no n nr num numero number nummer nbr nro");

export const concentrationWords = wordSet("edp edt edc extrait parfum eau mist classic original");

export const menWords = wordSet(`
  men man mens him his male males homme hommes hombre hombres caballero caballeros masculino masculina masculin uomo uomini maschile herren herr mann manner maenner
  homem homens senhor lui ele ihn gentleman gents boys chico chicos`);

export const womenWords = wordSet(`
  women woman womens her hers female femme femmes mujer mujeres dama damas senora femenino femenina feminin feminine donna donne femminile
  damen frau frauen mulher mulheres feminino feminina elle ella lei ela sie lady ladies girls chica chicas`);

export const genderWords = new Set([...menWords, ...womenWords, "unisex", "unisexe"]);

export const flankerWords = wordSet(`
  intense intenso intensa intensely extreme extrem elixir absolu absolute absolue absoluto sport sports summer winter spring edition edicion limited collector
  collectors collection collezione holiday christmas anniversary exclusive exclusif exclusivo special night light fresh fraiche legere legend prive privee private
  gold silver platinum black white blue red pink aqua rose florale floral nectar essence concentree concentrate oil hair body lotion set tester refill vintage
  deluxe premium royal reserve ultimate ultra new eclat noir rouge flame sensual secret sunset sunrise love oud extra pure`);

export const concentrationPhrases: ReadonlyMap<string, string> = new Map(
  Object.entries({
    edp: "eau de parfum|eau de perfume|eau du parfum|eaudeparfum|e d p|agua de perfume|acqua di profumo|agua de parfum|eau parfum|eau de parfume",
    edt: "eau de toilette|eau de toilete|eau du toilette|eaudetoilette|e d t|agua de tocador|acqua di toilette|eau toilette|eau de toillete|eau de toillette",
    edc: "eau de cologne|eau de colonia|eaudecologne|e d c|agua de colonia|acqua di colonia|agua de cologne",
    extrait:
      "extrait de parfum|extracto de perfume|estratto di profumo|extrait de perfume|parfum extrait",
  }).flatMap(([short, phrases]) => phrases.split("|").map((phrase) => [phrase, short] as const)),
);
