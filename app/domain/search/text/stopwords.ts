/** Two lists, because words of the first are common in names ("la vie est belle") and those of the second are rare. */
import { wordSet } from "./perfume-words.ts";

export const functionWords = wordSet(`
  the a an of for by and with in on to at from or as is
  el la lo los las un una unos unas de del para por y e o con en al es
  le les l d du des une pour par et avec au aux dans ou est
  der die das den dem des ein eine einen von vom fur fuer und mit im zu zum zur ist
  il lo gli i della dello dei degli delle di da per con ed
  os as um uma do da dos das no na em com s t m n qu c j`);

export const fillerWords = wordSet(`
  perfume perfumes parfum parfums parfume profumo profumi perfum parfuem parfuum fragrance fragrances fragancia fragancias fragranza fragranze fragrancia
  fragrancias duft dufte duefte scent scents smell smells smelling smelled colonia colonias cologne colognes aroma aromas olor olores huele huelen oler
  odeur sent sentir senteur profuma odore cheiro cheira riecht riechen geruch parfumee eau spray ml oz vaporizador tester probador original originale
  originales originali autentico muestra sample decant
  clon clones clone clonado clonee copia copias copie copies copy copycat klon kopie kopien dupe dupes dup duplicate duplikat duplikate duplicado doppione
  doppelganger doppelgaenger zwilling duftzwilling duftzwillinge zwillinge twin alternativa alternativas alternative alternatives alternativen alternativo
  alternativi equivalente equivalentes equivalent equivalents equivalenza equivalenti equivalencia equivalencias aquivalent aequivalent imitacion imitaciones imitation imitations
  imitazione imitazioni imitacao imitacoes nachahmung nachgemacht inspirado inspirada inspirados inspiracion inspired inspire inspiree inspirierte inspiriert ispirato ispirata ispirazione inspiration
  inspiracao parecido parecida parecidos parecidas similar similares similaire similaires simile simili semelhante semelhantes ahnlich ahnliche ahnlicher ahnliches aehnlich aehnliche like
  wie als comme como come igual iguales igualito misma mismo mismas same exactly exacto exactamente sounds tipo type genre lookalike look alike alikes
  sosie sosies sosia ersatz gunstig gunstige gunstiger gunstiges gunstigere guenstig guenstige guenstiger billig billige billiger preiswert preiswerte barato barata baratos baratas baratito cheap cheaper cheapest
  inexpensive affordable budget economico economica economici economicos economicas asequible bon marche pas cher chere chers moins meno costoso caro precio price prix preis prezzo preco
  low cost lowcost version versione versao versiones
  comprar compra compro acheter achat buy buying shop store tienda boutique kaufen kauf bestellen comprare acquistare order online offer oferta ofertas offerta promo sale descuento rebajas
  busco buscar buscando busca search searching looking find finding want need quiero necesito encontrar donde where ou trouver cherche chercher je veux voudrais suche finde finden ich mochte moechte cerco
  cercare trovare dove voglio vorrei procuro procurar onde quero encontre
  que cual cuales quien algo alguno alguna alguien some something anything any which what whats who quel quelle quelque chose etwas welche welcher welches was qualcosa quale qualche alguma algum qual mas
  more plus mehr piu mais pero but aber ma menos less weniger muy very tres sehr molto muito mejor best better meilleur meilleure beste besten bester migliore migliori melhor melhores
  se me mi su sus tu te you your my i am im it its that this these those there are be does do did can could would please por favor bitte svp
  sea fuera eres soy son esta este esto esa ese eso ist sind sein ein ce cette ces cet qui sont suis questo questa quello quella che sono essere isto isso aquele
  nuevo nueva new nouveau nouvelle neu neue nuovo nuova novo nova barat buen bueno
  review reviews resena opinion opiniones notas notes precios comparar comparison compare vs versus
  hola hello hi hey buenos buenas dias tardes bonjour salut hallo ciao ola gracias thanks merci danke grazie obrigado obrigada tal how estas ao aos busque heute oggi hoje aujourd hui herrenduft damenduft herrenparfum damenparfum mannerduft frauenduft herrenparfuem damenparfuem
  contratipo contratipos referencia referencias duftalternative duftalternativen duftklon duftklone duftdupe duftdupes parfumdupe parfumdupes parfumzwilling parfumzwillinge parfuemzwilling
  parfuemzwillinge parfumklon parfumalternative parfumalternativen zwillingsduft ersatzduft imitat imitate nachahmungen falschung faelschung erinnert erinnern ahnelt aehnelt ahneln aehneln gleicht vergleichbar
  equivalence equivalences contretype contretypes generique generiques replique repliques ressemble ressemblent ressemblant ressemblants proche proches rappelle rappellent inspires inspirees imite alternatif comparable comparables
  generic generics knockoff knockoffs knock off replica replicas fake fakes reminiscent reminds resemble resembles lookalikes smellalike smellalikes substitute twins dupie
  recuerda recuerdan parece parecen clonar imita imitan generico genericos sustituto gemelo gemelos inspiradas ricorda ricordano somiglia somigliano assomiglia assomigliano somigliante cloni clonati ispirati ispirate sostituto gemello gemelli
  lembra lembram parecem substituto gemeo gemeos olfativo olfativa olfattivo olfattiva jumeau jumeaux than close vibe vibes huela huelan meme memes gleich gleiche gleicher gleichen gleiches stesso stessa stessi stesse uguale uguali odora nach rapproche rapprochent nachgemachte nachgemachter nachgemachtes nachgeahmt pareil pareille pareils contra mesmo mesma mesmos mesmas olfactif olfactive olfactory
  our nearly identical impression impressions ripoff ripoffs rip counterpart counterparts closest thing
  calco calcos identico identica identicos identicas vez lugar conforme identique identiques contrefacon contrefacons
  genauso nachbau nachbauten abklatsch plagiat plagiate duftet duften variante varianten pendant identisch statt anstatt
  tarocco tarocchi taroccato fotocopia fotocopie basso costo corrispettivo corrispondente invece fiel decalque decalques
  reddit tiktok youtube instagram fragrantica parfumo amazon temu aliexpress vinted notino action`);

/** Their words alone are names: "Just Bleu", "Style". */
export const fillerPhrases = [
  "just like",
  "in the style of",
  "white label",
  "1 1",
  "q huele",
  "q se",
  "al estilo de",
  "marca blanca",
  "dans le style de",
  "marque blanche",
  "im stil von",
  "nello stile di",
  "no estilo de",
  "ao estilo de",
  "marca branca",
].map((phrase) => phrase.split(" "));
