/** English|Spanish|French|German|Italian|Portuguese, as perfume shops say. */
export const noteWords = `
agarwood|oud|oud|Oud|oud|oud
akigalawood|akigalawood|akigalawood|Akigalawood|akigalawood|akigalawood
aldehyde|aldehídos|aldéhydes|Aldehyde|aldeidi|aldeídos
aldehydes|aldehídos|aldéhydes|Aldehyde|aldeidi|aldeídos
almond|almendra|amande|Mandel|mandorla|amêndoa
amber|ámbar|ambre|Amber|ambra|âmbar
amber accord|acorde de ámbar|accord ambré|Amber-Akkord|accordo d’ambra|acorde de âmbar
ambergris|ámbar gris|ambre gris|Ambra|ambra grigia|âmbar cinzento
amberwood|madera de ámbar|bois d’ambre|Amberholz|legno d’ambra|madeira de âmbar
ambrette|ambreta|ambrette|Ambrette|ambretta|ambreta
ambrofix|ambrofix|ambrofix|Ambrofix|ambrofix|ambrofix
ambroxan|ambroxan|ambroxan|Ambroxan|ambroxan|ambroxan
anise|anís|anis|Anis|anice|anis
apple|manzana|pomme|Apfel|mela|maçã
apricot|albaricoque|abricot|Aprikose|albicocca|damasco
aquatic notes|notas acuáticas|notes aquatiques|Wassernoten|note acquatiche|notas aquáticas
aromatic notes|notas aromáticas|notes aromatiques|aromatische Noten|note aromatiche|notas aromáticas
artemisia|artemisa|armoise|Beifuß|artemisia|artemísia
bamboo|bambú|bambou|Bambus|bambù|bambu
banana|plátano|banane|Banane|banana|banana
basil|albahaca|basilic|Basilikum|basilico|manjericão
bay leaf|laurel|laurier|Lorbeer|alloro|louro
beeswax|cera de abejas|cire d’abeille|Bienenwachs|cera d’api|cera de abelha
benzoin|benjuí|benjoin|Benzoe|benzoino|benjoim
bergamot|bergamota|bergamote|Bergamotte|bergamotto|bergamota
birch|abedul|bouleau|Birke|betulla|bétula
biscuit|galleta|biscuit|Keks|biscotto|bolacha
bitter almond|almendra amarga|amande amère|Bittermandel|mandorla amara|amêndoa amarga
bitter orange|naranja amarga|orange amère|Bitterorange|arancia amara|laranja amarga
black cherry|cereza negra|cerise noire|Schwarzkirsche|ciliegia nera|cereja-preta
black currant|grosella negra|cassis|schwarze Johannisbeere|ribes nero|groselha-preta
black pepper|pimienta negra|poivre noir|schwarzer Pfeffer|pepe nero|pimenta-preta
black tea|té negro|thé noir|schwarzer Tee|tè nero|chá preto
blackberry|mora|mûre|Brombeere|mora|amora
blackcurrant|grosella negra|cassis|schwarze Johannisbeere|ribes nero|groselha-preta
blood orange|naranja sanguina|orange sanguine|Blutorange|arancia rossa|laranja vermelha
bourbon vanilla|vainilla bourbon|vanille Bourbon|Bourbonvanille|vaniglia bourbon|baunilha bourbon
bulgarian rose|rosa búlgara|rose de Bulgarie|bulgarische Rose|rosa bulgara|rosa búlgara
cacao|cacao|cacao|Kakao|cacao|cacau
calone|calone|calone|Calone|calone|calone
candied fruit|frutas confitadas|fruits confits|kandierte Früchte|frutta candita|fruta cristalizada
cannabis|cannabis|cannabis|Cannabis|cannabis|cannabis
caramel|caramelo|caramel|Karamell|caramello|caramelo
caraway|alcaravea|carvi|Kümmel|carvi|alcaravia
cardamom|cardamomo|cardamome|Kardamom|cardamomo|cardamomo
carnation|clavel|œillet|Nelke|garofano|cravo
cashmeran|cashmeran|cashmeran|Cashmeran|cashmeran|cashmeran
cashmere wood|madera de cachemira|bois de cachemire|Kaschmirholz|legno di cashmere|madeira de caxemira
castoreum|castóreo|castoréum|Bibergeil|castoreo|castóreo
cedar|cedro|cèdre|Zedernholz|legno di cedro|cedro
cedar leaf|hoja de cedro|feuille de cèdre|Zedernblatt|foglia di cedro|folha de cedro
cedarwood|cedro|cèdre|Zedernholz|legno di cedro|cedro
chamomile|manzanilla|camomille|Kamille|camomilla|camomila
champagne|champán|champagne|Champagner|champagne|champanhe
cherry|cereza|cerise|Kirsche|ciliegia|cereja
cherry blossom|flor de cerezo|fleur de cerisier|Kirschblüte|fiori di ciliegio|flor de cerejeira
chestnut|castaña|châtaigne|Kastanie|castagna|castanha
chinotto|chinotto|chinotto|Chinotto|chinotto|chinotto
chocolate|chocolate|chocolat|Schokolade|cioccolato|chocolate
cinnamon|canela|cannelle|Zimt|cannella|canela
citron|cidra|cédrat|Zitronatzitrone|cedro|cidra
citrus|cítricos|agrumes|Zitrusfrüchte|agrumi|citrinos
citrus notes|notas cítricas|notes d’agrumes|Zitrusnoten|note agrumate|notas cítricas
citruses|notas cítricas|notes d’agrumes|Zitrusnoten|note agrumate|notas cítricas
civet|civeta|civette|Zibet|zibetto|civeta
clary sage|salvia esclarea|sauge sclarée|Muskatellersalbei|salvia sclarea|sálvia esclareia
clementine|clementina|clémentine|Clementine|clementina|clementina
clove|clavo|clou de girofle|Gewürznelke|chiodi di garofano|cravinho
cloves|clavo|clou de girofle|Gewürznelke|chiodi di garofano|cravinho
cocoa|cacao|cacao|Kakao|cacao|cacau
coconut|coco|noix de coco|Kokosnuss|cocco|coco
coconut milk|leche de coco|lait de coco|Kokosmilch|latte di cocco|leite de coco
coconut water|agua de coco|eau de coco|Kokoswasser|acqua di cocco|água de coco
coffee|café|café|Kaffee|caffè|café
cognac|coñac|cognac|Cognac|cognac|conhaque
coriander|cilantro|coriandre|Koriander|coriandolo|coentro
cotton|algodón|coton|Baumwolle|cotone|algodão
cotton candy|algodón de azúcar|barbe à papa|Zuckerwatte|zucchero filato|algodão-doce
coumarin|cumarina|coumarine|Cumarin|cumarina|cumarina
cumin|comino|cumin|Kreuzkümmel|cumino|cominho
cyclamen|ciclamen|cyclamen|Cyclamen|ciclamino|ciclâmen
cypress|ciprés|cyprès|Zypresse|cipresso|cipreste
cypriol|cypriol|cypriol|Cypriol|cypriol|cypriol
daisy|margarita|marguerite|Gänseblümchen|margherita|margarida
damask rose|rosa damascena|rose de Damas|Damaszener-Rose|rosa damascena|rosa damascena
date|dátil|datte|Dattel|dattero|tâmara
dates|dátil|datte|Dattel|dattero|tâmara
davana|davana|davana|Davana|davana|davana
dried fruit|frutas pasas|fruits secs|Trockenfrüchte|frutta essiccata|frutas secas
dried fruits|frutas pasas|fruits secs|Trockenfrüchte|frutta essiccata|frutas secas
driftwood|madera flotante|bois flotté|Treibholz|legni galleggianti|madeira flutuante
dry wood|maderas secas|bois secs|trockene Hölzer|legni secchi|madeiras secas
ebony|ébano|ébène|Ebenholz|ebano|ébano
elemi|elemí|élémi|Elemi|elemi|elemi
fig|higo|figue|Feige|fico|figo
fig leaf|hoja de higuera|feuille de figuier|Feigenblatt|foglia di fico|folha de figueira
fir resin|resina de abeto|résine de sapin|Tannenharz|resina di abete|resina de abeto
flint|sílex|silex|Feuerstein|selce|sílex
floral notes|notas florales|notes florales|blumige Noten|note floreali|notas florais
frangipani|frangipani|frangipanier|Frangipani|frangipani|frangipani
frankincense|incienso|encens|Weihrauch|incenso|incenso
freesia|fresia|freesia|Freesie|fresia|frésia
fruity notes|notas afrutadas|notes fruitées|fruchtige Noten|note fruttate|notas frutadas
galbanum|gálbano|galbanum|Galbanum|galbano|gálbano
gardenia|gardenia|gardénia|Gardenie|gardenia|gardénia
geranium|geranio|géranium|Geranium|geranio|gerânio
gin|ginebra|gin|Gin|gin|gin
ginger|jengibre|gingembre|Ingwer|zenzero|gengibre
gourmand notes|notas golosas|notes gourmandes|Gourmand-Noten|note gourmand|notas gourmand
grape|uva|raisin|Traube|uva|uva
grapefruit|pomelo|pamplemousse|Grapefruit|pompelmo|toranja
green apple|manzana verde|pomme verte|grüner Apfel|mela verde|maçã verde
green notes|notas verdes|notes vertes|grüne Noten|note verdi|notas verdes
green tea|té verde|thé vert|grüner Tee|tè verde|chá verde
guaiac wood|madera de guayaco|bois de gaïac|Guajakholz|legno di guaiaco|madeira de guaiaco
guava|guayaba|goyave|Guave|guava|goiaba
gunpowder|pólvora|poudre à canon|Schießpulver|polvere da sparo|pólvora
hawthorn|espino blanco|aubépine|Weißdorn|biancospino|espinheiro-branco
hay|heno|foin|Heu|fieno|feno
hazelnut|avellana|noisette|Haselnuss|nocciola|avelã
heliotrope|heliotropo|héliotrope|Heliotrop|eliotropio|heliotrópio
herbal notes|notas herbales|notes herbacées|krautige Noten|note erbacee|notas herbais
hibiscus|hibisco|hibiscus|Hibiskus|ibisco|hibisco
honey|miel|miel|Honig|miele|mel
honeysuckle|madreselva|chèvrefeuille|Geißblatt|caprifoglio|madressilva
hyacinth|jacinto|jacinthe|Hyazinthe|giacinto|jacinto
immortelle|siempreviva|immortelle|Immortelle|elicriso|perpétua
incense|incienso|encens|Weihrauch|incenso|incenso
iris|iris|iris|Iris|iris|íris
iso e super|iso e super|iso e super|Iso E Super|iso e super|iso e super
jasmine|jazmín|jasmin|Jasmin|gelsomino|jasmim
jasmine sambac|jazmín sambac|jasmin sambac|Sambac-Jasmin|gelsomino sambac|jasmim sambac
juniper|bayas de enebro|baies de genièvre|Wacholderbeeren|bacche di ginepro|bagas de zimbro
juniper berries|bayas de enebro|baies de genièvre|Wacholderbeeren|bacche di ginepro|bagas de zimbro
kiwi|kiwi|kiwi|Kiwi|kiwi|kiwi
labdanum|ládano|labdanum|Labdanum|labdano|ládano
lavandin|lavandín|lavandin|Lavandin|lavandin|lavandim
lavender|lavanda|lavande|Lavendel|lavanda|lavanda
leather|cuero|cuir|Leder|cuoio|couro
lemon|limón|citron|Zitrone|limone|limão
lemon verbena|verbena|verveine|Zitronenverbene|verbena|verbena
lemongrass|hierba limón|citronnelle|Zitronengras|citronella|erva-príncipe
licorice|regaliz|réglisse|Lakritz|liquirizia|alcaçuz
lilac|lila|lilas|Flieder|lillà|lilás
lily|lirio|lys|Lilie|giglio|lírio
lily of the valley|muguete|muguet|Maiglöckchen|mughetto|lírio-do-vale
lily-of-the-valley|muguete|muguet|Maiglöckchen|mughetto|lírio-do-vale
lime|lima|citron vert|Limette|lime|lima
linden blossom|flor de tilo|fleur de tilleul|Lindenblüte|fiori di tiglio|flor de tília
liqueur|licor|liqueur|Likör|liquore|licor
liquorice|regaliz|réglisse|Lakritz|liquirizia|alcaçuz
litchi|lichi|litchi|Litschi|litchi|líchia
lotus|loto|lotus|Lotus|loto|lótus
lychee|lichi|litchi|Litschi|litchi|líchia
madagascar vanilla|vainilla de Madagascar|vanille de Madagascar|Madagaskar-Vanille|vaniglia del Madagascar|baunilha de Madagáscar
magnolia|magnolia|magnolia|Magnolie|magnolia|magnólia
mandarin|mandarina|mandarine|Mandarine|mandarino|tangerina
mandarin orange|mandarina|mandarine|Mandarine|mandarino|tangerina
mango|mango|mangue|Mango|mango|manga
marigold|tagete|tagète|Tagetes|tagete|tagetes
marine notes|notas marinas|notes marines|Meeresnoten|note marine|notas marinhas
marshmallow|malvavisco|guimauve|Marshmallow|marshmallow|marshmallow
mate|mate|maté|Mate|mate|mate
may rose|rosa de mayo|rose de mai|Mairose|rosa di maggio|rosa de maio
melon|melón|melon|Melone|melone|melão
metallic notes|notas metálicas|notes métalliques|metallische Noten|note metalliche|notas metálicas
milk|leche|lait|Milch|latte|leite
mimosa|mimosa|mimosa|Mimose|mimosa|mimosa
mineral notes|notas minerales|notes minérales|mineralische Noten|note minerali|notas minerais
mint|menta|menthe|Minze|menta|hortelã
moss|musgo|mousse|Moos|muschio vegetale|musgo
musk|almizcle|musc|Moschus|muschio|almíscar
myrrh|mirra|myrrhe|Myrrhe|mirra|mirra
nagarmotha|nagarmota|nagarmotha|Nagarmotha|nagarmotha|nagarmota
narcissus|narciso|narcisse|Narzisse|narciso|narciso
nectarine|nectarina|nectarine|Nektarine|nettarina|nectarina
neroli|neroli|néroli|Neroli|neroli|neroli
nutmeg|nuez moscada|noix de muscade|Muskatnuss|noce moscata|noz-moscada
oak|roble|chêne|Eiche|quercia|carvalho
oakmoss|musgo de roble|mousse de chêne|Eichenmoos|muschio di quercia|musgo de carvalho
olibanum|olíbano|oliban|Olibanum|olibano|olíbano
olive blossom|flor de olivo|fleur d’olivier|Olivenblüte|fiore d’olivo|flor de oliveira
opoponax|opopónaco|opoponax|Opoponax|opoponaco|opopónaco
orange|naranja|orange|Orange|arancia|laranja
orange blossom|flor de azahar|fleur d’oranger|Orangenblüte|fiori d’arancio|flor de laranjeira
orange flower|flor de azahar|fleur d’oranger|Orangenblüte|fiori d’arancio|flor de laranjeira
orchid|orquídea|orchidée|Orchidee|orchidea|orquídea
oregano|orégano|origan|Oregano|origano|orégão
oriental notes|notas orientales|notes orientales|orientalische Noten|note orientali|notas orientais
orris|raíz de iris|racine d’iris|Iriswurzel|radice di iris|raiz de íris
orris root|raíz de iris|racine d’iris|Iriswurzel|radice di iris|raiz de íris
osmanthus|osmanto|osmanthus|Osmanthus|osmanto|osmanto
oud|oud|oud|Oud|oud|oud
oudh|oud|oud|Oud|oud|oud
ozonic notes|notas ozónicas|notes ozoniques|ozonische Noten|note ozoniche|notas ozónicas
palo santo|palo santo|palo santo|Palo Santo|palo santo|palo santo
papaya|papaya|papaye|Papaya|papaia|papaia
papyrus|papiro|papyrus|Papyrus|papiro|papiro
passion fruit|maracuyá|fruit de la passion|Passionsfrucht|frutto della passione|maracujá
patchouli|pachulí|patchouli|Patchouli|patchouli|patchouli
peach|melocotón|pêche|Pfirsich|pesca|pêssego
peanut|cacahuete|cacahuète|Erdnuss|arachide|amendoim
pear|pera|poire|Birne|pera|pera
peony|peonía|pivoine|Pfingstrose|peonia|peónia
pepper|pimienta|poivre|Pfeffer|pepe|pimenta
persimmon|caqui|kaki|Kaki|cachi|dióspiro
peru balsam|bálsamo del Perú|baume du Pérou|Perubalsam|balsamo del Perù|bálsamo do Peru
petitgrain|petitgrain|petit-grain|Petitgrain|petitgrain|petitgrain
pimento|pimienta de Jamaica|piment de Jamaïque|Piment|pimento|pimenta-da-jamaica
pine|pino|pin|Kiefer|pino|pinho
pineapple|piña|ananas|Ananas|ananas|ananás
pink pepper|pimienta rosa|baies roses|rosa Pfeffer|pepe rosa|pimenta-rosa
pistachio|pistacho|pistache|Pistazie|pistacchio|pistache
pitahaya|pitahaya|pitaya|Pitahaya|pitaya|pitaia
plum|ciruela|prune|Pflaume|prugna|ameixa
pomegranate|granada|grenade|Granatapfel|melograno|romã
popcorn|palomitas|pop-corn|Popcorn|popcorn|pipocas
poppy|amapola|coquelicot|Mohnblume|papavero|papoula
powdery notes|notas empolvadas|notes poudrées|pudrige Noten|note talcate|notas atalcadas
praline|praliné|praliné|Praline|pralina|praliné
quince|membrillo|coing|Quitte|mela cotogna|marmelo
raspberry|frambuesa|framboise|Himbeere|lampone|framboesa
red apple|manzana roja|pomme rouge|roter Apfel|mela rossa|maçã vermelha
red berries|frutos rojos|fruits rouges|rote Beeren|frutti rossi|frutos vermelhos
red currant|grosella roja|groseille|rote Johannisbeere|ribes rosso|groselha vermelha
red fruits|frutos rojos|fruits rouges|rote Früchte|frutti rossi|frutos vermelhos
resins|resinas|résines|Harze|resine|resinas
rhubarb|ruibarbo|rhubarbe|Rhabarber|rabarbaro|ruibarbo
rice|arroz|riz|Reis|riso|arroz
rose|rosa|rose|Rose|rosa|rosa
rose de mai|rosa de mayo|rose de mai|Mairose|rosa di maggio|rosa de maio
rosemary|romero|romarin|Rosmarin|rosmarino|alecrim
rosewood|palo de rosa|bois de rose|Rosenholz|legno di rosa|pau-rosa
rum|ron|rhum|Rum|rum|rum
saffron|azafrán|safran|Safran|zafferano|açafrão
sage|salvia|sauge|Salbei|salvia|sálvia
salt|sal|sel|Salz|sale|sal
sandalwood|sándalo|bois de santal|Sandelholz|sandalo|sândalo
sea notes|notas marinas|notes marines|Meeresnoten|note marine|notas marinhas
sea salt|sal marina|sel marin|Meersalz|sale marino|sal marinho
seaweed|algas|algues|Algen|alghe|algas
sichuan pepper|pimienta de Sichuan|poivre de Sichuan|Szechuanpfeffer|pepe di Sichuan|pimenta de Sichuan
smoke|humo|fumée|Rauch|fumo|fumo
soap|jabón|savon|Seife|sapone|sabão
spices|notas especiadas|notes épicées|würzige Noten|note speziate|notas especiadas
spicy notes|notas especiadas|notes épicées|würzige Noten|note speziate|notas especiadas
star anise|anís estrellado|anis étoilé|Sternanis|anice stellato|anis-estrelado
strawberry|fresa|fraise|Erdbeere|fragola|morango
styrax|estoraque|styrax|Styrax|storace|estoraque
suede|ante|daim|Wildleder|camoscio|camurça
sugar|azúcar|sucre|Zucker|zucchero|açúcar
sugar cane|caña de azúcar|canne à sucre|Zuckerrohr|canna da zucchero|cana-de-açúcar
sweet notes|notas dulces|notes sucrées|süße Noten|note dolci|notas doces
szechuan pepper|pimienta de Sichuan|poivre de Sichuan|Szechuanpfeffer|pepe di Sichuan|pimenta de Sichuan
tangerine|tangerina|tangerine|Tangerine|tangerino|tangerina
tar|alquitrán|goudron|Teer|catrame|alcatrão
tarragon|estragón|estragon|Estragon|dragoncello|estragão
tea|té|thé|Tee|tè|chá
teak|teca|teck|Teakholz|teak|teca
thyme|tomillo|thym|Thymian|timo|tomilho
tobacco|tabaco|tabac|Tabak|tabacco|tabaco
tobacco blossom|flor de tabaco|fleur de tabac|Tabakblüte|fiore di tabacco|flor de tabaco
tobacco leaf|hoja de tabaco|feuille de tabac|Tabakblatt|foglia di tabacco|folha de tabaco
toffee|toffee|caramel au beurre|Toffee|toffee|toffee
tolu balsam|bálsamo de Tolú|baume de Tolu|Tolubalsam|balsamo del Tolù|bálsamo de Tolu
tomato leaf|hoja de tomate|feuille de tomate|Tomatenblatt|foglia di pomodoro|folha de tomate
tonka|haba tonka|fève tonka|Tonkabohne|fava tonka|fava tonka
tonka bean|haba tonka|fève tonka|Tonkabohne|fava tonka|fava tonka
tropical fruits|frutas tropicales|fruits tropicaux|tropische Früchte|frutti tropicali|frutos tropicais
truffle|trufa|truffe|Trüffel|tartufo|trufa
tuberose|nardo|tubéreuse|Tuberose|tuberosa|tuberosa
turkish rose|rosa turca|rose de Turquie|türkische Rose|rosa turca|rosa turca
turmeric|cúrcuma|curcuma|Kurkuma|curcuma|curcuma
vanilla|vainilla|vanille|Vanille|vaniglia|baunilha
vetiver|vetiver|vétiver|Vetiver|vetiver|vetiver
violet|violeta|violette|Veilchen|violetta|violeta
violet leaf|hoja de violeta|feuille de violette|Veilchenblatt|foglia di violetta|folha de violeta
violet leaves|hoja de violeta|feuille de violette|Veilchenblatt|foglia di violetta|folha de violeta
virginia cedar|cedro de Virginia|cèdre de Virginie|Virginia-Zeder|cedro della Virginia|cedro da Virgínia
vodka|vodka|vodka|Wodka|vodka|vodka
walnut|nuez|noix|Walnuss|noce|noz
water notes|notas acuáticas|notes aquatiques|Wassernoten|note acquatiche|notas aquáticas
watermelon|sandía|pastèque|Wassermelone|anguria|melancia
whipped cream|nata montada|crème fouettée|Schlagsahne|panna montata|chantilly
whiskey|whisky|whisky|Whiskey|whisky|whisky
whisky|whisky|whisky|Whiskey|whisky|whisky
white flowers|flores blancas|fleurs blanches|weiße Blüten|fiori bianchi|flores brancas
white musk|almizcle blanco|musc blanc|weißer Moschus|muschio bianco|almíscar branco
white woods|maderas blancas|bois blancs|weiße Hölzer|legni bianchi|madeiras brancas
wild berries|bayas silvestres|baies sauvages|Waldbeeren|frutti di bosco|bagas silvestres
wisteria|glicinia|glycine|Blauregen|glicine|glicínia
wood|maderas|bois|Hölzer|legni|madeiras
woods|maderas|bois|Hölzer|legni|madeiras
woody notes|notas amaderadas|notes boisées|holzige Noten|note legnose|notas amadeiradas
wormwood|ajenjo|absinthe|Wermut|assenzio|absinto
ylang ylang|ylang-ylang|ylang-ylang|Ylang-Ylang|ylang-ylang|ylang-ylang
ylang-ylang|ylang-ylang|ylang-ylang|Ylang-Ylang|ylang-ylang|ylang-ylang
yuzu|yuzu|yuzu|Yuzu|yuzu|yuzu
`;

/** In the same order, feminine where there is a gender, for they describe a family. */
export const familyWords = `
floral|floral|florale|blumig|floreale|floral
woody|amaderada|boisée|holzig|legnosa|amadeirada
citrus|cítrica|hespéridée|zitrisch|agrumata|cítrica
aromatic|aromática|aromatique|aromatisch|aromatica|aromática
fresh|fresca|fraîche|frisch|fresca|fresca
aquatic|acuática|aquatique|aquatisch|acquatica|aquática
marine|marina|marine|maritim|marina|marinha
fruity|afrutada|fruitée|fruchtig|fruttata|frutada
gourmand|gourmand|gourmande|gourmand|gourmand|gourmand
spicy|especiada|épicée|würzig|speziata|especiada
chypre|chipre|chyprée|chypre|chypre|chypre
fougère|fougère|fougère|fougère|fougère|fougère
fougere|fougère|fougère|fougère|fougère|fougère
green|verde|verte|grün|verde|verde
musky|almizclada|musquée|moschusartig|muschiata|almiscarada
musk|almizclada|musquée|moschusartig|muschiata|almiscarada
powdery|empolvada|poudrée|pudrig|talcata|atalcada
oriental|oriental|orientale|orientalisch|orientale|oriental
amber|ambarada|ambrée|ambriert|ambrata|ambarada
ambery|ambarada|ambrée|ambriert|ambrata|ambarada
vanilla|avainillada|vanillée|vanillig|vanigliata|abaunilhada
leather|cuero|cuirée|ledrig|cuoio|couro
sweet|dulce|sucrée|süß|dolce|doce
white floral|floral blanca|fleurs blanches|weißblumig|fiori bianchi|floral branca
animalic|animal|animale|animalisch|animale|animal
`;
