import { pick, words } from "./hash.ts";

/** A liquid's colour and its darker edge, in three digits to save bytes on every card. */
export type Liquid = { fill: string; deep: string };

const PALETTE = {
  amber: { fill: "#d94", deep: "#742" },
  aqua: { fill: "#9cc", deep: "#477" },
  blue: { fill: "#79b", deep: "#346" },
  blush: { fill: "#eca", deep: "#a65" },
  champagne: { fill: "#edb", deep: "#976" },
  cherry: { fill: "#a23", deep: "#512" },
  citrus: { fill: "#ed7", deep: "#973" },
  clear: { fill: "#dee", deep: "#788" },
  coffee: { fill: "#643", deep: "#321" },
  coral: { fill: "#e97", deep: "#943" },
  gold: { fill: "#db5", deep: "#752" },
  green: { fill: "#9b7", deep: "#463" },
  lavender: { fill: "#bac", deep: "#647" },
  navy: { fill: "#468", deep: "#234" },
  noir: { fill: "#434", deep: "#212" },
  olive: { fill: "#aa6", deep: "#553" },
  oud: { fill: "#852", deep: "#421" },
  plum: { fill: "#858", deep: "#424" },
  rose: { fill: "#d9a", deep: "#834" },
  rouge: { fill: "#c45", deep: "#722" },
  silver: { fill: "#bcc", deep: "#566" },
  tobacco: { fill: "#a64", deep: "#532" },
  vanilla: { fill: "#ec9", deep: "#964" },
} as const satisfies Record<string, Liquid>;

type LiquidName = keyof typeof PALETTE;

/** Words in names of perfumes in English, Spanish, French, German, Italian, Portuguese and transcribed Arabic, without accents. */
const WORDS: Record<LiquidName, string> = {
  amber:
    "amber ambar ambre ambra bernstein amberwood ambery anbar kehribar resin sunset cognac rum ron rhum whisky whiskey bourbon brandy caramel caramelo karamell saffron azafran safran zafferano zafran zaafaran spice spicy spices especias epices cinnamon canela cannelle",
  aqua: "aqua acqua agua eau water wasser fresh frais fresco fresca marine marina marinho mint menta menthe ice eis ghiaccio glacial cool air breeze brisa sport rain lluvia pluie",
  blue: "blue bleu azul blau blu azure azur azzurro azzurra azraq light sky cielo ciel celeste cloud nube nuage iris",
  blush: "peach peche pesca pessego melocoton pfirsich apricot nude skin piel peau pelle bare",
  champagne:
    "champagne champana prosecco pear poire pera linen lin lino silk seda soie seta cashmere satin pearl perla perle",
  cherry:
    "cherry cerise cereza ciliegia kirsche cereja burgundy bordeaux wine vino vin vinho wein granada pomegranate scarlet carmine blood",
  citrus:
    "citrus citron lemon limon limone zitrone limao bergamot bergamote bergamota yuzu neroli cedrat yellow jaune amarillo giallo gelb amarelo mimosa ananas pineapple pina ylang summer verano ete estate verao sommer tropical",
  clear:
    "white blanc blanche blanco blanca bianco bianca weiss branco branca snow nieve neige neve schnee musk musc almizcle muschio moschus almiscar misk abyad abiyedh clean crystal cristal cristallo lily lirio lys muguet jasmine jasmin jazmin gelsomino gardenia tuberose tubereuse nardo nard tuberosa yasmin cotton coton diamond diamant diamante",
  coffee:
    "coffee cafe caffe kaffee espresso mocha cacao cocoa chocolate chocolat cioccolato schokolade kahwa qahwa khamrah dates brown marron castano",
  coral:
    "coral corail corallo orange oranger azahar zagara naranja arancia laranja arancio mandarin mandarine mandarina mandarino mango papaya tangerine blossom sunshine burnt fire fuego feu fuoco feuer fogo flame",
  gold: "gold golden or oro ouro dore dorado dorata doree aurum dahab dhahab zahab honey miel miele mel honig sun soleil sol sole sonne royal million king rey roi re sultan",
  green:
    "green vert verde verte grun gruen akhdar apple pomme manzana mela maca apfel basil tea the matcha vetiver vetyver bamboo grass herba herbes fig figue higo fico emerald smeraldo garden jardin giardino jardim",
  lavender: "lavender lavande lavanda lavendel lavandin lilac lilas lila glicinia wisteria khuzama",
  navy: "navy marino ocean oceano oceanic sea mer mare mar meer deep profondo profumo midnight minuit medianoche mezzanotte mitternacht sauvage night nuit notte nacht noche noite indigo sapphire zafiro saphir",
  noir: "noir noire negro negra nero nera schwarz preto preta black dark aswad onyx carbon charcoal smoke fumo humo fumee shadow ombre sombra incense incienso encens incenso bakhoor bakhour",
  olive:
    "olive oliva oakmoss moss musgo mousse chypre fougere forest foret bosque bosco wald pine pino pin cypress cypres earth terre tierra terra erde patchouli pachuli",
  oud: "oud oudh ud aoud agar agarwood wood woods woody bois madera legno holz madeira oudwood dehn",
  plum: "plum prune ciruela prugna ameixa violet violeta violette viola veilchen purple purpura pourpre purpurea orchid orchidee orquidea orchidea blackberry mure mora berry baies grape uva raisin amethyst amatista amethyste opium",
  rose: "rose rosa rosas roses ward wardi pink peony pivoine peonia blush flower fleur flor flora fiore blume bloom floral candy sugar love amour amor amore hub hubb baby girl tulip tulipe magnolia flowers fleurs flores fiori blumen bouquet cherie mademoiselle miss",
  rouge:
    "rouge red rojo roja rosso rossa rot vermelho ahmar ruby rubi rubis rubino strawberry fraise fresa fragola raspberry framboise frambuesa passion pasion passione poppy coquelicot amapola kiss desire hot lips lipstick",
  silver:
    "silver argent plata argento silber prata platinum platine platino steel metal metallic grey gray gris grigio grau titan titanium moon luna lune mond fadda fiddah",
  tobacco:
    "tobacco tabac tabaco tabacco tabak leather cuir cuero cuoio leder couro jild suede rust cedar cedre cedro zeder sandal sandalo sandalwood santal sandel",
  vanilla:
    "vanilla vanille vainilla vaniglia baunilha vanillas milk lait leche latte leite cream creme crema coconut coco cocco kokos almond almendra amande mandorla tonka sweet gourmand marshmallow praline pistachio pistache",
};

/** If a word is in two lists, the first one wins. */
const BY_WORD = new Map(
  (Object.entries(WORDS) as [LiquidName, string][])
    .toReversed()
    .flatMap(([name, list]) => list.split(" ").map((word): [string, LiquidName] => [word, name])),
);

/** These count only if a name has no other known word. */
const WEAK_WORDS = new Set(
  "eau water aqua acqua sport light fresh deep royal king love night nuit wood bois the re or sol mar flower flowers fleur fleurs sweet white blanc blanche bianco blanco abyad abiyedh musk musc".split(
    " ",
  ),
);

const FALLBACKS: LiquidName[] = [
  "amber",
  "amber",
  "gold",
  "gold",
  "vanilla",
  "champagne",
  "blush",
  "rose",
  "coral",
  "citrus",
  "tobacco",
  "oud",
  "aqua",
  "blue",
  "lavender",
  "green",
  "olive",
  "rouge",
];

export function colourWord(nombre: string): LiquidName | undefined {
  const known = words(nombre).filter((word) => BY_WORD.has(word));
  const word = known.find((each) => !WEAK_WORDS.has(each)) ?? known[0];
  return word === undefined ? undefined : BY_WORD.get(word);
}

export function liquidOf(marca: string, nombre: string): Liquid & { name: LiquidName } {
  const name = colourWord(nombre) ?? pick(FALLBACKS, `${marca} ${nombre}`, "liquid");
  return { name, ...PALETTE[name] };
}
