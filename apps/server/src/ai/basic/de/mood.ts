import type { MoodWords } from '../lexicon.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** German words of liking and disliking, as they are said on the phone. */
export const germanMood: MoodWords = {
  good: words(`
    gut gute guter gutes guten besser beste bestens super prima toll klasse wunderbar perfekt großartig hervorragend ausgezeichnet
    schön schöne schönen freut freue freuen froh glücklich zufrieden angenehm hilfreich nett freundlich schnell schnelle klappt
    geklappt funktioniert einverstanden gern gerne danke dank dankbar lob begeistert erleichtert sauber zuverlässig spitze`),
  bad: words(`
    schlecht schlechte schlechter schlimm ärgerlich verärgert ärger wütend sauer enttäuscht enttäuschend unzufrieden frustriert
    kaputt defekt ausgefallen fehler falsch problem probleme beschwerde beschweren unverschämt unmöglich unfreundlich katastrophe
    leider traurig nervig nervt unzuverlässig verspätet spät warte gewartet mahnung kündigen kündigung schade sorge sorgen krank
    schmerzen angst peinlich teuer umständlich frechheit unverschämtheit zumutung skandal zerkratzt hinhalten lächerlich`),
  not: words('nicht kein keine keinen keinem keiner nie niemals ohne kaum'),
  strong: words('sehr wirklich total absolut extrem richtig so ganz besonders völlig'),
};
