import { lexicons } from '../basic/lexicons.ts';
import { folded } from '../basic/words.ts';

/** Further words that everyone says, besides those that the analysis leaves out. */
const more = `
  able about above across actually address afternoon again agree allow almost already although always amount another answer
  anything appointment arrange arrive available away back because become before begin behind believe below best better between bill
  book both break bring build business busy call called came cannot careful carry case change charge check choose clear client
  close come coming company complete confirm contact contract copy correct cost could country couple course customer date deal
  deliver delivery delay depend detail different difficult document doing done door down during each early easy either else email
  enough even evening ever every everything exactly expect explain extra fair family fast feel file find fine finish first follow
  food force form forward found free friday friend from front full further general give given glad goes going good great ground group
  half hand happen happy hard have head hear heard heat help here high hold home hope hour house however idea important include
  inside instead invoice issue item keep kind know known large last late later learn least leave left less letter light line list
  little live local long look lose loss lost made mail main make manage many matter maybe mean meet meeting message might mind
  minute miss moment monday money month more morning most move much must name near need never next night nobody nothing notice
  number offer office often okay once only open order other outside over paid part party past people perhaps phone pick piece
  place plan point possible present price probably problem product project provide question quick quite rate rather reach read
  ready really reason receive remember rent repair report rest result return right road room round same saturday save says second
  seem seen sell send sent serve service several shall short should show side sign simple since site size small some someone
  something soon sorry sort sound speak special spend staff stand start state still stop store story street such sunday suppose sure
  system table take taken talk team tell than thank that their them then there these they thing think this those though thought
  through thursday time today together told tomorrow tonight took total touch town trade train travel true trust tuesday turn type under
  understand unless until update upon used useful usual value very visit voice wait walk want warm wash watch water wednesday week
  weekend well went were what when where whether which while white whole whose will window wish with within without wonder word work
  world worry worth would write written wrong year yesterday your
  abholen abends abgeben absage absprache achtung adresse allein allerdings allgemein ander andere anderen anderer anders anfang
  angebot angerufen anlage anruf anrufen antwort arbeit arbeiten artikel auftrag ausgang außerdem auto bahn bald bank baustelle bearbeiten
  bedeutet beide beiden beispiel bekommen bereich bereit bereits bericht bescheid besser besten bestellen bestellung bestimmt besuch
  betrag bezahlen bild bisher bleiben bleibt brauche brauchen braucht brief bringen büro chef daher dabei danach dann darüber daten
  dauert dauer deshalb deutlich dienstag diese diesem diesen dieser dieses ding dinge direkt donnerstag dort drin drüber dürfte ebenfalls
  ecke egal ehrlich eigene eigenen eilig einbau einfach eingang einige einmal einzige ende endlich entschuldigung entweder erledigt
  erreichen erst erste ersten etwa fahren fahrer fahrt fall falls falsch familie fehler fehlt feld fenster fertig fest finden
  firma foto frage fragen frei freitag freund früh früher führen fuß ganze ganzen garten gebaut gebe gefunden gegen gehört geld
  gemeinsam genug gerade gesagt geschäft geschickt gesehen gesprochen gesamt gestern glaube glauben gleich glück grad größe großen grund
  gruppe gute guten guter hand handelt handy hause haus heißt heißen heute hätten hilfe hinten höhe hoffe hören ihrem immer indem
  informieren innen irgendwann irgendwie jahr jahre jeder jedes jemand jeweils kalt kasse kaufen kaum kein kenne kennen kennt kind kinder klar klappt
  klein kleine kommen kommt komplett konto kosten kreise kreis kunde kunden kurz lage lager lange langsam laufen laut leben leer
  legen leider leise leitung letzte letzten leute liefern lieferung liegt links liste lösung machen mann manche mehrere meine meinung meist
  meister melde melden menge mensch miete mieter mittag mitte mittwoch möglich monat monate montag montage muster mutter nachher nachmittag
  nacht nächste nächsten nähe name namen nämlich neben nehme nerven neue neuen neuer niemand nimmt nochmal normal nötig nummer nutzen
  ordnung paar partner passen passiert passt person pflege platz post preis preise privat problem punkt raum rechnung rechts reden regel
  reicht reife reifer reihe reise reisen rest richtig rohr rufen ruhe sache sachen samstag satz schade schaden schauen schicken
  schlecht schluss schlüssel schnell schön schreibe schreiben schule schwer sehen sehr seite selber selbst senden setzen sicher sicherlich
  siehe sofort sogar sommer sonntag sonst später sprechen stadt stand statt stehen steht stelle stellen stimmt straße stück stunde stunden
  suche suchen tage tagen team teil telefon termin teuer tisch tochter tonne treffen treppe trotzdem typ übermorgen überhaupt übrigens ungefähr
  unten unterlagen unterschied urlaub vater verbinden vergessen vermieter verstanden verstehe verstehen versuchen vertrag vielleicht voll vorher
  vorne vorstellen wahrscheinlich warten warum wasser wechsel wegen weiter weitere weiterhin weniger wenig werktag wichtig wieder winter
  wissen woche wochen wohl wohnung wollte wort wörter wünsche zahl zahlen zeigen zeit zeiten zettel ziehen ziemlich zimmer zuerst zufrieden
  zukunft zuletzt zurück zusammen zusätzlich zustand zweite`;

/** Words of both languages that everyone says, without marks and in lower case. */
const common: ReadonlySet<string> = new Set(
  [...lexicons.de.fillers, ...lexicons.en.fillers, ...more.trim().split(/\s+/)].map(folded),
);

/** Whether everyone says a word, so that it is hardly the name of something. */
export const isCommon = (word: string): boolean => common.has(folded(word));

const parts =
  'null|ein|eine|eins|zwei|zwo|drei|vier|fünf|sechs|sech|sieben|sieb|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|dreissig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig|hundert|tausend|million|millionen|und';
const german = new RegExp(`^(?:${parts})+(?:s?te[nmrs]?|tel|mal)?$`, 'u');
const english =
  /^(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|half|double|triple|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)s?$/;

/** The numbers that a text says, in digits or as words, in their order. */
export const numbersOf = (text: string): string[] =>
  (text.toLowerCase().match(/\d+|\p{L}+/gu) ?? []).filter(
    (word) => /^\d/.test(word) || german.test(word) || english.test(word) || word === 'halb' || word === 'halbe',
  );
