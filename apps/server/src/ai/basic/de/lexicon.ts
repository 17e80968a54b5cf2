import type { Lexicon } from '../lexicon.ts';
import { germanMood } from './mood.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const fillers = words(`
  der die das den dem des ein eine einen einem einer eines und oder aber denn sondern doch ja nein nicht kein keine keinen
  ich du er sie es wir ihr mich dich ihn uns euch mir dir ihm ihnen ihrer mein meine meinen meinem meiner dein deine sein seine
  seinen seinem unser unsere unseren unserem unserer ihre ihren ihrem dass daß ob wenn weil als wie so auch noch nur schon mal
  dann da hier dort dafür damit davon dazu darum daran darauf ist sind war waren bin bist sei wäre wird werden wurde würde würden
  worden haben hat habe hatte hatten hätte hätten kann können könnte könnten konnte muss müssen musste soll sollen sollte will
  wollen wollte möchte möchten darf dürfen mag machen macht gemacht tun tut in im an am auf aus bei beim bis für mit nach seit
  über um unter von vom vor zu zum zur zwischen durch gegen ohne wegen gut gern gerne okay ok bitte danke dank vielen sehr ganz
  etwas was wer wann wo welche welcher welches welchen welchem wieviel viel viele vielen mehr alles alle jetzt gerade eben einfach eigentlich
  also halt wohl genau natürlich wirklich denn uns sich man herr herrn frau hallo guten tag morgen abend wiederhören tschüss
  äh ähm hm mhm naja geht gehen gibt geben lassen nehmen`);

const theDay =
  '(?:heute|morgen|übermorgen|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|gleich|sofort|später|nachher|bis|per|dann|noch|ihnen|dir|euch|den|die|das|ein|eine|einen|mich|mir|uns|es|ihm|dem|der|unseren|unsere|unser|meinen|meine)';

/** Verbs of things that one does after a call, first person: the present is German's future. */
const doing =
  'schicke|sende|maile|faxe|überweise|bezahle|zahle|rufe|melde|trage|kümmere|prüfe|kläre|bringe|liefere|buche|reserviere|bestelle|storniere|erstelle|bereite|besorge|frage|leite|gebe|lasse|hole|schaue|gucke|mache|schreibe|notiere|vermerke|verschiebe|vereinbare|bestätige|korrigiere|ändere|aktualisiere|lege|stelle|informiere|sage|ziehe|erstatte|tausche|repariere|komme|suche|spreche|hinterlege|unterschreibe|reiche|gehe|fahre|rechne|spreche|lese|nehme|scanne|verlängere|kündige|beantrage|nenne|fotografiere|erkundige|beauftrage|gebe|storniere|übergebe|fülle';
const doingWe =
  'schicken|senden|mailen|überweisen|zahlen|rufen|melden|tragen|kümmern|prüfen|klären|bringen|liefern|buchen|reservieren|bestellen|stornieren|erstellen|bereiten|besorgen|leiten|geben|holen|schauen|machen|schreiben|verschieben|vereinbaren|bestätigen|korrigieren|ändern|tauschen|reparieren|kommen|ziehen|erstatten|stellen|informieren|legen|reichen|austauschen|rechnen|verlängern|beantragen|beauftragen|nehmen|gehen|fahren';

/** What German calls are read by. */
export const german: Lexicon = {
  fillers,
  endings: [
    'ungen',
    'heiten',
    'keiten',
    'ung',
    'heit',
    'keit',
    'ern',
    'em',
    'en',
    'er',
    'es',
    'st',
    'te',
    'e',
    'n',
    's',
    't',
  ],
  abbreviations: words('z.b d.h u.a dr prof nr ca bzw usw str tel inkl evtl ggf max min std mio abs z b'),
  months: [
    'januar',
    'februar',
    'märz',
    'april',
    'mai',
    'juni',
    'juli',
    'august',
    'september',
    'oktober',
    'november',
    'dezember',
  ],
  weekdays: ['sonntag', 'montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag'],
  greeting:
    /^(?:ja ,? )?(?:hallo|guten (?:tag|morgen|abend)|grüß gott|moin|servus|schönen guten|einen schönen)|\bguten (?:tag|morgen|abend)$|\bmein name ist\b|\bwas kann ich für (?:sie|dich) tun\b|\bwie kann ich (?:ihnen|dir)?\s?(?:helfen|behilflich)/,
  farewell:
    /\b(?:auf wiederhören|wiederhören|tschüss|tschüs|ciao|schönen (?:tag|abend|feierabend)|bis (?:dann|bald)$|schönes wochenende)\b|^das (?:war|wäre) (?:es|alles)/,
  thanks:
    /^(?:ja ,? |gut ,? |dann |okay ,? )?(?:vielen|herzlichen|besten)? ?dank\b|^danke|\bgern geschehen\b|^(?:sehr )?gerne?$|\bfreut mich\b/,
  purpose:
    /\b(?:es geht um|ich rufe (?:sie )?(?:an )?(?:wegen|an|weil)|rufe (?:ich )?wegen|wegen (?:des|der|unser|meine|eine)|ich habe eine frage|ich wollte (?:nur |mal |einen |eine )?(?:fragen|wissen|nachfragen|bestellen|absagen|kündigen)|ich (?:bräuchte|möchte|hätte gern)|mein anliegen)/,
  problem:
    /\b(?:ausgefallen|ausfall|kaputt|defekt|fehler\w*|störung\w*|problem\w*|funktioniert (?:\S+ )?nicht|geht (?:\S+ )?nicht|falsch\w*|beschädigt\w*|zerbrochen\w*|undicht|leck|zerkratzt\w*|zu (?:kurz|klein|lang|groß)|verletzt|schmerzen|tut \S* ?weh|unwirksam|zerrissen|nass|verspät\w*|fehlt|fehlen|verloren|abgestürzt|reklam\w*|beschwer\w*|mahnung\w*|leider|ärgerlich|krank|gesperrt|blockiert|abgelaufen|überfällig|offen\w* rechnung)\b/,
  decision:
    /\b(?:dann machen wir|machen wir (?:das )?so|einverstanden|abgemacht|passt (?:mir|uns|gut)?|vereinbart|wir nehmen|ich nehme|nehmen wir|wir haben uns entschieden|ich habe mich entschieden|beschlossen|bleibt es|wir bleiben|verschieben (?:wir|den|die|das)|lassen sie uns)\b/,
  need: /\b(?:ich brauche|wir brauchen|bräuchte|bräuchten|benötige|benötigen|muss (?:ich )?(?:\S+ ){0,4}(?:haben|freigeben|wissen)|wichtig|unbedingt|dringend|voraussetzung|erforderlich|\S+nummer|\S*code|aktenzeichen|kostet|kosten|beträgt|liegt bei|dauert)\b/,
  machine:
    /\b(?:ignorier\w* (?:alle|die|vorherig|bisherig)|(?:ignorier\w*|vergiss|vergesst|lösche)(?: \S+){0,3} anweisungen|(?:bisherigen|vorherigen|früheren) (?:\S+ )?anweisungen|systemnachricht|system prompt|prompt\w*|neue aufgabe|anweisung\w* (?:ignor|vergess)|vergiss (?:alle|die)|sprachmodell|transkript endet|testmodus)\b/,
  promise: new RegExp(
    `\\bich (?:werde|kann) (?:${theDay}|\\S+) .*(?:n)$|\\bich (?:${doing})\\b(?!$)|\\bich [^,]+ und (?:${doing}) (?!ich\\b)|\\b(?:${doing}) ich\\b|\\bwir (?:${doingWe})\\b|\\b(?:${doingWe}) wir\\b|\\bwir werden\\b|\\bich werde\\b|\\bwir müssen\\b|\\bmüssen wir\\b|\\bkümmere mich\\b`,
  ),
  noPromise:
    /\b(?:ich rufe (?:sie )?(?:an )?(?:wegen|weil)|ich rufe an\b|rufe ich (?:sie )?an$|ich melde mich (?:wegen|weil)|ich sage (?:mal|ja|nur)|ich komme aus|ich frage mich|ich mache mir|ich gebe zu|kommen wir (?:zu|zum)|machen wir (?:das )?so|sagen wir|wir schauen mal|geben sie|ich schaue mal$|ich schaue (?:kurz|gerade|eben)|einen moment|ich verbinde|ich trage immer|ich mache das seit|wir (?:machen|haben) (?:\S+ ){0,5}(?:auf|zu|offen|geöffnet|geschlossen)|(?:im|pro) (?:monat|jahr)|monatlich|jährlich|jeden \S+|immer)\b/,
  request:
    /\b(?:bitte (?:\S+ ){0,3}\S+en sie|(?:können|könnten|würden) sie (?:bitte |mir |uns |mich |dann |das |den |die |noch |auch |vielleicht )|(?:schicken|senden|rufen|melden|bringen|geben|prüfen|kommen|schauen|überweisen|bestellen|buchen|stornieren|verschieben|ändern|reservieren|tragen|leiten|sagen|denken|stellen|ziehen|legen|halten|kündigen|bestätigen|besorgen|holen|mailen) sie (?:mir|uns|mich|das|den|die|es|bitte|dann|ihm|ihr|ihnen|einfach|noch|an|ein|eine|einen|meine|meinen|unsere|unseren)\b|sie (?:müssten|müssen|sollten) (?:mir|uns|bitte|noch|nur|das|den|die))/,
  offer: new RegExp(
    `\\b(?:soll|sollen|kann|können|darf|dürfen|könnte|könnten) (?:ich|wir) .*(?:${doingWe}|eintragen|einrichten|anmelden|ablegen|zuschicken|weiterleiten|vormerken|freihalten)\\b`,
  ),
  acceptance:
    /^(?:oh ,? )?(?:ja(?! ,? aber)|gern|gerne|bitte|klar|natürlich|unbedingt|perfekt|prima|sehr gern|sehr gerne|das wäre|einverstanden|in ordnung|machen sie das)\b/,
  asksForWords:
    /\b(?:sagen sie (?:mir|uns)?|nennen|buchstabieren|wiederholen|verraten|erklären|geben|sagen|beschreiben|bestätigen sie (?:mir )?(?:kurz|bitte)|schildern|einen moment|kurz warten|dranbleiben|bleiben sie)\b/,
  reply:
    /^(?:ja|nein|doch|genau|richtig|stimmt|gut|okay|ok|sehr gut|prima|alles klar|in ordnung|gern|gerne|natürlich|klar)\b/,
  smallTalk:
    /\b(?:wie war (?:denn )?(?:ihr|dein|der|das|euer|ihre)|wie geht es (?:denn )?(?:ihnen|dir|ihrer|ihrem|deiner|deinem|euch)|grüßen sie|grüß|ich hoffe ,? (?:ihre?[mrn]?|seine?[mrn]?|deine?[mrn]?|sie (?:hatten|haben)|es geht)|hatten sie (?:ein|einen|eine) schöne|waren sie (?:schon )?im urlaub|haben sie (?:gestern )?das spiel|was für ein wetter|bei (?:dem|diesem|der|dieser) (?:\S+ )?(?:wetter|glatteis|schnee|hitze|regen|sturm|kälte)|haben sie (?:\S+ )?(?:etwas|was) schönes vor|gute besserung|herzlichen glückwunsch|schöne (?:feiertage|ostern|weihnachten)|frohe weihnachten)\b/,
  themes: {
    holiday:
      /\b(?:urlaub\w*|ferien|reise|verreist|strand|meer|gebirge|italien|spanien|türkei|kroatien|nordsee|ostsee)\b/,
    weekend: /\b(?:wochenende)\b/,
    weather: /\b(?:wetter|sonne|regen|schnee|hitze|sturm|glatteis)\b/,
    family: /\b(?:tochter|sohn|kinder|enkel\w*|familie|hochzeit|baby|geburtstag|eltern)\b/,
    health:
      /\b(?:knie|operation|operiert|besserung|gesund\w*|krücken|krankenhaus|erkältung|grippe|rücken|arm|bein|reha)\b/,
    sport: /\b(?:spiel|fußball|tor|verein|marathon|bundesliga|turnier)\b/,
    leisure: /\b(?:konzert|garten|hund|katze|feier|fest|theater|kino|umzug|feiertage|weihnachten|ostern)\b/,
  },
  questionWords: [
    [
      /^(?:und |aber |also )?(?:wann|zu welchem (?:datum|termin|zeitpunkt)|um wieviel uhr|um wie viel uhr|bis wann|ab wann|an welchem tag)\b/,
      'day',
    ],
    [/\b(?:wann|bis wann)\b(?! genau$)/, 'day'],
    [
      /^(?:was|wieviel|wie viel) (?:kostet|kosten|zahlt|beträgt|macht)|\bwie teuer\b|\bwelchen preis\b|\bwie hoch\b/,
      'amount',
    ],
    [
      /\b(?:wie viele|wieviele|wie viel|wieviel|wie (?:schwer|groß|alt|weit|lang|breit|schnell)|welche \S*(?:nummer|code)|welcher \S*(?:nummer|code)|welchen \S*code|\S*nummer|wie lange|wie oft)\b/,
      'number',
    ],
    [/^(?:wo|wohin|woher)\b/, 'place'],
    [/^(?:wer|wen|wem|wessen|mit wem|an wen|von wem|bei wem)\b/, 'person'],
    [/^(?:was|welche\w*|warum|weshalb|wieso|worum|woran|wie|wofür|womit)\b/, 'thing'],
  ],
  yesOrNo:
    /^(?:und |aber |dann )?(?:ist|sind|war|waren|hat|haben|hatte|hatten|kann|können|könnten|könnte|darf|dürfen|muss|müssen|soll|sollen|will|wollen|wird|werden|würden|gibt|geht|passt|zeigt|wurde|wurden|möchten|möchte|brauchen|brauchst|kommt|kommen|stimmt|liegt|kennt|nennt|nannte)\b/,
  place:
    /\b(?:in|im|am|an|auf|bei|beim|unter|hinter|neben|vor|nach|zum|zur) (?:der |dem |den |die |das |einem |einer |unserem |unserer )?\S+|\b\S+(?:straße|strasse|platz|weg|allee|gasse)\b/,
  amount:
    /(?:\d|\b(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|\S+(?:zig|hundert|tausend)\S*))\s*(?:€|euro|cent|prozent|%)/,
  clock:
    /\b(?:\d{1,2}(?:[:.]\d{2})? uhr|\d{1,2}:\d{2}|halb \S+|viertel (?:vor|nach) \S+|(?:um|vor|nach|ab|gegen|bis) (?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf)(?: uhr)?|\S+ uhr|mittags?|vormittags?|nachmittags?)\b/,
  articles: words(
    'der die das den dem des ein eine einen einem einer eines mein meine meinen unser unsere unseren ihr ihre ihren kein keine zum zur im am vom beim',
  ),
  mood: germanMood,
};
