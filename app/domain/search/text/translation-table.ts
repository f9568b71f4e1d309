/** Each line is one meaning in en es fr de it pt, folded. */
export const translationTable: readonly string[][] = `
water agua acqua eau wasser aqua
black negro negra noir noire schwarz nero nera preto preta
white blanco blanca blanc blanche weiss weisse bianco bianca branco branca
red rojo roja rouge rot rosso rossa vermelho vermelha
blue azul bleu bleue blau blu azzurro
green verde vert verte grun gruen
gold oro or golden dorado dorada dore ouro goldenes
silver plata argent silber argento prata
pink rosa rose
purple morado purpura pourpre violett viola roxo
violet violeta violette veilchen
grey gris gray grau grigio cinza
night noche nuit nacht notte noite nights noches
day dia jour tag giorno
morning manana matin morgen mattino manha
evening tarde soir abend sera
midnight medianoche minuit mitternacht mezzanotte
moon luna lune mond lua
sun sol soleil sonne sole
star estrella etoile stern stella estrela
sky cielo ciel himmel ceu
sea mar mer meer mare
island isla ile insel isola ilha
beach playa plage strand spiaggia praia
river rio fleuve fluss fiume
earth tierra terre erde terra
fire fuego feu feuer fuoco fogo
flame llama flamme fiamma chama
ice hielo glace eis ghiaccio gelo
snow nieve neige schnee neve
wind viento vent vento
rain lluvia pluie regen pioggia chuva
forest bosque foret wald bosco floresta
garden jardin garten giardino jardim
tree arbol arbre baum albero arvore
wood madera bois holz legno madeira
leather cuero cuir leder cuoio couro
flower flor fleur blume fiore flowers flores fleurs fiori
cherry cereza cerise kirsche ciliegia cereja
apple manzana pomme apfel mela maca
peach melocoton peche pfirsich pesca pessego durazno
pear pera poire birne
orange naranja orangen arancia laranja
lemon limon citron zitrone limone limao
strawberry fresa fraise erdbeere fragola morango
vanilla vainilla vanille vaniglia baunilha
tobacco tabaco tabac tabak tabacco
coffee cafe kaffee caffe
chocolate chocolat schokolade cioccolato
honey miel honig miele mel
sugar azucar sucre zucker zucchero acucar
salt sal sel salz sale
milk leche lait milch latte leite
tea te the tee cha
musk almizcle musc moschus muschio
amber ambar ambre ambra bernstein
incense incienso encens weihrauch incenso
sandalwood sandalo santal sandelholz
jasmine jazmin jasmin gelsomino jasmim
lily lirio lys lilie giglio
orchid orquidea orchidee orchidea
lavender lavanda lavande lavendel
mint menta menthe minze hortela
pepper pimienta poivre pfeffer pepe pimenta
life vida vie leben vita
love amor amour liebe amore loves
beautiful bella belle bello beau hermosa hermoso schon schone schoen linda
pretty bonita joli jolie hubsch carina
good buena bueno bon bonne gut gute buono buona boa bom
bad mala malo mauvais mauvaise schlecht cattivo cattiva
girl chica fille madchen maedchen ragazza garota menina nina
boy chico garcon junge ragazzo menino
woman mujer femme frau donna mulher women mujeres femmes lady her ella elle lei
man hombre homme mann uomo homem men hombres hommes herren him lui male
king rey roi konig koenig re rei
queen reina reine konigin regina rainha
prince principe prinz
princess princesa princesse prinzessin principessa
angel ange engel angelo anjo
angels angeles anges
devil diablo diable teufel diavolo diabo demon demonio demone
heaven paraiso paradis paradies paradiso paradise
dream sueno reve traum sogno sonho dreams suenos reves
heart corazon coeur herz cuore coracao
soul alma ame seele anima
kiss beso baiser kuss bacio beijo
eyes ojos yeux augen occhi olhos
skin piel peau haut pelle pele
body cuerpo corps korper corpo
secret secreto geheimnis segreto segredo
magic magia magie
poison veneno gift veleno
happy feliz heureux heureuse glucklich felice
free libre frei libero livre
freedom libertad liberte freiheit liberta liberdade
strong fuerte fort stark forte
stronger fuertes starker
sweet dulce doux douce suss dolce doce
wild salvaje sauvage selvaggio selvagem
pure puro pura pur
light luz lumiere licht luce ligero ligera leger legere
shadow sombra ombre schatten ombra
time tiempo temps zeit tempo
hour hora heure stunde ora
world mundo monde welt mondo
city ciudad ville stadt citta cidade
house casa maison haus
road camino chemin weg strada caminho
way camino weg via
first primero premier erste primo primeiro
new nuevo nueva nouveau nouvelle neu nuovo nova
old viejo vieux alt vecchio velho
little pequeno pequena petit petite klein kleine piccolo piccola
dress vestido robe kleid vestito
great grande grand gross
eternal eterno eternel ewig
eternity eternidad eternite ewigkeit eternita eternidade
infinite infinito infini
mystery misterio mystere geheimnis mistero
passion pasion leidenschaft passione paixao
desire deseo desir wunsch desiderio desejo
temptation tentacion tentation versuchung tentazione
forbidden prohibido interdit verboten proibito
rebel rebelde rebelle
crazy loco loca fou folle verruckt pazzo louco
million millon milione milhao millionen
diamond diamante diamant
crystal cristal kristall cristallo
silk seda soie seide seta
velvet terciopelo velours samt velluto veludo
powder polvo poudre puder polvere
lost perdido perdida perdu perdue verloren perso perduto
hidden escondido cache versteckt nascosto
most mas plus
wanted buscado voulu gesucht ricercato
my mi mon ma mein meine mio mia meu minha
your tu ton dein tuo teu
you tu vous du
with con avec mit com
without sin sans ohne senza sem
is es est ist
for para pour fur per
of de di von
and y et und e
the el la le il der die das
in en dans im
by por par
not no pas nicht non
invincible invencible
legend leyenda legende leggenda lenda
gentleman caballero gentiluomo cavalheiro
treasure tesoro tresor schatz
goddess diosa deesse gottin dea deusa
knight caballero chevalier ritter cavaliere
sin pecado peccato sunde
ocean oceano ozean
sand arena sable sabbia areia
stone piedra pierre stein pietra pedra
smoke humo fumee rauch fumo
fig higo figue feige fico figo
almond almendra amande mandel mandorla
coconut coco kokos cocco
pineapple pina ananas
plum ciruela prune pflaume prugna ameixa
tuberose nardo tubereuse
cedar cedro cedre zeder
oak roble chene eiche
saffron azafran safran zafferano
cinnamon canela cannelle zimt cannella
ginger jengibre gingembre ingwer zenzero gengibre
rum ron rhum
war guerra guerre krieg
victory victoria victoire sieg vittoria vitoria
hero heroe heros held eroe heroi
game juego jeu spiel gioco jogo
scandal escandalo scandale skandal scandalo
obsession obsesion
fever fiebre fievre fieber febbre febre
dame dama lady signora
door puerta porte tur porta
mirror espejo miroir spiegel specchio espelho
wings alas ailes flugel ali asas
swan cisne cygne schwan cigno
lion leon lowe leone leao
wolf lobo loup lupo
tiger tigre
butterfly mariposa papillon schmetterling farfalla borboleta
intense intenso intensa intensiv
extreme extremo estremo
absolute absoluto absolu assoluto
cold frio froid kalt freddo
hot caliente chaud heiss caldo quente
fresh fresco fresca frais fraiche frisch
library biblioteca bibliotheque bibliothek
explorer explorador explorateur entdecker esploratore
spring primavera printemps fruhling
summer verano ete sommer estate verao
autumn otono automne herbst
winter invierno hiver inverno
`
  .trim()
  .split("\n")
  .map((line) => line.split(" "));
